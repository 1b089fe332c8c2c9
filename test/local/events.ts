/** Everything that is seen while a story plays, in one row. */
import { realMs } from "../world/stopwatch.ts";
import type { WorldEvent } from "../world/types.ts";
import type { EventPattern } from "./scenario-schema.ts";

/** One tick's line of the app's log. */
export type TickLine = Readonly<Record<string, unknown>>;

export type Seen =
	| WorldEvent
	| { readonly kind: "tick"; readonly line: TickLine }
	| { readonly kind: "app"; readonly text: string }
	/** What the player did. */
	| { readonly kind: "deed"; readonly text: string };

export interface StoryEvent {
	/** By the world's clock, in milliseconds since 1970; of a call: when it arrived. A story may set that clock back. */
	readonly at: number;
	/** The same instant in the milliseconds of `realMs`, which only go forward. */
	readonly begun: number;
	readonly seen: Seen;
}

/** What is seen just now, or a call that just ended. */
export function eventOf(seen: Seen): StoryEvent {
	if (seen.kind === "call") return { at: Date.parse(seen.record.at), begun: seen.begun, seen };
	return { at: Date.now(), begun: realMs(), seen };
}

/** Whether an event is what a pattern means. */
export function matches(pattern: EventPattern, seen: Seen): boolean {
	if ("message" in pattern) return seen.kind === "slack" && seen.accepted && new RegExp(pattern.message, "m").test(seen.text);
	if ("environment" in pattern) return seen.kind === "environment" && new RegExp(pattern.environment).test(seen.text);
	if ("container" in pattern) {
		const { event, text } = pattern.container;
		return seen.kind === "container" && seen.event === event && (text === undefined || new RegExp(text).test(seen.text ?? ""));
	}
	if ("tick" in pattern) return seen.kind === "tick" && tickMatches(pattern.tick, seen.line);
	if (seen.kind !== "call") return false;
	const { service, method, path, status } = pattern.call;
	const { record } = seen;
	return (
		record.service === service &&
		(method === undefined || record.method === method) &&
		(path === undefined || new RegExp(path, "i").test(record.url)) &&
		(status === undefined || record.status === status)
	);
}

function tickMatches(
	pattern: { readonly tick?: string | undefined; readonly phase?: string | undefined; readonly reason?: string | undefined },
	line: TickLine,
): boolean {
	return (
		(pattern.tick === undefined || line.tick === pattern.tick) &&
		(pattern.phase === undefined || line.phase === pattern.phase) &&
		(pattern.reason === undefined || new RegExp(pattern.reason).test(String(line.reason)))
	);
}

/** In the order in which things began. */
export function inOrder(events: readonly StoryEvent[]): readonly StoryEvent[] {
	return events.toSorted((one, other) => one.begun - other.begun);
}

/** A pattern in few words, for what failed. */
export function wordsOf(pattern: EventPattern): string {
	return JSON.stringify(pattern);
}
