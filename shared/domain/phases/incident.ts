/** The beginning of a redeploy and the ends of an incident. */
import { because, type Draft, enter, remember, tell } from "../draft.ts";
import { latest, passed, plus } from "../instant.ts";
import { limits } from "../limits.ts";
import { back, type Recovery, redeployStarting } from "../messages/redeploy.ts";
import type { Instant } from "../observation.ts";
import type { Policy } from "../policy.ts";
import { issue, nextStart } from "../starts.ts";
import type { Memory, Run, RunKind, RunSpec } from "../state.ts";
import { usualDeploy } from "../usual.ts";

/** A run that nothing was issued for yet. `since`: what is newer than this is not its to delete. */
export function newRun(memory: Memory, kind: RunKind, spec: RunSpec, since: Instant, now: Instant): Run {
	const number = memory.runCounter + 1;
	return {
		kind,
		number,
		id: `${memory.incident?.id ?? "no-incident"}-${kind}-${number}`,
		issuedAt: now,
		starts: [],
		current: null,
		spec,
		startedAt: null,
		lateToldAt: null,
		stopping: null,
		notBefore: null,
		triesSpent: 0,
		neverStarted: 0,
		since,
		endedAt: null,
		absentSince: null,
	};
}

/** Issues the first start of a redeploy. The caller has found every gate open on a look of this tick. */
export function issueDeploy(draft: Draft, policy: Policy, acceptedLeftovers: readonly string[], now: Instant): Draft {
	const { memory } = draft;
	const incident = memory.incident ?? { id: "", openedAt: now, attempts: 0, ordered: null };
	const run = newRun(memory, "deploy", { ...policy.spec, acceptedLeftovers }, now, now);
	const start = nextStart(run, policy, now);
	const attempt = { number: incident.attempts + 1, of: policy.maxAttempts };
	const spent = remember(because(draft, "RedeployIssued"), {
		incident: { ...incident, attempts: attempt.number },
		deploys: [...memory.deploys.filter((at) => !passed(at, limits.budgetWindow, now)), now],
		runCounter: run.number,
		needsCleanup: true,
		hold: null,
		backOffUntil: null,
		nextCheckAt: plus(now, policy.provisioningInterval),
	});
	const told = tell(
		spent,
		redeployStarting(memory.notFoundCount, policy.threshold, incident.ordered?.by ?? null, attempt, start.name, usualDeploy(memory)),
	);
	return issue(enter(told, { phase: "Deploying", run }), start, now);
}

/** Back to Watching after a run: the lock goes with it. */
export function endRun(draft: Draft, outcome: string, endedAt: Instant): Draft {
	if (draft.stage.phase === "Watching") return draft;
	const { run } = draft.stage;
	return enter(
		remember(because(draft, outcome), {
			lastRunEndedAt: latest(draft.memory.lastRunEndedAt, endedAt),
			lastSpec: run.spec,
			lastRun: { id: run.id, outcome, at: endedAt },
			nextCheckAt: endedAt,
			runsUnreadable: null,
			hold: null,
		}),
		{ phase: "Watching" },
	);
}

/** What an attempt that never acted gets back: nothing was built, nothing is to be cleaned. */
export function giveBack(draft: Draft): Draft {
	const { incident, deploys } = draft.memory;
	return remember(draft, {
		incident: incident === null ? null : { ...incident, attempts: Math.max(0, incident.attempts - 1) },
		deploys: deploys.slice(0, -1),
		needsCleanup: false,
	});
}

/** Everything of an incident is forgotten, and how to get in is told. */
export function closeIncident(draft: Draft, recovery: Recovery): Draft {
	const closed = remember(because(draft, "EnvironmentBack"), {
		incident: null,
		notFoundCount: 0,
		lastCountedAt: null,
		needsCleanup: false,
		needsHuman: null,
		backOffUntil: null,
		hold: null,
		leftovers: null,
		startRounds: 0,
	});
	return tell(closed, back(recovery));
}
