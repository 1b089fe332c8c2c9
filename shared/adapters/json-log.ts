/** Lines on the console: one JSON object a tick, plain text otherwise. */
import type { Log } from "../ports.ts";

/** The console of the host. `undefined` values are left out. */
export function createJsonLog(write: (line: string) => void = (line) => console.log(line)): Log {
	return {
		tick: (line) => write(JSON.stringify(line)),
		info: (text) => write(text),
		warn: (text) => write(text),
	};
}
