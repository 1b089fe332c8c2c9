/** CleaningUp: the dangerous half. Nothing new is touched, nothing is deleted in doubt, and absence is the only success. */
import { takeIn } from "../cluster-sight.ts";
import { because, type Draft, enter, remember, tell, withRun } from "../draft.ts";
import { between, passed, plus, span } from "../instant.ts";
import { limits } from "../limits.ts";
import { cleanupFailed, cleanupFinished, cleanupNeverStarted, cleanupStarted, someoneRebuilds } from "../messages/cleanup.ts";
import { withLog } from "../messages/log-link.ts";
import { cleanupHeld } from "../messages/person.ts";
import type { Instant } from "../observation.ts";
import type { Policy } from "../policy.ts";
import { refusalOf } from "../refusals.ts";
import { followRun, type Outcome } from "../run-course.ts";
import { meaningOf } from "../run-stages.ts";
import type { Facts } from "../sight.ts";
import { isPaused, isSettled, issue, nextStart, startOf } from "../starts.ts";
import type { Run } from "../state.ts";
import { type Ground, ground } from "./cleanup-guard.ts";
import { askPerson } from "./holding.ts";
import { endRun, newRun } from "./incident.ts";
import { runsPlan } from "./looks.ts";
import { takeInGroups } from "./watching.ts";

/** watchContainer in CleaningUp. */
export function judgeCleanup(draft: Draft, facts: Facts, policy: Policy): Draft {
	if (draft.stage.phase !== "CleaningUp") return draft;
	const { run } = draft.stage;
	if (run.endedAt !== null) return lookAround(draft, run, facts, policy, null);
	if (run.current === null) return begin(draft, run, facts, policy);
	const told = tellCourse(draft, run, facts.now);
	const { draft: followed, outcome } = followRun(told, runOf(told) ?? run, "clean-up", facts.sight, facts.now);
	return conclude(followed, runOf(followed) ?? run, outcome, facts, policy);
}

function runOf(draft: Draft): Run | null {
	return draft.stage.phase === "CleaningUp" ? draft.stage.run : null;
}

function tellCourse(draft: Draft, run: Run, now: Instant): Draft {
	const start = startOf(draft.memory, run);
	if (start?.marker?.writer !== "script") return draft;
	if (run.startedAt !== null) return draft;
	return tell(withRun(draft, { startedAt: now }), cleanupStarted(run.triesSpent + 1, limits.cleanupTries, start.name));
}

function conclude(draft: Draft, run: Run, outcome: Outcome, facts: Facts, policy: Policy): Draft {
	switch (outcome.kind) {
		case "Pending":
			return draft;
		case "NeverStarted":
			return neverStarted(draft, run, outcome.code, outcome.why, facts.now);
		case "Judged": {
			const row = meaningOf(outcome.verdict.code);
			return lookAround(draft, run, facts, policy, {
				why: row.code === 0 ? null : `${row.stage} (code ${row.code}): ${row.sentence}`,
				log: outcome.log,
			});
		}
		case "Lost":
			return lookAround(draft, run, facts, policy, { why: outcome.why, log: outcome.log });
	}
}

/** Nothing is issued before the wreck has settled, every start is revoked or over, and a look shows nothing new. */
function begin(draft: Draft, run: Run, facts: Facts, policy: Policy): Draft {
	const { now } = facts;
	if (run.notBefore !== null && between(now, run.notBefore) > 0) return because(draft, "Settling");
	const { cluster, nextMarker } = facts.sight;
	if (cluster === null || nextMarker === null) {
		const plan = { ...runsPlan(draft, policy, "RunsAndEnvironment"), nextStart: nextStart(run, policy, now) };
		return { ...because(draft, "CleanupLook"), look: plan };
	}
	const seen = takeInGroups(takeIn(draft, cluster, policy, now, false), facts.sight, now);
	const around = ground(cluster, facts.sight.groups, draft.memory, run);
	switch (around.kind) {
		case "Unreadable":
			return wait(seen, "CleanupUnreadable", around.sentence, now);
		case "New":
			return stepBack(seen, around.sentence, now);
		case "Absent":
			return absent(seen, run, policy, now, "The environment was gone already; nothing had to be cleaned up.");
		case "Remains":
			return issueCleanup(seen, run, facts, policy);
	}
}

function issueCleanup(draft: Draft, run: Run, facts: Facts, policy: Policy): Draft {
	const { now } = facts;
	const unsettled = draft.memory.starts.find((start) => !isSettled(start));
	if (isPaused(draft, now)) return wait(draft, "Paused", "the app is paused", now);
	if (unsettled !== undefined) return wait(draft, "EarlierStartNotOver", `container group ${unsettled.name} is not known to be over`, now);
	if (facts.sight.nextMarker?.kind !== "None") return wait(draft, "RunsUnreadable", "the runs container can't be read", now);
	const ready = remember(withRun(because(draft, "CleanupIssued"), { absentSince: null, notBefore: null }), { hold: null });
	return issue(ready, nextStart(run, policy, now), now);
}

