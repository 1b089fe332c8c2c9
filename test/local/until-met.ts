/** Waiting for a story to come to its end. */
import { setTimeout as sleep } from "node:timers/promises";
import { matches, type StoryEvent } from "./events.ts";
import { type EventPattern, msOf, type Scenario } from "./scenario-schema.ts";

export interface Met {
	readonly failures: readonly string[];
	readonly interrupted: boolean;
}

/** Waits for everything that ends the story, its deadline, or the signal. */
export async function untilMet(
	scenario: Scenario,
	events: readonly StoryEvent[],
	listeners: Set<(event: StoryEvent) => void>,
	signal: AbortSignal,
): Promise<Met> {
	const wanted: readonly EventPattern[] = "all" in scenario.until ? scenario.until.all : [scenario.until];
	const open = new Set(wanted);
	const met = new AbortController();
	let spoilt = false;
	const check = ({ seen }: StoryEvent): void => {
		for (const pattern of open) if (matches(pattern, seen)) open.delete(pattern);
		// What must never be seen and has been is told at once: the rest of the story changes nothing.
		spoilt ||= scenario.expect.never.some((never) => isUnbounded(never) && matches(never, seen));
		if (open.size === 0 || spoilt) met.abort();
	};
	for (const event of events) check(event);
	listeners.add(check);
	await sleepOr(msOf(scenario.within), AbortSignal.any([met.signal, signal]));
	listeners.delete(check);
	const late = open.size > 0 && !spoilt && !signal.aborted;
	return {
		failures: late ? [`not seen within ${scenario.within}: ${[...open].map((one) => JSON.stringify(one)).join(", ")}`] : [],
		interrupted: signal.aborted,
	};
}

function isUnbounded({ from, to }: Scenario["expect"]["never"][number]): boolean {
	return from === undefined && to === undefined;
}

/** Sleeps until the time is over or the signal comes. */
export async function sleepOr(ms: number, signal: AbortSignal): Promise<void> {
	const longest = 2 ** 31 - 1;
	await sleep(Math.min(ms, longest), undefined, { signal }).catch(() => {});
}
