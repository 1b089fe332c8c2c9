import { describe, expect, it } from "vitest";
import { problemsWith, settingsWith } from "./reading.ts";

describe.each(["DEPLOY_MAKE_ARGS", "CLEANUP_MAKE_ARGS"])("%s", (name) => {
	it.each([
		["a neighbour's environment", "USE_LATEST_IMAGES=1 USER=neighbour", "sets USER"],
		["a neighbour's environment, spelled otherwise", "'USER := neighbour'", "sets USER"],
		["another environment of ARO-HCP", "DEPLOY_ENV=perf", "sets DEPLOY_ENV"],
		["another region", "REGION=eastus", "sets REGION"],
		["another region, among other options", "'EXTRA_ARGS=--concurrency=16 --region eastus'", "chooses a region"],
		["a dry run", "-n", "option of make"],
		["a run whose failures do not count", "--ignore-errors", "option of make"],
		["a command of make's own", "'EXTRA_ARGS=$(shell touch evil)'", "which make expands"],
	])("may not choose %s", (_what, text, sentence) => {
		const problem = problemsWith({ [name]: text })[name];
		expect(problem).toContain(sentence);
		expect(problem).not.toMatch(/neighbour|perf\b|eastus|evil/);
	});

	it("may be variables, a dollar sign that make is told to keep, and a number of jobs", () => {
		const words = ["-j4", "USERS=all", "EXTRA_ARGS=--concurrency=16", "PRICE=$$5", "STEP_CACHE_DIR="];
		const settings = settingsWith({ [name]: "-j4 USERS=all EXTRA_ARGS=--concurrency=16 'PRICE=$$5' STEP_CACHE_DIR=" });
		expect(name === "DEPLOY_MAKE_ARGS" ? settings.deployMakeArgs : settings.cleanupMakeArgs).toEqual(words);
	});
});
