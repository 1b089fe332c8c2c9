import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWorld } from "../world/start-world.ts";
import type { World } from "../world/types.ts";
import { localNames, runnerResourceGroup } from "./local-settings.ts";

// Real processes on a machine that may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let workDir: string;
let world: World;

beforeAll(async () => {
	workDir = await mkdtemp(join(tmpdir(), "operate-test-"));
	world = await startWorld({ names: localNames, runnerResourceGroup, workDir });
});
afterAll(async () => {
	await world?.stop();
	await rm(workDir, { recursive: true });
});

interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

function operate(args: readonly string[], changes: Readonly<Record<string, string>> = {}): Promise<Ended> {
	const script = fileURLToPath(new URL("../../shared/operate.ts", import.meta.url));
	const { PATH = "", HOME = "" } = process.env;
	const env = { PATH, HOME, ...world.settings, ...changes };
	return new Promise((resolve) => {
		execFile(process.execPath, ["--import", import.meta.resolve("tsx"), script, ...args], { env }, (error, out, err) =>
			resolve({ code: error === null ? 0 : Number(error.code), out, err }),
		);
	});
}

describe("operate", () => {
	it("shows the status of an app that has never looked, as text and as JSON", async () => {
		const text = await operate(["status"]);
		expect(text).toMatchObject({ code: 0, err: "" });
		expect(text.out).toMatch(/^phase {10}Watching \(NotSeenYet\)$/m);
		const { out } = await operate(["status", "--json"]);
		expect(JSON.parse(out)).toMatchObject({ phase: "Watching", run: null, messages: { waiting: 0 } });
	});

	it("pauses and resumes, and says so to Slack", async () => {
		const paused = await operate(["pause", "3d", "--by", "ana", "--why", "building by hand"]);
		expect(paused).toMatchObject({ code: 0, err: "" });
		expect(paused.out).toMatch(/^Done: paused until /);
		const { out } = await operate(["status", "--json"]);
		expect(JSON.parse(out)).toMatchObject({ reason: "Paused", pause: { by: "ana", why: "building by hand" }, messages: { waiting: 1 } });
		expect((await operate(["resume", "--by", "ana"])).out).toBe("Done: resumed.\n");
	});

	it("refuses in words what cannot be done: exit code 1", async () => {
		const { code, err } = await operate(["cancel"]);
		expect(code).toBe(1);
		expect(err).toMatch(/no run/i);
	});

	it("tells a typing error from bad settings: exit codes 2 and 1", async () => {
		expect(await operate(["pause", "banana"])).toMatchObject({ code: 2, out: "" });
		const { code, err } = await operate(["status"], { AKS_CLUSTER_NAME: "" });
		expect(code).toBe(1);
		expect(err).toContain("AKS_CLUSTER_NAME");
	});

	it("says that the table can't be used, and what to do: exit code 3", async () => {
		world.addFault({ name: "refused", service: "table", answer: { status: 403 } });
		const { code, err } = await operate(["status"]);
		world.removeFault("refused");
		expect(code).toBe(3);
		expect(err).toContain("Storage Table Data Contributor");
	});
});
