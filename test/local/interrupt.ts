/** Ctrl-C: the first ends things in order, a second one says that it is under way. */

/** A signal that aborts with the first SIGINT or SIGTERM of this process. */
export function interruptSignal(): AbortSignal {
	const stop = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.on(signal, () => {
			if (stop.signal.aborted) console.error("Ending; one moment.");
			stop.abort();
		});
	}
	return stop.signal;
}
