/** Everything that is seen while a story plays, in one row. */
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
	/** Milliseconds since 1970; of a call: when it arrived. */
	readonly at: number;
	readonly seen: Seen;
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

/** In the order in which things began: calls by their number, all else by its time. */
export function inOrder(events: readonly StoryEvent[]): readonly StoryEvent[] {
	const numbered = events.map((event, index) => ({ event, index }));
	numbered.sort((a, b) => {
		const [one, other] = [a.event.seen, b.event.seen];
		if (one.kind === "call" && other.kind === "call") return one.record.n - other.record.n;
		return a.event.at - b.event.at || a.index - b.index;
	});
	return numbered.map(({ event }) => event);
}

/** A pattern in few words, for what failed. */
export function wordsOf(pattern: EventPattern): string {
	return JSON.stringify(pattern);
}
