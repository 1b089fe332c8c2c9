/** Constants of the contract, in milliseconds unless the name says otherwise. Not settings. */
import { passed } from "./instant.ts";
import type { Instant } from "./observation.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const limits = {
	/** A start whose marker is missing this long after its issue is given up. */
	startDeadline: 20 * minute,
	/** How long a deployed cluster may take to be seen healthy. */
	verify: 30 * minute,
	/** One remote call. */
	call: 10 * second,
	/** Nothing is committed, created, deleted or posted later than this after a tick's load. */
	actWindow: 60 * second,
	/** One whole tick, whatever hangs. */
	tickBudget: 45 * second,
	/** Holds, doubt and requests for a person are repeated this often. */
	reminder: 4 * hour,
	/** A pulse is written when the last is older than this ... */
	pulse: 10 * minute,
	/** ... and the other timer tells when it is older than this. */
	silence: 30 * minute,
	cleanupTries: 3,
	/** ARM works on for a while after the one who asked was killed. */
	settleAfterKill: 15 * minute,
	/** A further clean-up try waits this long. */
	cleanupRetry: 15 * minute,
	/** A start's container may not act later than this after its issue. */
	startLifetime: 24 * hour,
	/** A container group is gone only when missing on two looks this far apart. */
	goneSpacing: minute,
	/** A group whose run was judged may upload for this long before it is deleted. */
	upload: 10 * minute,
	/** A delete that shows no effect is asked for again after this. */
	deleteAgain: 5 * minute,
	/** A run that is being stopped in vain for this long is told, and again each reminder. */
	stopInVain: 30 * minute,
	/** The same set of leftover groups must stand this long before it is judged. */
	leftoversSettle: hour,
	/** The app's deadline for a run is the script's and this on top. */
	overtime: 20 * minute,
	/** After a round over all locations that never started, the next waits this long. */
	startRetry: 15 * minute,
	/** Rounds over all locations that never started, until a person is asked. */
	startRounds: 3,
	/** Unreadable looks in a row until it is told. */
	unreadableInRow: 3,
	/** Markers unreadable this long are told. */
	runsUnreadable: 30 * minute,
	/** The usual length of a deploy while none has been measured. */
	usualDeploy: 60 * minute,
	/** Deploy times kept for the median. */
	usualKept: 5,
	budgetWindow: 7 * 24 * hour,
	/** Environment groups and strays are looked at this often while nothing happens. */
	dailyLook: 24 * hour,
	/** What happened is kept this long. */
	history: 90 * 24 * hour,
} as const;

/** Whether what is looked at once a day is due again. */
export function isDailyLookDue(last: Instant | null, now: Instant): boolean {
	return last === null || passed(last, limits.dailyLook, now);
}

/** Due and spaced allow the same tolerance, so that five minutes stay five: a tenth of the interval, at most 10 s. */
export function tolerance(interval: number): number {
	return Math.min(interval / 10, 10 * second);
}
