import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Machine, openMachine } from "../../shared/adapters/machine.ts";
import { createRandom } from "../../shared/adapters/random.ts";
import { createRunsFolder } from "../../shared/adapters/runs-folder.ts";
import type { Start } from "../../shared/domain/state.ts";
import type { Runs } from "../../shared/ports.ts";
import { virtualClock } from "../memory/clock.ts";
import { processStart } from "./process-samples.ts";

let home: string;
let machine: Machine;
let runs: Runs;
let start: Start;
beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), "keepalived-runs-"));
	machine = openMachine(join(home, "runs"), createRandom());
	runs = createRunsFolder(machine, virtualClock("2026-11-30T09:16:00.000Z"), createRandom());
	start = processStart(machine, "keepalived-a1b2c3-7-1");
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** As the script writes it. */
async function write(name: string, text: string): Promise<void> {
	const folder = join(machine.folder, start.name);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, name), text, { flag: "wx" });
	await utimes(join(folder, name), 0, Date.parse("2026-11-30T09:15:30Z") / 1_000);
}

const scriptsMarker = JSON.stringify({ writer: "script", nonce: "0badcafe", at: "2026-11-30T09:15:30Z" });
const scripts = { kind: "Marked", writer: "script", nonce: "0badcafe", at: "2026-11-30T09:15:30.000Z" };

describe("a marker in a folder", () => {
	it("is None while nobody made it", async () => {
		expect(await runs.marker(start)).toEqual({ kind: "None" });
	});

	it("shows its writer, its nonce and the file's own date", async () => {
		await write("started", scriptsMarker);
		expect(await runs.marker(start)).toEqual(scripts);
	});

	it("is the script's when that was faster, and stays so", async () => {
		await write("started", scriptsMarker);
		expect(await runs.revoke(start, "ab")).toEqual(scripts);
	});

	it("is one of many that revoke at once: all see the same", async () => {
		const nonces = ["a", "b", "c", "d", "e", "f", "g", "h"];
		const seen = await Promise.all(nonces.map((nonce) => runs.revoke(start, nonce)));
		const [first] = seen;
		expect(first).toMatchObject({ kind: "Marked", writer: "app" });
		expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
		expect(await readdir(join(machine.folder, start.name))).toEqual(["started"]);
	});

	it.each(["", "{", '{"writer":"someone","nonce":"1"}'])("that holds %j is doubt", async (text) => {
		await write("started", text);
		expect(await runs.marker(start)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it("of another machine is doubt, and is not made here", async () => {
		const theirs = processStart(openMachine(join(home, "other"), createRandom()), start.name);
		expect(await runs.marker(theirs)).toMatchObject({ kind: "Unreadable" });
		expect(await runs.revoke(theirs, "ab")).toMatchObject({ kind: "Unreadable" });
		expect(await runs.verdict(theirs)).toMatchObject({ kind: "Unreadable" });
		expect(await readdir(machine.folder)).toEqual(["machine"]);
	});

	it("is no absence when the folder went away", async () => {
		await rm(machine.folder, { recursive: true });
		expect(await runs.marker(start)).toMatchObject({ kind: "Unreadable" });
	});

	it("is nobody's when it can't be written", async () => {
		await writeFile(join(machine.folder, start.name), "a file where the start's folder should be");
		expect(await runs.revoke(start, "ab")).toMatchObject({ kind: "Unreadable" });
	});
});

describe("a verdict in a folder", () => {
	it("is read as it was written, None while there is none, doubt when it is half", async () => {
		expect(await runs.verdict(start)).toEqual({ kind: "None" });
		await write(
			"verdict.json",
			JSON.stringify({ schemaVersion: 1, stage: "deploy", code: 50, sha: "c3f02f9", junit: { tests: 4, failures: 1 } }),
		);
		expect(await runs.verdict(start)).toMatchObject({
			kind: "Verdict",
			stage: "deploy",
			code: 50,
			sha: "c3f02f9",
			junit: { tests: 4, failures: 1 },
		});
		await writeFile(join(machine.folder, start.name, "verdict.json"), '{"stage":"dep');
		expect(await runs.verdict(start)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});
});

describe("a machine", () => {
	it("keeps its name for as long as its folder, and two folders are two machines", () => {
		expect(openMachine(machine.folder, createRandom())).toEqual(machine);
		expect(openMachine(join(home, "other"), createRandom()).name).not.toBe(machine.name);
	});

	it("is opened by many at once under one name", async () => {
		const folder = join(home, "third");
		const names = await Promise.all(Array.from({ length: 8 }, async () => openMachine(folder, createRandom()).name));
		expect(new Set(names).size).toBe(1);
		expect(await readdir(folder)).toEqual(["machine"]);
	});
});
