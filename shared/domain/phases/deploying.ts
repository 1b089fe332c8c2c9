/** Deploying: the run's container group is followed to its verdict, and what follows is decided. */
import { isUp, takeIn } from "../cluster-sight.ts";
import { because, type Draft, enter, remember, tell, withRun } from "../draft.ts";
import { plus, span, toMs } from "../instant.ts";
import { limits } from "../limits.ts";
import { cleaningUp } from "../messages/cleanup.ts";
import { withLog } from "../messages/log-link.ts";
import {
	type Attempt,
	environmentExists,
	redeployFailed,
	redeployFinished,
	redeployLate,
	redeployLost,
	redeployNeverStarted,
	redeployPartial,
	redeployStarted,
} from "../messages/redeploy.ts";
import type { Instant, Verdict } from "../observation.ts";
import type { Policy } from "../policy.ts";
import { refusalOf } from "../refusals.ts";
import { deadlineOf, followRun, type Outcome } from "../run-course.ts";
import { meaningOf, type RunStage } from "../run-stages.ts";
import type { Facts } from "../sight.ts";
import { issue, nextStart, startOf } from "../starts.ts";
import type { Memory, Run } from "../state.ts";
import { usualDeploy } from "../usual.ts";
import { askPerson } from "./holding.ts";
import { endRun, giveBack, newRun } from "./incident.ts";
import { runsPlan } from "./looks.ts";
import { secondLook } from "./watching.ts";

function attemptOf(memory: Memory, policy: Policy): Attempt {
	return { number: memory.incident?.attempts ?? 0, of: policy.maxAttempts };
}

/** checkCluster in Deploying: progress is remembered, it decides nothing. */
export function progress(draft: Draft, facts: Facts, policy: Policy): Draft {
	return facts.sight.cluster === null ? draft : takeIn(draft, facts.sight.cluster, policy, facts.now, false);
}

/** checkCluster, when the last start never acted: the next one is issued under the gates that apply to it. */
export function furtherStart(draft: Draft, facts: Facts, policy: Policy): Draft {
	if (draft.stage.phase !== "Deploying" || draft.stage.run.current !== null) return draft;
	const { run } = draft.stage;
	const { draft: seen, shut, second } = secondLook(draft, facts, policy, "furtherStart");
	if (second === null) return seen;
	if (shut === null) return issue(because(seen, "NextStart"), nextStart(run, policy, facts.now), facts.now);
	return tell(
		endRun(giveBack(because(seen, shut.gate.reason)), "NeverStarted", facts.now),
		redeployNeverStarted(
			attemptOf(seen.memory, policy),
			`Not tried again: ${shut.result.sentence}.`,
			"Nothing was built and no attempt is spent.",
		),
	);
}

/** watchContainer in Deploying. */
export function judgeDeploy(draft: Draft, facts: Facts, policy: Policy): Draft {
	if (draft.stage.phase !== "Deploying") return draft;
	const told = tellCourse(draft, draft.stage.run, policy, facts.now);
	if (told.stage.phase !== "Deploying") return told;
	const attempt = attemptOf(told.memory, policy);
	const { draft: followed, outcome } = followRun(
		told,
		told.stage.run,
		`redeploy ${attempt.number} of ${attempt.of}`,
		facts.sight,
		facts.now,
	);
	if (followed.stage.phase !== "Deploying") return followed;
	return conclude(followed, followed.stage.run, outcome, facts, policy);
}

/** Told once each: that it acts, that it takes long. */
function tellCourse(draft: Draft, run: Run, policy: Policy, now: Instant): Draft {
	const start = startOf(draft.memory, run);
	if (start?.marker?.writer !== "script") return draft;
	const attempt = attemptOf(draft.memory, policy);
	const usual = usualDeploy(draft.memory);
	if (run.startedAt === null)
		return tell(orderServed(withRun(draft, { startedAt: now })), redeployStarted(attempt, start.name, usual, now));
	const running = toMs(now) - toMs(start.marker.at);
	if (run.lateToldAt !== null || run.stopping !== null || running <= usual) return draft;
	return tell(withRun(draft, { lateToldAt: now }), redeployLate(attempt, running, usual, deadlineOf(run, start), now));
}

