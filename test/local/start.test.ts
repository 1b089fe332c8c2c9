import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { processesIn, processesLeftIn } from "./processes.ts";
import { storyNames } from "./scenario-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let dir: string;

beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "start-test-"));
});
afterAll(async () => {
	// What a failed test has left.
	for (const group of groups) process.kill(-group, "SIGKILL");
	await rm(dir, { recursive: true });
});

interface Started {
	readonly child: ChildProcess;
	/** Waits until it has said this; rejects when it ends before. */
	said(words: string): Promise<void>;
	ended(): Promise<{ code: number | null; text: string }>;
}

// Real processes on a machine that may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 60_000 });

const groups = new Set<number>();

/** In a process group of its own, as a terminal does it. */
function start(args: readonly string[], temporary = tmpdir()): Started {
	const env = { ...process.env, TMPDIR: temporary };
	const child = spawn(process.execPath, ["--import", "tsx", "test/local/start.ts", ...args], { cwd: root, env, detached: true });
	const group = child.pid ?? 0;
	groups.add(group);
	child.once("exit", () => groups.delete(group));
	let text = "";
	let news = () => {};
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk: Buffer) => {
			text += chunk.toString();
			news();
		});
	}
	const closed = once(child, "close").then(([code]) => ({ code: code as number | null, text }));
	const said = (words: string) =>
		new Promise<void>((resolve, reject) => {
			news = () => text.includes(words) && resolve();
			news();
			void closed.then(({ code }) => reject(new Error(`it ended with ${code} and said: ${text}`)));
		});
	return { child, said, ended: () => closed };
}

const run = (...args: readonly string[]) => start(args).ended();

describe.concurrent("npm start", () => {
	it("refuses a story that is none, and names those that there are", async () => {
		const { code, text } = await run("--scenario", "nope");
		expect(code).toBe(2);
		for (const name of storyNames()) expect(text).toContain(name);
	});

	it("refuses a file that is no scenario, by the place in it", async () => {
		const file = join(dir, "report.json");
		await writeFile(file, JSON.stringify({ title: "x", until: { message: "(" } }));
		const { code, text } = await run("--scenario", file, "--exit");
		expect(code).toBe(2);
		expect(text).toContain("/until/message: is no regular expression");
	});

	it("refuses a setting that the app does not have", async () => {
		expect((await run("--set", "HEALTHY_INTERVALL=1s")).code).toBe(2);
	});

	it("ends with the app's one error when a setting is bad, and starts nothing", async () => {
		const { code, text } = await run("--set", "HEALTHY_INTERVAL=banana", "--exit");
		expect(code).toBe(1);
		expect(text).toMatch(/^1 setting is not usable:\n {2}HEALTHY_INTERVAL: .*\n$/);
		expect(text).not.toContain("banana");
	});

	it("does not keep the environment of another user than DEPLOY_USER", async () => {
		const { code, text } = await run("--set", "AZURE_RESOURCE_GROUP=hcp-underlay-pers-usw3else-svc", "--exit");
		expect(code).toBe(1);
		expect(text).toContain("AZURE_RESOURCE_GROUP");
	});
});

/** A new folder for temporary files, in which the TypeScript loader finds what it keeps from start to start. */
async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(dir, "run-"));
	const cache = `tsx-${process.getuid?.() ?? ""}`;
	await symlink(join(tmpdir(), cache), join(folder, cache));
	return folder;
}

/** Everything that a player started has the folder in its environment. */
async function expectNothingLeft(temporary: string): Promise<void> {
	expect(await processesLeftIn(temporary)).toEqual([]);
	expect((await readdir(temporary)).filter((name) => !name.startsWith("tsx-"))).toEqual([]);
}

describe.concurrent("no process and no file is left", () => {
	it.each([
		["while the world is being started", "Starting the local world"],
		["while a container runs", "stage=clone"],
	])("after Ctrl-C %s", async (_, words) => {
		const temporary = await temporaryFolder();
		const started = start(["--set", "NOT_FOUND_THRESHOLD=1"], temporary);
		await started.said(words);
		process.kill(-(started.child.pid ?? 0), "SIGINT");
		const { code, text } = await started.ended();
		expect(code).toBe(130);
		expect(text).toContain("Ended by Ctrl-C");
		await expectNothingLeft(temporary);
	});

	it("after the player was killed while a container runs", async () => {
		const temporary = await temporaryFolder();
		const { child, said } = start(["--set", "NOT_FOUND_THRESHOLD=1"], temporary);
		await said("stage=clone");
		expect(processesIn(temporary).some((line) => line.includes("run.sh"))).toBe(true);
		const exited = once(child, "exit");
		child.kill("SIGKILL");
		await exited;
		// Whoever cleans up does so on its own.
		await vi.waitFor(() => expectNothingLeft(temporary), { timeout: 30_000, interval: 200 });
	});
});
