import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders } from "./folders.ts";
import { smallRun } from "./small-run.ts";

const newFolder = folders();

/** A run with one word for make, whose recipe uses it and notes for whom it works. */
async function withWord(word: string, changes: Record<string, string> = {}) {
	const recipe = `bash -c 'echo $$USER' >>$(TEST_FOLDER)/made; echo $(EXTRA_ARGS)`;
	const script = await smallRun(await newFolder(), recipe, { KEEPALIVED_MAKE_ARGS: word, ...changes });
	return { script, ...(await script.run()) };
}

const cleaningUp = { KEEPALIVED_KIND: "cleanup", KEEPALIVED_TARGET: "cleanup-entrypoint/Region" };

describe("make's words", () => {
	it.each([
		["a neighbour's environment for a deploy", "USER=neighbour", {}],
		["a neighbour's environment for a clean-up", "USER=neighbour", cleaningUp],
		["a neighbour's environment, spelled otherwise", "USER := neighbour", {}],
		["another environment of ARO-HCP", "DEPLOY_ENV=perf", {}],
		["another region, so that names are not the checkout's", "EXTRA_ARGS=--concurrency=16 --region eastus", {}],
		["a dry run", "-n", {}],
		["a dry run, among other letters", "-kn", {}],
		["a run whose failures do not count", "--ignore-errors", {}],
		["rules of their own", "--eval=personal-dev-env: ; true", {}],
	])("may not choose %s", async (_what, word, changes) => {
		const { script, status, verdict } = await withWord(word, changes);
		expect(status).toBe(0);
		expect(verdict).toMatchObject({ stage: "settings", code: 10 });
		expect(verdict?.message).toMatch(/^KEEPALIVED_MAKE_ARGS /);
		expect(verdict?.message).not.toMatch(/neighbour|eastus/);
		expect(script.noted("made")).toEqual([]);
	});

	it("are not run as make's own functions either", async () => {
		const evil = join(await newFolder(), "evil");
		const { verdict } = await withWord(`EXTRA_ARGS=$(shell touch ${evil})`);
		expect(verdict).toMatchObject({ stage: "settings", code: 10 });
		expect(existsSync(evil)).toBe(false);
	});

	it("may be variables, dollar signs that make is told to keep, and a number of jobs", async () => {
		const { script, verdict } = await withWord("-j4\nUSERS=all\nEXTRA_ARGS=--concurrency=16\nPRICE=$$5\nSTEP_CACHE_DIR=");
		expect(verdict?.code).toBe(0);
		expect(script.noted("made")).toEqual(["oasis"]);
	});

	it("are no more than the start was given, whatever the machine's own make variables say", async () => {
		const { script, verdict } = await withWord("", { GNUMAKEFLAGS: "-n", MAKEFILES: "/dev/null/no-such-file" });
		expect(verdict?.code).toBe(0);
		expect(script.noted("made")).toEqual(["oasis"]);
	});
});
