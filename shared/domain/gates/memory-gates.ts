/** Gates that are judged from what is remembered alone. */
import { between, clockTime, passed, plus, span } from "../instant.ts";
import { limits } from "../limits.ts";
import { isSettled } from "../starts.ts";
import { type Gate, open, shut } from "./gate.ts";

export const paused: Gate = {
	reason: "Paused",
	shutWhen: "a person paused the app and the pause has not ended",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ memory, now }) =>
		memory.pause !== null && between(now, memory.pause.until) > 0
			? shut(`paused by ${memory.pause.by} until ${clockTime(memory.pause.until, now)}`, memory.pause.until)
			: open,
};

export const neverSeen: Gate = {
	reason: "NeverSeen",
	shutWhen: "this app has never seen this cluster; the first build is started by hand or ordered",
	furtherStarts: false,
	orderPasses: true,
	judge: ({ memory }) =>
		memory.firstSeenAt === null ? shut("this cluster was never seen; build it once, or order it with redeploy") : open,
};

export const needsHuman: Gate = {
	reason: "NeedsHuman",
	shutWhen: "something needs a person, until `retry` says that it is set right",
	furtherStarts: false,
	orderPasses: false,
	judge: ({ memory }) => (memory.needsHuman === null ? open : shut(memory.needsHuman.sentence, null, "elsewhere")),
};

export const needsCleanup: Gate = {
	reason: "NeedsCleanup",
	shutWhen: "what an earlier run left behind has not been cleaned up",
	furtherStarts: false,
	orderPasses: false,
	judge: ({ memory }) =>
		memory.needsCleanup ? shut("what the last run left is not cleaned up; `retry` starts the clean-up", null, "person") : open,
};

export const backingOff: Gate = {
	reason: "BackingOff",
	shutWhen: "the back-off after a clean-up or a failed start has not passed",
	furtherStarts: false,
	orderPasses: true,
	judge: ({ memory, now }) =>
		memory.backOffUntil !== null && between(now, memory.backOffUntil) > 0
			? shut(`next try after ${clockTime(memory.backOffUntil, now)}`, memory.backOffUntil, "elsewhere")
			: open,
};

export const attemptsUsedUp: Gate = {
	reason: "AttemptsUsedUp",
	shutWhen: "MAX_DEPLOY_ATTEMPTS redeploys of this incident were started",
	furtherStarts: false,
	orderPasses: true,
	judge: ({ memory, policy }) =>
		(memory.incident?.attempts ?? 0) >= policy.maxAttempts
			? shut(`all ${policy.maxAttempts} redeploys of this outage were used`, null, "person")
			: open,
};

export const budgetSpent: Gate = {
	reason: "BudgetSpent",
	shutWhen: "MAX_DEPLOYS_PER_WEEK redeploys were started in the last seven days",
	furtherStarts: false,
	orderPasses: false,
	judge: ({ memory, policy, now }) => {
		const recent = memory.deploys.filter((at) => !passed(at, limits.budgetWindow, now));
		const oldest = recent[recent.length - policy.maxDeploysPerWeek];
		if (oldest === undefined) return open;
		const until = plus(oldest, limits.budgetWindow);
		return shut(
			`${recent.length} redeploys in 7 days, the budget of ${policy.maxDeploysPerWeek} is spent; it frees up in ${span(between(now, until))}`,
			until,
		);
	},
};

export const earlierStartNotOver: Gate = {
	reason: "EarlierStartNotOver",
	shutWhen: "a container group that was started earlier is neither revoked nor known to be over",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ memory }) => {
		const unsettled = memory.starts.find((start) => !isSettled(start));
		return unsettled === undefined ? open : shut(`container group ${unsettled.name} is not known to be over`);
	},
};
