/** What must hold of a story that was played. Each failure is one sentence. */
import { inOrder, matches, type StoryEvent, wordsOf } from "./events.ts";
import { type EventPattern, msOf, type Scenario } from "./scenario-schema.ts";

type Expect = Scenario["expect"];

/** All that does not hold; empty: the story went as told. */
export function failuresOf(expect: Expect, events: readonly StoryEvent[]): readonly string[] {
	const ordered = inOrder(events);
	return [
		...orderFailures(expect.inOrder, ordered),
		...expect.never.flatMap((never) => neverFailure(never, ordered)),
		...expect.counts.flatMap((count) => countFailure(count, ordered)),
		...(expect.messages === undefined ? [] : messageFailures(expect.messages, events)),
		...phaseFailure(expect.finalPhase, events),
		...logFailure(expect.logTail, events),
		...(expect.failedTicks ? [] : tickFailures(events)),
	];
}

/** What must not be seen, within its bounds. */
function neverFailure({ from, to, ...pattern }: Expect["never"][number], events: readonly StoryEvent[]): string[] {
	const begin = from === undefined ? 0 : events.findIndex(({ seen }) => matches(from, seen)) + 1;
	// What never began cannot be broken; that it begins is for inOrder to say.
	if (from !== undefined && begin === 0) return [];
	const end = to === undefined ? -1 : events.findIndex(({ seen }, at) => at >= begin && matches(to, seen));
	const bounded = events.slice(begin, end < 0 ? undefined : end);
	const isSeen = bounded.some(({ seen }) => matches(pattern as EventPattern, seen));
	return isSeen ? [`was not to be seen: ${wordsOf(pattern as EventPattern)}${from === undefined ? "" : ` after ${wordsOf(from)}`}`] : [];
}

type Step = Expect["inOrder"][number];

/** Each step is looked for after the one before; a counted step ends where the next one begins. */
function orderFailures(steps: readonly Step[], events: readonly StoryEvent[]): string[] {
	let from = 0;
	for (const [index, step] of steps.entries()) {
		const pattern = patternOf(step);
		const found = events.findIndex((event, at) => at >= from && matches(pattern, event.seen));
		if (found < 0) return [`step ${index + 1} was not seen: ${wordsOf(pattern)}`];
		const next = steps[index + 1];
		const end = next === undefined ? events.length : endOf(events, found, patternOf(next));
		const hits = events.slice(found, end).filter((event) => matches(pattern, event.seen));
		if (step.exactly !== undefined && hits.length !== step.exactly) {
			return [`step ${index + 1} was seen ${hits.length} times instead of ${step.exactly}: ${wordsOf(pattern)}`];
		}
		const close = step.apart === undefined ? undefined : closest(hits);
		if (close !== undefined && step.apart !== undefined && close < msOf(step.apart))
			return [`step ${index + 1} was seen twice within ${close} ms`];
		from = step.exactly === undefined ? found + 1 : end;
	}
	return [];
}

function patternOf(step: Step): EventPattern {
	const { exactly: _exactly, apart: _apart, ...pattern } = step;
	return pattern as EventPattern;
}

function endOf(events: readonly StoryEvent[], from: number, next: EventPattern): number {
	const end = events.findIndex((event, at) => at > from && matches(next, event.seen));
	return end < 0 ? events.length : end;
}

function closest(hits: readonly StoryEvent[]): number | undefined {
	const gaps = hits.slice(1).map((hit, index) => hit.at - (hits[index]?.at ?? 0));
	return gaps.length === 0 ? undefined : Math.min(...gaps);
}

function countFailure(count: Expect["counts"][number], events: readonly StoryEvent[]): string[] {
	const seen = events.filter((event) => matches(count.of, event.seen)).length;
	const wrong =
		(count.exactly !== undefined && seen !== count.exactly) ||
		(count.atLeast !== undefined && seen < count.atLeast) ||
		(count.atMost !== undefined && seen > count.atMost);
	return wrong ? [`seen ${seen} times: ${wordsOf(count.of)} (${JSON.stringify({ ...count, of: undefined })})`] : [];
}

/** First lines of the messages that Slack took. */
export function titlesOf(events: readonly StoryEvent[]): readonly string[] {
	return events.flatMap(({ seen }) => (seen.kind === "slack" && seen.accepted ? [seen.text.split("\n")[0] ?? ""] : []));
}

function messageFailures(expected: readonly string[], events: readonly StoryEvent[]): string[] {
	const titles = titlesOf(events);
	const wrong = expected.findIndex((pattern, index) => !new RegExp(pattern).test(titles[index] ?? ""));
	if (wrong >= 0) return [`message ${wrong + 1} is «${titles[wrong] ?? "(none)"}» instead of /${expected[wrong]}/`];
	return titles.length > expected.length ? [`one message more than expected: «${titles[expected.length]}»`] : [];
}

function phaseFailure(phase: string | undefined, events: readonly StoryEvent[]): string[] {
	const last = events.flatMap(({ seen }) => (seen.kind === "tick" && typeof seen.line.phase === "string" ? [seen.line.phase] : [])).at(-1);
	return phase === undefined || last === phase ? [] : [`the last phase was ${last ?? "(none)"} instead of ${phase}`];
}

function logFailure(pattern: string | undefined, events: readonly StoryEvent[]): string[] {
	if (pattern === undefined) return [];
	const shown = events.some(({ seen }) => seen.kind === "slack" && new RegExp(pattern).test(seen.text));
	return shown ? [] : [`no message shows /${pattern}/`];
}

/** Told by the app's own line, or by the host's alone when the app said nothing. A cluster can be Failed too: that tick has no error. */
function tickFailures(events: readonly StoryEvent[]): string[] {
	const failed = events.find(({ seen }) => seen.kind === "tick" && typeof seen.line.error === "string");
	return failed?.seen.kind === "tick" ? [`a tick failed: ${failed.seen.line.error}`] : [];
}