/** A person's order is served once its run acts: from then on every gate holds again. */
function orderServed(draft: Draft): Draft {
	const { incident } = draft.memory;
	return incident?.ordered == null ? draft : remember(draft, { incident: { ...incident, ordered: null } });
}

function conclude(draft: Draft, run: Run, outcome: Outcome, facts: Facts, policy: Policy): Draft {
	switch (outcome.kind) {
		case "Pending":
			return draft;
		case "NeverStarted":
			return neverStarted(draft, run, outcome.code, outcome.why, policy, facts.now);
		case "Judged":
			return judged(draft, run, outcome.verdict, outcome.log, facts, policy);
		case "Lost":
			return lost(draft, run, outcome.why, outcome.log, facts, policy);
	}
}

/** Elsewhere, later or never: nothing was built, so nothing is spent. */
function neverStarted(draft: Draft, run: Run, code: string, why: string, policy: Policy, now: Instant): Draft {
	const attempt = attemptOf(draft.memory, policy);
	if (run.stopping !== null) {
		const ended = remember(endRun(giveBack(draft), "Cancelled", now), { backOffUntil: plus(now, policy.retryBackoff) });
		return tell(ended, redeployNeverStarted(attempt, "It was cancelled before it acted.", `Next try in ${span(policy.retryBackoff)}.`));
	}
	if (refusalOf(code).kind === "Never") {
		const ended = endRun(giveBack(draft), "RefusedToStart", now);
		return askPerson(
			tell(ended, redeployNeverStarted(attempt, why, "Nothing was built and no attempt is spent.")),
			"RefusedToStart",
			why,
			[],
			now,
		);
	}
	if (run.starts.length < run.spec.locations.length)
		return remember(withRun(because(draft, "NextLocation"), { current: null }), { nextCheckAt: now });
	const rounds = draft.memory.startRounds + 1;
	const ended = remember(endRun(giveBack(draft), "NeverStarted", now), { startRounds: rounds });
	if (rounds >= limits.startRounds) {
		const lines = [`It was tried ${rounds} times in ${run.spec.locations.join(", ")}.`];
		return askPerson(remember(ended, { startRounds: 0 }), "NeverStarted", `the runner does not start: ${why}`, lines, now);
	}
	const next = `Tried again in ${span(limits.startRetry)}; nothing was built and no attempt is spent.`;
	return tell(remember(ended, { backOffUntil: plus(now, limits.startRetry) }), redeployNeverStarted(attempt, why, next));
}

function judged(draft: Draft, run: Run, verdict: Verdict, log: string | null, facts: Facts, policy: Policy): Draft {
	const row = meaningOf(verdict.code);
	const attempt = attemptOf(draft.memory, policy);
	const detail = verdict.message;
	const { now } = facts;
	switch (row.meaning) {
		case "Good":
			return verify(tell(draft, withLog(redeployFinished(attempt, secondsOf(verdict), verdict.sha, log), run)), run, "Whole", verdict, now);
		case "AfterUp":
			return verify(tell(draft, withLog(redeployPartial(attempt, row, detail, log), run)), run, "Partial", verdict, now);
		case "EnvironmentExists":
			return tell(
				remember(endRun(draft, "EnvironmentExists", now), { needsCleanup: false, notFoundCount: 0, lastCountedAt: null }),
				environmentExists(attempt, detail),
			);
		case "BeforeMake":
			return beforeMake(draft, run, attempt, row, detail, log, policy, now);
		case "NeedsHuman": {
			const ended = remember(endRun(draft, `Failed${row.stage}`, now), { needsCleanup: false });
			const told = tell(
				ended,
				withLog(redeployFailed(attempt, row, detail, "make was not reached; nothing is to be cleaned up.", log), run),
			);
			return askPerson(told, "RunRefused", `${row.stage}: ${row.sentence}`, detail === null ? [] : [detail], now);
		}
		case "InMake":
			return inMake(draft, run, row, verdict, log, facts, policy);
	}
}

