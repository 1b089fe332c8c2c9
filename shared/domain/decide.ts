/**
 * The decision of one tick, as plain data: what is remembered, told and done.
 * Pure: the same keeper and facts give the same decision.
 */
import { type Draft, draftOf, remember } from "./draft.ts";
import { judgeCleanup } from "./phases/cleaning-up.ts";
import { furtherStart, judgeDeploy, progress } from "./phases/deploying.ts";
import { remindPerson } from "./phases/holding.ts";
import { tellSilence } from "./phases/silence.ts";
import { verifyCluster } from "./phases/verifying.ts";
import { decideDeploy, watchHealth } from "./phases/watching.ts";
import type { Policy } from "./policy.ts";
import type { Facts } from "./sight.ts";
import { takeInStarts } from "./starts.ts";
import type { Keeper } from "./state.ts";
import { sweepStarts, takeInList } from "./sweep.ts";

/** checkCluster: counts, opens the gates, issues deploys, judges Verifying, closes incidents. */
export function decideCheck(keeper: Keeper, facts: Facts, policy: Policy): Draft {
	const draft = endPause(tellSilence(draftOf(keeper, "Nothing"), facts.pulses, "watch", facts.now), facts);
	const further = facts.purpose === "SecondLook";
	switch (keeper.stage.phase) {
		case "Watching":
			return further ? decideDeploy(draft, facts, policy) : watchHealth(draft, facts, policy);
		case "Deploying":
			return further ? furtherStart(draft, facts, policy) : progress(draft, facts, policy);
		case "Verifying":
			return verifyCluster(draft, facts, policy);
		case "CleaningUp":
			return progress(draft, facts, policy);
	}
}

/** watchContainer: looks at issued starts, judges Deploying and CleaningUp, issues clean-ups, deletes, reminds. */
export function decideWatch(keeper: Keeper, facts: Facts, policy: Policy): Draft {
	const draft = endPause(tellSilence(draftOf(keeper, "Idle"), facts.pulses, "check", facts.now), facts);
	const runnerGroup = keeper.stage.phase === "Watching" ? policy.spec.runnerGroupId : keeper.stage.run.spec.runnerGroupId;
	const seen = takeInList(takeInStarts(draft, facts.sight, facts.now), facts.sight, policy, runnerGroup, facts.now);
	const judged = judge(seen, facts, policy);
	return remindPerson(sweepStarts(judged, facts.sight, facts.now), facts.now);
}

function judge(draft: Draft, facts: Facts, policy: Policy): Draft {
	switch (draft.stage.phase) {
		case "Deploying":
			return judgeDeploy(draft, facts, policy);
		case "CleaningUp":
			return judgeCleanup(draft, facts, policy);
		case "Watching":
		case "Verifying":
			return draft;
	}
}

/** A pause that has run out is a resume: deadlines that wait for an act of ours count from its end. */
function endPause(draft: Draft, facts: Facts): Draft {
	const { pause } = draft.memory;
	if (pause === null || Date.parse(pause.until) > Date.parse(facts.now)) return draft;
	return remember(draft, { pause: null, resumedAt: pause.until });
}