/** Told once per reason, reminded; nothing is deleted meanwhile. */
function wait(draft: Draft, reason: string, sentence: string, now: Instant): Draft {
	const before = draft.memory.hold?.reason === reason ? draft.memory.hold : null;
	const due = before === null || passed(before.toldAt, limits.reminder, now);
	const hold = { reason, sentence, since: before?.since ?? now, toldAt: due ? now : before.toldAt, until: null };
	const noted = remember(because(draft, reason), { hold });
	return due ? tell(noted, cleanupHeld(sentence, before !== null)) : noted;
}

/** How the clean-up's own run ended; what counts is what remains. */
interface Ended {
	readonly why: string | null;
	readonly log: string | null;
}

function lookAround(draft: Draft, run: Run, facts: Facts, policy: Policy, ended: Ended | null): Draft {
	const { now } = facts;
	const { cluster } = facts.sight;
	if (cluster === null) return { ...because(draft, "CleanupLook"), look: runsPlan(draft, policy, "RunsAndEnvironment") };
	const over = withRun(draft, { endedAt: run.endedAt ?? now, current: null });
	const noted = remember(over, { lastRunEndedAt: run.endedAt ?? now });
	const seen = takeInGroups(takeIn(noted, cluster, policy, now, false), facts.sight, now);
	const around = ground(cluster, facts.sight.groups, draft.memory, run);
	switch (around.kind) {
		case "Unreadable":
			return wait(seen, "CleanupUnreadable", around.sentence, now);
		case "New":
			return stepBack(seen, around.sentence, now);
		case "Absent":
			return absent(seen, run, policy, now, "All resource groups of the environment are gone.");
		case "Remains":
			return remains(seen, run, around, ended, now);
	}
}

/** Gone is believed on the second look. */
function absent(draft: Draft, run: Run, policy: Policy, now: Instant, how: string): Draft {
	if (run.absentSince === null || run.absentSince === now)
		return withRun(because(draft, "GoneOnce"), { absentSince: run.absentSince ?? now });
	const next = plus(now, policy.retryBackoff);
	const ended = remember(endRun(draft, "CleanedUp", now), {
		needsCleanup: false,
		notFoundCount: 0,
		lastCountedAt: null,
		backOffUntil: next,
		leftovers: null,
	});
	return tell(ended, cleanupFinished(next, now, how));
}

function stepBack(draft: Draft, what: string, now: Instant): Draft {
	const ended = remember(endRun(draft, "SomeoneRebuilds", now), {
		needsCleanup: false,
		notFoundCount: 0,
		lastCountedAt: null,
		leftovers: null,
	});
	return tell(ended, someoneRebuilds(what));
}

function remains(draft: Draft, run: Run, around: Extract<Ground, { kind: "Remains" }>, ended: Ended | null, now: Instant): Draft {
	const since = run.endedAt ?? now;
	if (around.deleting && !passed(since, limits.verify, now)) return withRun(because(draft, "GroupsDeleting"), { absentSince: null });
	const spent = run.triesSpent + 1;
	const what = around.names.length === 0 ? "the cluster remains" : `${around.names.join(", ")} remain`;
	const why = ended?.why == null ? `The clean-up ended, but ${what}.` : `${ended.why} ${what[0]?.toUpperCase()}${what.slice(1)}.`;
	if (spent >= limits.cleanupTries) {
		const told = tell(
			draft,
			withLog(cleanupFailed(spent, limits.cleanupTries, why, "It is not tried again by itself.", ended?.log ?? null), run),
		);
		return askPerson(
			endRun(told, "CleanupFailed", now),
			"CleanupFailed",
			`the clean-up failed ${spent} times; ${what}`,
			["Delete what remains by hand."],
			now,
		);
	}
	const notBefore = plus(now, limits.cleanupRetry);
	const next: Run = {
		...newRun(draft.memory, "cleanup", run.spec, run.since, now),
		triesSpent: spent,
		neverStarted: run.neverStarted,
		notBefore,
	};
	const again = enter(remember(because(draft, "CleanupRetry"), { runCounter: next.number, hold: null }), {
		phase: "CleaningUp",
		run: next,
	});
	return tell(
		again,
		withLog(cleanupFailed(spent, limits.cleanupTries, why, `Next try in ${span(limits.cleanupRetry)}.`, ended?.log ?? null), run),
	);
}

/** No try is spent on what never started; three rounds of it need a person. */
function neverStarted(draft: Draft, run: Run, code: string, why: string, now: Instant): Draft {
	const never = refusalOf(code).kind === "Never";
	const round = run.starts.length % Math.max(1, run.spec.locations.length) === 0;
	if (!never && !round) return withRun(because(draft, "NextLocation"), { current: null });
	const rounds = run.neverStarted + 1;
	if (never || rounds >= limits.startRounds) {
		const told = tell(draft, cleanupNeverStarted(why, "It is not tried again by itself."));
		return askPerson(endRun(told, "CleanupNeverStarted", now), "CleanupNeverStarted", `the clean-up can't be started: ${why}`, [], now);
	}
	const next = `Tried again in ${span(limits.startRetry)}.`;
	return tell(
		withRun(because(draft, "NeverStarted"), { current: null, neverStarted: rounds, notBefore: plus(now, limits.startRetry) }),
		cleanupNeverStarted(why, next),
	);
}