function beforeMake(
	draft: Draft,
	run: Run,
	attempt: Attempt,
	row: RunStage,
	detail: string | null,
	log: string | null,
	policy: Policy,
	now: Instant,
): Draft {
	const ended = remember(endRun(draft, `Failed${row.stage}`, now), { needsCleanup: false, backOffUntil: plus(now, policy.retryBackoff) });
	const next = `make was not reached, nothing is to be cleaned up; next try in ${span(policy.retryBackoff)}.`;
	return tell(ended, withLog(redeployFailed(attempt, row, detail, next, log), run));
}

/** make failed. With a whole junit and the cluster up it was something after the environment; else it is cleaned up. */
function inMake(draft: Draft, run: Run, row: RunStage, verdict: Verdict, log: string | null, facts: Facts, policy: Policy): Draft {
	const { cluster } = facts.sight;
	if (cluster === null) return { ...because(draft, "LookAtCluster"), look: runsPlan(draft, policy, "RunsAndEnvironment") };
	const seen = takeIn(draft, cluster, policy, facts.now, false);
	if (cluster.kind === "Unreadable") return because(seen, "WaitingForSight");
	const attempt = attemptOf(draft.memory, policy);
	const whole = verdict.junit !== null && verdict.junit.tests > 0 && verdict.junit.failures === 0;
	if (whole && isUp(cluster))
		return verify(tell(seen, withLog(redeployPartial(attempt, row, verdict.message, log), run)), run, "Partial", verdict, facts.now);
	const failed = redeployFailed(attempt, row, verdict.message, "What it left is cleaned up before the next try.", log);
	const told = tell(seen, withLog(failed, run));
	const settles = row.code === 51 ? plus(facts.now, limits.settleAfterKill) : null;
	return cleanUp(told, run, { ...run.spec, sha: verdict.sha ?? run.spec.sha }, settles, facts.now);
}

function lost(draft: Draft, run: Run, why: string, log: string | null, facts: Facts, policy: Policy): Draft {
	const { cluster } = facts.sight;
	if (cluster === null) return { ...because(draft, "LookAtCluster"), look: runsPlan(draft, policy, "RunsAndEnvironment") };
	const seen = takeIn(draft, cluster, policy, facts.now, false);
	if (cluster.kind === "Unreadable") return because(seen, "WaitingForSight");
	const attempt = attemptOf(draft.memory, policy);
	if (isUp(cluster)) {
		const told = tell(
			seen,
			withLog(redeployLost(attempt, why, "The cluster is up, so it is verified; the environment may be incomplete.", log), run),
		);
		return verify(told, run, "Unsure", null, facts.now);
	}
	const told = tell(seen, withLog(redeployLost(attempt, why, "What it left is cleaned up before the next try.", log), run));
	return cleanUp(told, run, run.spec, plus(facts.now, limits.settleAfterKill), facts.now);
}

function verify(draft: Draft, run: Run, outcome: "Whole" | "Partial" | "Unsure", verdict: Verdict | null, now: Instant): Draft {
	const runSeconds = verdict === null ? null : secondsOf(verdict);
	const noted = remember(because(draft, "Verifying"), {
		nextCheckAt: now,
		lastRunEndedAt: now,
		lastSpec: run.spec,
		lastRun: { id: run.id, outcome, at: now },
	});
	return enter(noted, { phase: "Verifying", run, since: now, outcome, runSeconds, sha: verdict?.sha ?? null });
}

/** The lock passes from the failed deploy to its clean-up in one commit. */
function cleanUp(draft: Draft, run: Run, spec: Run["spec"], settles: Instant | null, now: Instant): Draft {
	const ended = settles ?? now;
	const next = { ...newRun(draft.memory, "cleanup", spec, ended, now), notBefore: settles };
	const noted = remember(because(draft, "CleaningUp"), {
		runCounter: next.number,
		lastRunEndedAt: ended,
		lastSpec: spec,
		lastRun: { id: run.id, outcome: "Failed", at: now },
		startRounds: 0,
	});
	return tell(enter(noted, { phase: "CleaningUp", run: next }), cleaningUp("The redeploy failed.", spec.groups, settles, now));
}

function secondsOf(verdict: Verdict): number | null {
	if (verdict.startedAt === null || verdict.endedAt === null) return null;
	return Math.max(0, Math.round((toMs(verdict.endedAt) - toMs(verdict.startedAt)) / 1000));
}
