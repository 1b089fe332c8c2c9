/** A clock that stands until it is moved. */
import type { Clock, Deadlines } from "../../shared/ports.ts";

export interface VirtualClock extends Clock {
	advance(ms: number): void;
}

/** Begins at `start` (ISO 8601). */
export function virtualClock(start: string): VirtualClock {
	let elapsed = 0;
	const origin = Date.parse(start);
	return {
		now: () => origin + elapsed,
		monotonic: () => elapsed,
		advance: (ms) => {
			elapsed += ms;
		},
	};
}

/** Deadlines that never strike: in virtual time no call hangs. */
export const noDeadlines: Deadlines = {
	within: (_ms, work) => work(new AbortController().signal),
	sleep: async () => {},
};
