/** Tells a dead man's switch (healthchecks.io style) that ticks end well, or that one did not. */
import axios from "axios";
import type { Clock, Deadlines } from "../ports.ts";

export interface Heartbeat {
	/** Pings at most every ten minutes a kind. Never throws: an unreachable switch says so itself. */
	beat(well: boolean): Promise<void>;
}

const every = 10 * 60_000;

/** `url` null: no switch. */
export function createHeartbeat(url: string | null, clock: Clock, deadlines: Deadlines, callDeadline: number): Heartbeat {
	const lastAt = new Map<boolean, number>();
	return {
		beat: async (well) => {
			const now = clock.monotonic();
			const last = lastAt.get(well);
			if (url === null || (last !== undefined && now - last < every)) return;
			lastAt.set(well, now);
			try {
				await deadlines.within(callDeadline, (signal) =>
					axios.post(`${url}${well ? "" : "/fail"}`, "", { signal, maxRedirects: 0, proxy: false }),
				);
			} catch {
				// The switch notices silence: that is what it is for.
			}
		},
	};
}
