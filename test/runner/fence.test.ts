import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders } from "./folders.ts";
import type { Script } from "./script.ts";
import { notingMake, smallRun } from "./small-run.ts";

const newFolder = folders();

async function aRun(variables: Record<string, string> = {}): Promise<Script> {
	return smallRun(await newFolder(), notingMake, variables);
}

/** A marker that was there first. */
async function mark(script: Script, text: string): Promise<void> {
	const folder = join(script.folder, "runs", script.variables.KEEPALIVED_GROUP ?? "");
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, "started"), text);
}

describe("the fence", () => {
	it("turns a second start of the same container away, and leaves the first one's verdict alone", async () => {
		const script = await aRun();
		await script.run();
		const first = script.item("verdict.json");
		const { status, stages } = await script.run();
		expect(status).toBe(0);
		expect(stages).toEqual(["stage=started-twice code=80"]);
		expect(script.noted("made")).toEqual(["made"]);
		expect(script.item("verdict.json")).toBe(first);
	});

	it("turns away a start that the app has revoked", async () => {
		const script = await aRun();
		await mark(script, JSON.stringify({ writer: "app", nonce: "0123", at: "2026-11-30T09:00:00Z" }));
		const { status, stages, verdict } = await script.run();
		expect(status).toBe(0);
		expect(stages).toEqual(["stage=revoked code=80"]);
		expect(verdict).toBeNull();
		expect(script.noted("made")).toEqual([]);
		expect(script.noted("az-calls")).toEqual([]);
	});

	it("turns away a start whose marker nobody understands", async () => {
		const script = await aRun();
		await mark(script, "<html>");
		expect((await script.run()).stages).toEqual(["stage=started-twice code=80"]);
		expect(script.noted("made")).toEqual([]);
	});

	it("ends without a verdict where no marker can be written", async () => {
		const script = await aRun({ KEEPALIVED_FENCE_SECONDS: "1" });
		await writeFile(join(script.folder, "runs"), "a file where a folder should be");
		const { status, stages, verdict } = await script.run();
		expect(status).toBe(0);
		expect(stages).toEqual(["stage=fence status=failed seconds=N code=15", "stage=fence code=15"]);
		expect(verdict).toBeNull();
		expect(script.noted("az-calls")).toEqual([]);
	});

	it("lets a start that comes too late touch nothing, not even the marker", async () => {
		const script = await aRun({ KEEPALIVED_NOT_AFTER: String(Math.floor(Date.now() / 1_000) - 1) });
		const { status, output, stages } = await script.run();
		expect(status).toBe(0);
		expect(stages).toEqual(["stage=settings code=10"]);
		expect(output).toContain("KEEPALIVED_NOT_AFTER has passed");
		expect(script.item("started")).toBeNull();
		expect(script.noted("az-calls")).toEqual([]);
	});

	it("lets one of ten starts of one name act, and no other", async () => {
		const script = await aRun();
		const ended = await Promise.all(Array.from({ length: 10 }, () => script.run()));
		expect(script.noted("made")).toEqual(["made"]);
		expect(ended.filter(({ stages }) => stages.at(-1) === "stage=end code=0")).toHaveLength(1);
		expect(ended.filter(({ stages }) => stages.join() === "stage=started-twice code=80")).toHaveLength(9);
		expect(ended.map(({ status }) => status)).toEqual(Array(10).fill(0));
	});

	it("gives a person the code as the exit status, if asked to", async () => {
		const script = await aRun({ KEEPALIVED_EXIT_WITH_CODE: "1" });
		expect((await script.run()).status).toBe(0);
		expect((await script.run()).status).toBe(80);
	});
});
