/** Messages about the app itself. */
import { clockTime } from "../instant.ts";
import type { Message } from "../message.ts";
import type { Instant } from "../observation.ts";

/** One of the two timers has not shown a sign of life for half an hour. */
export function stopped(what: "checks have stopped" | "watching has stopped", last: Instant, now: Instant): Message {
	return {
		kind: "TimerStopped",
		title: what,
		lines: [
			`The last sign of life is from ${clockTime(last, now)}. Restart the function app; if its list of functions lacks one, publish it again.`,
		],
		log: null,
		weight: "transition",
	};
}

export function runsUnreadable(detail: string, reminder: boolean): Message {
	return {
		kind: "RunsUnreadable",
		title: "held: the runs container can't be read",
		lines: [
			detail,
			"Nothing is started and the lock is kept. Give the app's identity Storage Blob Data Owner on the storage account, and check RUNS_URL.",
		],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}

export function clockJump(what: readonly string[]): Message {
	return {
		kind: "ClockJump",
		title: "needs you: stored times lay in the future",
		lines: [`Cut to now: ${what.join(", ")}. Check the clock of the machines that run this app.`],
		log: null,
		weight: "transition",
	};
}

export function stray(group: string, live: boolean): Message {
	return {
		kind: "StrayFound",
		title: live ? "a stray run was found and is being stopped" : "a stray container group is being deleted",
		lines: [`Container group ${group} carries our tags, but no state names it.`],
		log: null,
		weight: "transition",
	};
}
