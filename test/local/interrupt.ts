/** Everything that ends a command early: Ctrl-C, a closed terminal, a mistake of its own. */
import { setTimeout as sleep } from "node:timers/promises";

/** A second signal so soon is the same Ctrl-C: the terminal tells the whole group, and npm passes it on once more. */
const echoMs = 1_000;

/** Ctrl-C reaches all processes at once; that one of ours died of it may be seen this long before we hear of it ourselves. */
const lateMs = 200;

/** Whether something failed because all is being ended. */
export async function isInterruption(signal: AbortSignal): Promise<boolean> {
	if (!signal.aborted) await sleep(lateMs, undefined, { signal }).catch(() => {});
	return signal.aborted;
}

/**
 * A signal that aborts with the first SIGINT, SIGTERM or SIGHUP of this process, when nobody reads its
 * output any more, and on an exception that nothing caught (told, and `process.exitCode` is then 1).
 */
export function interruptSignal(): AbortSignal {
	const stop = new AbortController();
	let begunAt = 0;
	const begin = (): void => {
		if (stop.signal.aborted && Date.now() - begunAt > echoMs) console.error("Ending; one moment.");
		if (!stop.signal.aborted) begunAt = Date.now();
		stop.abort();
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, begin);
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());
	for (const event of ["uncaughtException", "unhandledRejection"] as const) {
		process.on(event, async (error: unknown) => {
			// On its way out much breaks that nobody has to hear of.
			if (await isInterruption(stop.signal)) return;
			console.error(error);
			process.exitCode = 1;
			stop.abort();
		});
	}
	return stop.signal;
}
