import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { folders } from "./folders.ts";
import { smallRun } from "./small-run.ts";

const newFolder = folders();

describe("a run that is stopped from outside", () => {
	it("passes the signal on to make, waits for it, and leaves no verdict", async () => {
		const recipe = "trap 'sleep 0.3; echo told >>$(TEST_FOLDER)/made; exit 1' TERM; echo begun >$(TEST_FOLDER)/made; sleep 600 & wait";
		const script = await smallRun(await newFolder(), recipe);
		const { process: child, ended } = await script.start();
		while (script.noted("made").length === 0) await sleep(50);
		child.kill("SIGTERM");
		const { status, stages, verdict } = await ended;
		expect(status).toBe(0);
		expect(script.noted("made")).toEqual(["begun", "told"]);
		expect(stages.at(-1)).toBe("stage=stopped");
		expect(verdict).toBeNull();
		expect(script.item("log.txt")).toContain("keepalived: stage=stopped");
		expect(script.leftIn("tmp")).toEqual([]);
	});

	it("by Ctrl-C in its terminal tells its end, though its log's own process heard it too", async () => {
		const script = await smallRun(await newFolder(), "echo begun >$(TEST_FOLDER)/made; sleep 600");
		const { process: child, ended } = await script.start({ ownTerminal: true });
		while (script.noted("made").length === 0) await sleep(50);
		process.kill(-(child.pid ?? Number.NaN), "SIGINT");
		const { status, stages, verdict } = await ended;
		expect([status, stages.at(-1), verdict]).toEqual([0, "stage=stopped", null]);
	});

	it("does not go on to its fence", async () => {
		const script = await smallRun(await newFolder(), "true", { KEEPALIVED_RUNS_URL: "file:///dev/null/nowhere" });
		const { process: child, ended } = await script.start();
		// Its marker is ready: it tries to write it.
		while (!script.leftIn("tmp").some((work) => script.leftIn(`tmp/${work}`).includes("started"))) await sleep(50);
		child.kill("SIGTERM");
		expect((await ended).stages).toEqual(["stage=stopped"]);
	});
});
