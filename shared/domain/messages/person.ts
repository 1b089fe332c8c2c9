/** Messages about what keeps the app from acting, and what a person can do. */
import { clockTime } from "../instant.ts";
import type { Message } from "../message.ts";
import type { Instant } from "../observation.ts";

export function needsYou(sentence: string, lines: readonly string[], reminder: boolean): Message {
	return {
		kind: "NeedsHuman",
		title: `needs you: ${sentence}`,
		lines: [...lines, "When it is set right: npm run operate -- retry."],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}

export function held(reason: string, sentence: string, until: Instant | null, now: Instant, reminder: boolean): Message {
	return {
		kind: "Held",
		title: `held: ${sentence}`,
		lines: [
			until === null
				? `No deploy while this stands (${reason}); it is looked at again each check.`
				: `No deploy before ${clockTime(until, now)} (${reason}).`,
		],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}

export function paused(until: Instant, now: Instant, by: string, why: string): Message {
	return {
		kind: "Paused",
		title: `paused until ${clockTime(until, now)}`,
		lines: [`By ${by}${why === "" ? "" : `: ${why}`}. Checks go on; nothing is built or deleted. To end it: npm run operate -- resume.`],
		log: null,
		weight: "transition",
	};
}

export function resumed(by: string): Message {
	return { kind: "Resumed", title: "resumed", lines: [`By ${by}. Redeploys are possible again.`], log: null, weight: "transition" };
}

export function ordered(what: string, by: string, lines: readonly string[]): Message {
	return { kind: "Ordered", title: `${what} ordered by ${by}`, lines, log: null, weight: "transition" };
}

export function cleanupHeld(sentence: string, reminder: boolean): Message {
	return {
		kind: "CleanupHeld",
		title: `held: clean-up waits: ${sentence}`,
		lines: ["Nothing is deleted while anything is in doubt; it is looked at again each minute."],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}
