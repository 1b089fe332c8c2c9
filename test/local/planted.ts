/** `npm run planted`: plants faults in a copy of the tree, one at a time, and shows which story or test catches each. */
import { spawn } from "node:child_process";
import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import { interruptSignal } from "./interrupt.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "test", "planted");
/** What a copy needs; node_modules is linked. */
const copied = [
	"functions",
	"shared",
	"infra",
	"test",
	"package.json",
	"tsconfig.json",
	"vitest.config.ts",
	"host.json",
	"README.md",
	"local.settings.sample.json",
];

const plantedSchema = z.strictObject({
	/** What a careless change would break, in one sentence. */
	title: z.string().min(1),
	file: z.string().min(1),
	/** Must stand in the file exactly once. */
	find: z.string().min(1),
	replace: z.string(),
	/** A test file (with the test's title, or a part of it) or a story. */
	caughtBy: z.union([z.strictObject({ test: z.string(), title: z.string() }), z.strictObject({ story: z.string() })]),
});
type Planted = z.infer<typeof plantedSchema>;

async function main(args: readonly string[]): Promise<number> {
	const known = (await readdir(folder))
		.filter((file) => file.endsWith(".json"))
		.map((file) => file.slice(0, -5))
		.sort();
	const asked = parse(args, known);
	if (typeof asked === "number") return asked;
	const signal = interruptSignal();
	const width = Math.max(...asked.names.map((name) => name.length));
	const queue = [...asked.names];
	let survived = 0;
	const worker = async (): Promise<void> => {
		for (let name = queue.shift(); name !== undefined && !signal.aborted; name = queue.shift()) {
			const { caught, by } = await plant(name, signal);
			if (signal.aborted) return;
			if (!caught) survived += 1;
			console.log(`${name.padEnd(width)}  ${caught ? "caught by" : "SURVIVED "}  ${by}`);
		}
	};
	await Promise.all(Array.from({ length: asked.jobs }, worker));
	if (signal.aborted) return 130;
	console.log(`${asked.names.length - survived} of ${asked.names.length} planted faults caught`);
	return survived === 0 ? 0 : 1;
}

function parse(args: readonly string[], known: readonly string[]): { readonly names: readonly string[]; readonly jobs: number } | number {
	const help = `Usage: npm run planted [-- NAMES] [--jobs N]\n\nPlants faults in a temporary copy and runs the story or test that must fail then.\n\nFaults: ${known.join(", ")}\nExit codes: 0 all caught, 1 one survived, 2 usage, 130 Ctrl-C.`;
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: { jobs: { type: "string", default: "2" }, help: { type: "boolean", default: false } },
			allowPositionals: true,
		});
		if (values.help) {
			console.log(help);
			return 0;
		}
		const unknown = positionals.find((name) => !known.includes(name));
		if (unknown !== undefined) throw new Error(`there is no planted fault ${unknown}`);
		const jobs = Number(values.jobs);
		if (!Number.isInteger(jobs) || jobs < 1 || jobs > 8) throw new Error("--jobs takes a number from 1 to 8");
		return { names: positionals.length > 0 ? positionals : known, jobs };
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
		return 2;
	}
}

interface Outcome {
	readonly caught: boolean;
	readonly by: string;
}

async function plant(name: string, signal: AbortSignal): Promise<Outcome> {
	const planted = plantedSchema.parse(JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")));
	return inTemporaryFolder(async (dir) => {
		await copyTree(dir);
		const times = await patch(join(dir, planted.file), planted);
		if (times !== 1) return { caught: false, by: `${planted.file} has the place to plant in ${times} times instead of once` };
		return tryOut(dir, planted, signal);
	});
}

async function copyTree(dir: string): Promise<void> {
	for (const part of copied) await cp(join(root, part), join(dir, part), { recursive: true });
	await symlink(join(root, "node_modules"), join(dir, "node_modules"));
}

/** Plants the fault if its place is there exactly once; answers how often it is there. */
async function patch(file: string, { find, replace }: Planted): Promise<number> {
	const text = await readFile(file, "utf8");
	const parts = text.split(find);
	if (parts.length === 2) await writeFile(file, parts.join(replace));
	return parts.length - 1;
}

/** Only a test that ran and failed, or a story that ended otherwise, has caught anything. */
async function tryOut(dir: string, { caughtBy }: Planted, signal: AbortSignal): Promise<Outcome> {
	if ("story" in caughtBy) {
		const { code, said } = await run(
			dir,
			["node_modules/tsx/dist/cli.mjs", "test/local/start.ts", "--scenario", caughtBy.story, "--exit"],
			signal,
		);
		const why = said.split("\n").find((line) => line.startsWith("not as told: ")) ?? "";
		return {
			caught: code === 1 && why !== "",
			by: `story ${caughtBy.story}${why === "" ? ` (exit code ${code})` : `: ${why.slice("not as told: ".length, 200)}`}`,
		};
	}
	const { code, said } = await run(
		dir,
		["node_modules/vitest/vitest.mjs", "run", caughtBy.test, "-t", caughtBy.title, "--reporter=json", "--no-color"],
		signal,
	);
	const failed = failedTitles(said);
	return { caught: code === 1 && failed.length > 0, by: `test ${caughtBy.test}: ${failed[0] ?? `${caughtBy.title} (exit code ${code})`}` };
}

function failedTitles(report: string): readonly string[] {
	const text = report.slice(report.indexOf('{"num'));
	try {
		const parsed = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1)) as {
			testResults: readonly { assertionResults: readonly { status: string; fullName: string }[] }[];
		};
		return parsed.testResults.flatMap((file) => file.assertionResults.filter((one) => one.status === "failed").map((one) => one.fullName));
	} catch {
		return [];
	}
}

function run(dir: string, args: readonly string[], signal: AbortSignal): Promise<{ code: number | null; said: string }> {
	const child = spawn(process.execPath, args, { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
	const end = (): void => void child.kill("SIGINT");
	signal.addEventListener("abort", end, { once: true });
	const said: string[] = [];
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
	return new Promise((resolve) => {
		child.on("close", (code) => {
			signal.removeEventListener("abort", end);
			resolve({ code, said: said.join("") });
		});
	});
}

process.exit(await main(process.argv.slice(2)));
