/** `npm run stories`: many stories side by side, a row each. */
import { parseArgs } from "node:util";
import { bundlesVariable, makeBundles } from "./app-process.ts";
import { interruptSignal, isInterruption } from "./interrupt.ts";
import { type Played, playAll } from "./play-all.ts";
import { readScenario, ScenarioRefused, storyNames } from "./scenario-files.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const help = `Usage: npm run stories [-- NAMES] [--jobs N]

Plays stories side by side (default: all of them) and prints a row each.

  --jobs N   how many at once (default 4)
  --help     this text

Stories: ${storyNames().join(", ")}
Exit codes: 0 all as told, 1 one was not, 2 usage, 130 Ctrl-C.`;

async function main(args: readonly string[]): Promise<number> {
	const asked = parse(args);
	if (typeof asked === "number") return asked;
	const signal = interruptSignal();
	const width = Math.max(...asked.names.map((name) => name.length));
	let wrong = 0;
	const tell = ({ name, seconds, failures }: Played): void => {
		const asTold = failures.length === 0;
		if (!asTold) wrong += 1;
		const row = `${name.padEnd(width)}  ${asTold ? "ok    " : "FAILED"}  ${seconds.toFixed(1).padStart(5)} s`;
		console.log(asTold ? row : `${row}  ${failures.join("; ")}`);
	};
	try {
		await inTemporaryFolder(async (bundles) => {
			const ready = makeBundles(bundles);
			process.env[bundlesVariable] = bundles;
			await playAll({ ...asked, ready, tell }, signal);
		});
	} catch (error) {
		if (!(await isInterruption(signal))) throw error;
	}
	if (signal.aborted) return 130;
	console.log(`${asked.names.length - wrong} of ${asked.names.length} stories as told`);
	return wrong === 0 ? 0 : 1;
}

function parse(args: readonly string[]): { readonly names: readonly string[]; readonly jobs: number } | number {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: { jobs: { type: "string", default: "4" }, help: { type: "boolean", default: false } },
			allowPositionals: true,
		});
		if (values.help) {
			console.log(help);
			return 0;
		}
		const jobs = Number(values.jobs);
		if (!Number.isInteger(jobs) || jobs < 1 || jobs > 16) throw new Error("--jobs takes a number from 1 to 16");
		for (const name of positionals) readScenario(name);
		return { names: positionals.length > 0 ? positionals : storyNames(), jobs };
	} catch (error) {
		console.error(
			error instanceof ScenarioRefused ? error.message : `${error instanceof Error ? error.message : String(error)}\n\n${help}`,
		);
		return 2;
	}
}

process.exit(await main(process.argv.slice(2)));
