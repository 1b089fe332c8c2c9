/** Ends waits: work is told to stop by its signal, and left alone if it does not listen. */
import type { Deadlines } from "../ports.ts";

/** A wait that was ended. */
export class DeadlinePassed extends Error {
	override readonly name = "DeadlinePassed";
	constructor(ms: number) {
		super(`no answer within ${ms / 1000} s`);
	}
}

export function createDeadlines(): Deadlines {
	return { within, sleep };
}

async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const stop = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			const passed = new DeadlinePassed(ms);
			// The race first: the caller hears of the deadline, not of the abort that follows from it.
			reject(passed);
			stop.abort(passed);
		}, ms);
	});
	// As a promise even where the work throws before its first wait: the timer must not outlive it.
	const working = (async () => work(stop.signal))();
	// Work that fails after its deadline fails unheard.
	working.catch(() => {});
	try {
		return await Promise.race([working, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves after `ms`, or at once when the signal aborts. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) return resolve();
		const done = (): void => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, Math.max(0, ms));
		signal?.addEventListener("abort", done, { once: true });
	});
}
