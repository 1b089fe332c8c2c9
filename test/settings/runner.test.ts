import { describe, expect, it } from "vitest";
import { problemsWith, settingsWith } from "./reading.ts";

const digest = `sha256:${"0a".repeat(32)}`;
const containers = ["RUNNER_IMAGE", "RUNNER_RESOURCE_GROUP", "RUNNER_IDENTITY_ID", "RUNS_URL"];
const without = Object.fromEntries(containers.map((name) => [name, undefined]));

describe("the runner's image", () => {
	it.each([
		"registry.azurecr.io/runner:1.0.0",
		"runner:1",
		"localhost:5000/a/b_c:v1",
		`registry.azurecr.io/runner@${digest}`,
		`registry.azurecr.io/runner:latest@${digest}`,
	])("may be %s", (image) => {
		expect(settingsWith({ RUNNER_IMAGE: image }).runner).toMatchObject({ image });
	});

	it.each([
		["registry.azurecr.io/runner", "neither tag nor digest"],
		["localhost:5000/runner", "neither tag nor digest"],
		["registry.azurecr.io/runner:latest", "latest"],
		["registry.azurecr.io/Runner:1", "lower case"],
		["https://registry.azurecr.io/runner:1", "image reference"],
		["registry.azurecr.io/runner:1 ;", "image reference"],
		["registry.azurecr.io/runner@sha256:12", "image reference"],
	])("may not be %s", (image, why) => {
		expect(problemsWith({ RUNNER_IMAGE: image }).RUNNER_IMAGE).toContain(why);
	});
});

describe("the runner", () => {
	it("of containers needs them described", () => {
		expect(Object.keys(problemsWith(without))).toEqual(containers);
	});

	it("of child processes needs nothing more, and cannot be had in Functions", () => {
		expect(settingsWith({ ...without, RUNNER: "process" }, "standalone").runner).toEqual({ kind: "process" });
		expect(problemsWith({ ...without, RUNNER: "process" }, "functions")).toEqual({
			RUNNER: "must be aci here: child processes are for the standalone mode only.",
		});
	});

	it("of another kind is refused", () => {
		expect(problemsWith({ RUNNER: "vm" })).toEqual({ RUNNER: "must be aci or process." });
	});

	it("has its size in numbers", () => {
		expect(settingsWith({ RUNNER_CPU: "2.5", RUNNER_MEMORY_GB: "8" }).runner).toMatchObject({ cpu: 2.5, memoryGb: 8 });
		expect(problemsWith({ RUNNER_CPU: "0" })).toEqual({ RUNNER_CPU: "must be a number from 1 to 32." });
		expect(problemsWith({ RUNNER_MEMORY_GB: "16GB" })).toEqual({ RUNNER_MEMORY_GB: "must be a number from 1 to 256." });
	});

	it("has regions in order of preference", () => {
		expect(settingsWith({}).runner).toMatchObject({ locations: [] });
		expect(settingsWith({ RUNNER_LOCATIONS: "westus3, eastus,westus3" }).runner).toMatchObject({ locations: ["westus3", "eastus"] });
		expect(problemsWith({ RUNNER_LOCATIONS: "West US 3" })).toHaveProperty("RUNNER_LOCATIONS");
		expect(problemsWith({ RUNNER_LOCATIONS: "westus3 eastus" })).toHaveProperty("RUNNER_LOCATIONS");
	});
});

describe("other settings", () => {
	it.each(["1", "t", "T", "true", "TRUE", "True"])("are true as the earlier service read %s", (text) => {
		expect(settingsWith({ DEPLOY_PERSIST: text, RUN_ONCE: text })).toMatchObject({ deployPersist: true, runOnce: true });
	});

	it.each(["yes", "on", "tRUE", "constructor"])("are neither true nor false as %s", (text) => {
		expect(problemsWith({ DEPLOY_PERSIST: text })).toEqual({ DEPLOY_PERSIST: "must be true or false." });
	});

	it.each(["0", "101", "-1", "1.5", "five", "1e1", "0x5"])("are no threshold as %s", (text) => {
		expect(problemsWith({ NOT_FOUND_THRESHOLD: text })).toEqual({ NOT_FOUND_THRESHOLD: "must be a whole number from 1 to 100." });
	});

	it("say what happens to leftovers in one of three words", () => {
		for (const word of ["cleanup", "deploy", "hold"]) expect(settingsWith({ LEFTOVER_GROUPS: word }).leftoverGroups).toBe(word);
		expect(problemsWith({ LEFTOVER_GROUPS: "Cleanup" })).toEqual({ LEFTOVER_GROUPS: "must be cleanup or deploy or hold." });
	});

	it("name Go by an absolute path that can stand on PATH", () => {
		expect(settingsWith({ GO_BINARY_PATH: "/opt/homebrew/bin/go" }).goBinaryPath).toBe("/opt/homebrew/bin/go");
		for (const path of ["go", "./go", "/a:/b", "/a b/go"]) expect(problemsWith({ GO_BINARY_PATH: path })).toHaveProperty("GO_BINARY_PATH");
	});
});
