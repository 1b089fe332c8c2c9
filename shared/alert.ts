/** Says something past the outbox, at most once each so often per process: for when the outbox itself is out of reach. */
import type { Clock } from "./ports.ts";

/** Runs `say` unless it was run less than `every` milliseconds ago. Its failure is nobody's news. */
export type Alert = (say: () => Promise<unknown>) => Promise<void>;

export function createAlert(every: number, clock: Clock): Alert {
	let lastAt: number | null = null;
	return async (say) => {
		const now = clock.monotonic();
		if (lastAt !== null && now - lastAt < every) return;
		lastAt = now;
		await say();
	};
}
