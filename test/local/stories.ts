/** `npm run stories`: many stories side by side, each in a process of its own, a row each. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundlesVariable, makeBundles } from "./app-process.ts";
import { interruptSignal, isInterruption } from "./interrupt.ts";
import { readScenario, ScenarioRefused, storyNames } from "./scenario-files.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const help = `Usage: npm run stories [-- NAMES] [--jobs N]

Plays stories side by side (default: all of them) and prints a row each.

  --jobs N   how many at once (default 4)
  --help     this text

Stories: ${storyNames().join(", ")}
Exit codes: 0 all as told, 1 one was not, 2 usage, 130 Ctrl-C.`;

const start = fileURLToPath(new URL("./start.ts", import.meta.url));

async function main(args: readonly string[]): Promise<number> {
	const asked = parse(args);
	if (typeof asked === "number") return asked;
	const signal = interruptSignal();
	const queue = [...asked.names];
	const width = Math.max(...asked.names.map((name) => name.length));
	let wrong = 0;
	const worker = async (): Promise<void> => {
		for (let name = queue.shift(); name !== undefined && !signal.aborted; name = queue.shift()) {
			const { code, seconds, why } = await play(name, signal);
			if (signal.aborted) return;
			if (code !== 0) wrong += 1;
			console.log(
				`${name.padEnd(width)}  ${code === 0 ? "ok    " : "FAILED"}  ${seconds.toFixed(1).padStart(5)} s${why === "" ? "" : `  ${why}`}`,
			);
		}
	};
	try {
		await inTemporaryFolder(async (bundles) => {
			await makeBundles(bundles);
			process.env[bundlesVariable] = bundles;
			await Promise.all(Array.from({ length: asked.jobs }, worker));
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

interface Played {
	readonly code: number;
	readonly seconds: number;
	/** What was not as told, or the last words. */
	readonly why: string;
}

function play(name: string, signal: AbortSignal): Promise<Played> {
	const begun = Date.now();
	const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), start, "--scenario", name, "--exit"], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const end = (): void => void child.kill("SIGINT");
	signal.addEventListener("abort", end, { once: true });
	const said: string[] = [];
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
	return new Promise((resolve) => {
		child.on("close", (code) => {
			signal.removeEventListener("abort", end);
			const lines = said.join("").split("\n");
			const wrong = lines.filter((line) => line.startsWith("not as told: ")).map((line) => line.slice("not as told: ".length));
			const why =
				code === 0 ? "" : wrong.length > 0 ? wrong.join("; ") : (lines.filter((line) => line.trim() !== "").at(-1) ?? "it said nothing");
			resolve({ code: code ?? 1, seconds: (Date.now() - begun) / 1000, why });
		});
	});
}

process.exit(await main(process.argv.slice(2)));
