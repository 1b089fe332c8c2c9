import { describe, expect, it } from "vitest";
import { makeStandInRepository } from "../world/repository/make-stand-in-repository.ts";
import { folders } from "./folders.ts";
import { Script, standInNames } from "./script.ts";
import { smallRun } from "./small-run.ts";

const newFolder = folders();
const cleaningUp = { KEEPALIVED_KIND: "cleanup", KEEPALIVED_TARGET: "cleanup-entrypoint/Region", KEEPALIVED_MAKE_ARGS: "" };

describe("a clean-up", () => {
	it("deletes what a deploy made: it is no dry run", async () => {
		const { url, sha } = await makeStandInRepository(await newFolder(), { stepSeconds: 0 });
		const folder = await newFolder();
		await new Script(folder, { ...standInNames, GIT_REPO_URL: url }).run();
		const script = new Script(folder, { ...cleaningUp, ...standInNames, GIT_REPO_URL: url, KEEPALIVED_GROUP: "keepalived-a1b2c3-2-1" });
		expect(script.leftIn("groups")).toHaveLength(3);
		const { stages, verdict } = await script.run();
		expect(stages.map((line) => line.split(" ")[0]?.replace("stage=", ""))).toEqual(
			["fence", "settings", "tools", "login", "roles", "clone", "names", "prepare", "cleanup", "end"], //
		);
		expect(verdict).toMatchObject({ stage: "end", code: 0, sha });
		expect(script.leftIn("groups")).toEqual([]);
	});

	it("stays none whatever make's words say", async () => {
		const script = await smallRun(await newFolder(), "echo $(CLEANUP_DRY_RUN) $(CLEANUP_WAIT) >$(TEST_FOLDER)/words", {
			...cleaningUp,
			KEEPALIVED_MAKE_ARGS: "CLEANUP_DRY_RUN=true\nCLEANUP_WAIT=false",
		});
		await script.run();
		expect(script.noted("words")).toEqual(["false true"]);
	});

	it("says 70 when make fails", async () => {
		const script = await smallRun(await newFolder(), "exit 1", cleaningUp);
		expect((await script.run()).verdict).toMatchObject({ stage: "cleanup", code: 70, message: "make ended with status 2" });
	});

	it("says 71 when its time runs out", async () => {
		const script = await smallRun(await newFolder(), "sleep 600", { ...cleaningUp, KEEPALIVED_TIMEOUT_SECONDS: "1" });
		expect((await script.run()).verdict).toMatchObject({ stage: "cleanup", code: 71 });
	});
});
