/** What is told of a clean-up. */
import { clockTime } from "../instant.ts";
import type { Message } from "../message.ts";
import type { Instant } from "../observation.ts";

function transition(kind: string, title: string, lines: readonly string[], log: string | null = null): Message {
	return { kind, title, lines, log, weight: "transition" };
}

/** CleaningUp was entered. `notBefore` null: as soon as the environment has been looked at. */
export function cleaningUp(why: string, groups: readonly string[], notBefore: Instant | null, now: Instant): Message {
	const when =
		notBefore === null
			? "It begins as soon as a look shows nothing new there."
			: `It begins after ${clockTime(notBefore, now)}: Azure still works on what was stopped.`;
	return transition("CleanupDecided", "cleaning up", [
		why,
		`Resource groups: ${groups.join(", ")}. ${when}`,
		"If you are using them, pause now: npm run operate -- pause 4h.",
	]);
}

export function cleanupStarted(tryNumber: number, of: number, group: string): Message {
	return transition("CleanupStarted", `clean-up ${tryNumber} of ${of} started`, [`Container group ${group} is at work.`]);
}

export function cleanupFinished(next: Instant, now: Instant, how: string): Message {
	return transition("CleanupFinished", `clean-up finished, next try after ${clockTime(next, now)}`, [
		how,
		"Waiting lets Azure forget role assignments of the deleted groups; without it the next deploy would meet them.",
	]);
}

export function cleanupFailed(tryNumber: number, of: number, why: string, next: string, log: string | null): Message {
	return transition("CleanupFailed", `clean-up failed (${tryNumber} of ${of})`, [why, next], log);
}

export function cleanupNeverStarted(why: string, next: string): Message {
	return transition("CleanupNeverStarted", "clean-up never started", [why, next]);
}

/** Something newer than the wreck is there: someone is at work, and nothing of theirs is touched. */
export function someoneRebuilds(what: string): Message {
	return transition("SomeoneRebuilds", "someone rebuilds, no clean-up", [
		what,
		"Nothing is deleted. Counting starts anew, should the cluster be gone again.",
	]);
}
