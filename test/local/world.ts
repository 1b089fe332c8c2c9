/** `npm run world`: just the world, for an app that somebody else starts. */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startWorld } from "../world/start-world.ts";
import { eventOf } from "./events.ts";
import { interruptSignal, isInterruption } from "./interrupt.ts";
import { localNames, runnerResourceGroup, shortIntervals } from "./local-settings.ts";
import { lineOf } from "./show.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const help = `Usage: npm run world -- --settings FILE

Starts the local world and writes a complete local.settings.json for it to FILE.
Then, in the folder of this product: npm run build && func start.
The world runs until you press Ctrl-C.

Exit codes: 1 the world could not be had, or FILE not be written, 2 usage, 130 Ctrl-C.`;

async function main(args: readonly string[]): Promise<number> {
	const file = parse(args);
	if (typeof file === "number") return file;
	const signal = interruptSignal();
	try {
		await inTemporaryFolder((dir) => keepWorld(dir, file, signal));
	} catch (error) {
		// Ctrl-C reaches the processes of a world that is still being started, too.
		if (!(await isInterruption(signal))) {
			console.error(error instanceof Error ? error.message : String(error));
			return 1;
		}
	}
	// A mistake of its own ends it like Ctrl-C, but not well.
	return typeof process.exitCode === "number" ? process.exitCode : 130;
}

/** Until the signal; whatever else happens, the world is ended. */
async function keepWorld(dir: string, file: string, signal: AbortSignal): Promise<void> {
	const begun = Date.now();
	const world = await startWorld({
		names: localNames,
		runnerResourceGroup,
		workDir: dir,
		onEvent: (seen) => {
			const line = lineOf(eventOf(seen), begun);
			if (line !== null) console.log(line);
		},
	});
	try {
		const values = { FUNCTIONS_WORKER_RUNTIME: "node", ...world.settings, ...shortIntervals };
		await writeFile(file, `${JSON.stringify({ IsEncrypted: false, Values: values }, null, 2)}\n`, { mode: 0o600 });
		console.log(`The world runs; settings are in ${file}. Press Ctrl-C to end it.`);
		await sleep(2 ** 31 - 1, undefined, { signal }).catch(() => {});
	} finally {
		await world.stop();
	}
}

function parse(args: readonly string[]): string | number {
	try {
		const { values } = parseArgs({ args: [...args], options: { settings: { type: "string" }, help: { type: "boolean", default: false } } });
		if (values.help) {
			console.log(help);
			return 0;
		}
		if (values.settings === undefined) throw new Error("--settings FILE is needed");
		return values.settings;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
		return 2;
	}
}

process.exit(await main(process.argv.slice(2)));
