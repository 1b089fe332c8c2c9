/** The machine's clocks. */
import type { Clock } from "../ports.ts";

export function createClock(): Clock {
	return { now: () => Date.now(), monotonic: () => performance.now() };
}
