/** What a person can order, as changes of the same keeper under the same rules of commit. */
import { because, type Draft, draftOf, enter, remember, tell, withRun } from "./draft.ts";
import { compact, plus } from "./instant.ts";
import { cleaningUp } from "./messages/cleanup.ts";
import { ordered, paused, resumed } from "./messages/person.ts";
import { runStopping } from "./messages/redeploy.ts";
import type { Instant } from "./observation.ts";
import { newRun } from "./phases/incident.ts";
import type { Policy } from "./policy.ts";
import type { Incident, Keeper } from "./state.ts";

export type Order =
	| { readonly type: "pause"; readonly ms: number; readonly why: string }
	| { readonly type: "resume" }
	| { readonly type: "redeploy" }
	| { readonly type: "retry" }
	| { readonly type: "cancel" };

/** Obeyed: a draft to commit. Refused: why, and what to do instead. */
export type Obeyed = { readonly kind: "Obeyed"; readonly draft: Draft } | { readonly kind: "Refused"; readonly sentence: string };

/** Applies an order of `by` at `now`. */
export function obey(keeper: Keeper, order: Order, by: string, policy: Policy, now: Instant): Obeyed {
	const draft = draftOf(keeper, order.type);
	switch (order.type) {
		case "pause":
			return obeyed(pause(draft, order.ms, order.why, by, now));
		case "resume":
			return keeper.memory.pause === null ? refused("It is not paused.") : obeyed(resume(draft, by, now));
		case "redeploy":
			return keeper.stage.phase === "Watching"
				? obeyed(redeploy(draft, by, now))
				: refused(`A run is on (${keeper.stage.phase}); wait for its end or cancel it.`);
		case "retry":
			return keeper.stage.phase === "Watching"
				? obeyed(retry(draft, by, policy, now))
				: refused(`A run is on (${keeper.stage.phase}); there is nothing to retry yet.`);
		case "cancel":
			return cancel(draft, by, now);
	}
}

function obeyed(draft: Draft): Obeyed {
	return { kind: "Obeyed", draft };
}

function refused(sentence: string): Obeyed {
	return { kind: "Refused", sentence };
}

function pause(draft: Draft, ms: number, why: string, by: string, now: Instant): Draft {
	const until = plus(now, ms);
	return tell(remember(draft, { pause: { since: now, until, by, why } }), paused(until, now, by, why));
}

function resume(draft: Draft, by: string, now: Instant): Draft {
	return tell(remember(draft, { pause: null, resumedAt: now, hold: null, nextCheckAt: now }), resumed(by));
}

/** Opens an incident; threshold, NeverSeen, BackingOff and AttemptsUsedUp no longer hold it. */
function redeploy(draft: Draft, by: string, now: Instant): Draft {
	const incident: Incident = draft.memory.incident ?? { id: compact(now), openedAt: now, attempts: 0, ordered: null };
	const lines = ["It starts with the next check, if the second look finds the environment gone and every other gate is open."];
	return tell(
		remember(draft, { incident: { ...incident, ordered: { by, at: now } }, nextCheckAt: now, hold: null }),
		ordered("redeploy", by, lines),
	);
}

/** Attempts and counter are forgotten, what is owed is not: a clean-up that is due comes first. */
function retry(draft: Draft, by: string, policy: Policy, now: Instant): Draft {
	const { incident, needsCleanup, lastSpec, lastRunEndedAt } = draft.memory;
	const cleared = remember(draft, {
		needsHuman: null,
		backOffUntil: null,
		hold: null,
		notFoundCount: 0,
		lastCountedAt: null,
		startRounds: 0,
		incident: incident === null ? null : { ...incident, attempts: 0 },
		nextCheckAt: now,
	});
	const told = tell(cleared, ordered("retry", by, [needsCleanup ? "What is left is cleaned up first." : "Counting starts anew."]));
	if (!needsCleanup) return told;
	const spec = lastSpec ?? policy.spec;
	const run = newRun(cleared.memory, "cleanup", spec, lastRunEndedAt ?? now, now);
	const entered = enter(remember(told, { runCounter: run.number }), { phase: "CleaningUp", run });
	return tell(entered, cleaningUp(`Ordered by ${by}.`, spec.groups, null, now));
}

/** The run is given up now: fenced if it has not acted, else stopped and settled. */
function cancel(draft: Draft, by: string, now: Instant): Obeyed {
	const { stage } = draft;
	if (stage.phase !== "Deploying" && stage.phase !== "CleaningUp") return refused("No run is on.");
	if (stage.run.stopping !== null) return refused("It is being stopped already.");
	const stopping = withRun(because(draft, "Cancelled"), { stopping: { since: now, why: "Cancelled", toldAt: now } });
	return obeyed(tell(stopping, runStopping(stage.run.id, `Cancelled by ${by}.`, stage.run.current ?? "(none yet)", false)));
}
