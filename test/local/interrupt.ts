/** Everything that ends a command early: Ctrl-C, a closed terminal, a mistake of its own. */

/** A second signal so soon is the same Ctrl-C: the terminal tells the whole group, and npm passes it on once more. */
const echoMs = 1_000;

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
		process.on(event, (error: unknown) => {
			// On its way out much breaks that nobody has to hear of.
			if (stop.signal.aborted) return;
			console.error(error);
			process.exitCode = 1;
			stop.abort();
		});
	}
	return stop.signal;
}
