/** How long a deploy usually takes. */
import { limits } from "./limits.ts";
import type { Memory } from "./state.ts";

/** Median of the last good deploys in milliseconds, an hour while there is none. */
export function usualDeploy(memory: Memory): number {
	const sorted = [...memory.usualSeconds].sort((a, b) => a - b);
	const middle = sorted[Math.floor((sorted.length - 1) / 2)];
	return middle === undefined ? limits.usualDeploy : middle * 1000;
}

/** The list with one more measurement, at most five. */
export function withMeasured(memory: Memory, seconds: number): readonly number[] {
	return [...memory.usualSeconds, seconds].slice(-limits.usualKept);
}
