import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withAz } from "./az.ts";
import { folders } from "./folders.ts";
import { makefile, makeRepository } from "./repository.ts";
import { Script } from "./script.ts";
import { notingMake, smallRun } from "./small-run.ts";

const newFolder = folders();

/** A run of a repository with these files. */
async function ofFiles(files: Readonly<Record<string, string>>, variables: Record<string, string> = {}): Promise<Script> {
	const folder = await newFolder();
	const { url } = await makeRepository(join(folder, "repository"), files);
	return new Script(folder, { GIT_REPO_URL: url, KEEPALIVED_RESOURCE_GROUP: "mine", KEEPALIVED_CLUSTER: "mine", ...variables });
}

describe("a checkout", () => {
	it("is found by the beginning of a commit's id", async () => {
		const folder = await newFolder();
		const { url, shas } = await makeRepository(join(folder, "repository"), makefile(notingMake), { other: "x" });
		const watched = { KEEPALIVED_RESOURCE_GROUP: "mine", KEEPALIVED_CLUSTER: "mine" };
		const script = new Script(folder, { GIT_REPO_URL: url, GIT_REF: (shas[0] ?? "").slice(0, 7), ...watched });
		expect((await script.run()).verdict).toMatchObject({ code: 0, sha: shas[0] });
	});

	it("keeps neither the key nor the address from make's sight", async () => {
		const recipe = "(find $$TMPDIR -name key; git remote -v; env | grep -E '^GIT_(SSH|REPO)') >$(TEST_FOLDER)/access || true";
		const script = await smallRun(await newFolder(), recipe, { GIT_SSH_KEY: "a key that nobody may see" });
		expect((await script.run()).verdict?.code).toBe(0);
		expect(script.noted("access")).toEqual([""]);
	});

	it("without the target ends before make: nothing was built, nothing is to be cleaned up", async () => {
		const { verdict } = await (await ofFiles({ Makefile: "renamed:\n\ttrue\n" })).run();
		expect(verdict).toMatchObject({ stage: "prepare", code: 40, message: "this checkout has no target personal-dev-env" });
	});

	it("whose Makefile is broken ends before make", async () => {
		const broken = { Makefile: "$(error main is broken)\ninstall-tools personal-dev-env:\n\ttrue\n" };
		expect((await (await ofFiles(broken)).run()).verdict).toMatchObject({ stage: "prepare", code: 40 });
	});

	it("of ARO-HCP builds nothing for a watched group that is not of its naming", async () => {
		const names = {
			"tooling/templatize/settings.yaml": "environments:\n- name: pers\n  defaults:\n    region: westus3\n",
			"config/rendered/dev/pers/westus3.yaml": "  rg: hcp-underlay-pers-usw3test-svc\n",
		};
		const watched = { KEEPALIVED_RESOURCE_GROUP: "hcp-underlay-usw3oasi-svc", KEEPALIVED_CLUSTER: "usw3oasi-svc" };
		const script = await ofFiles({ ...makefile(notingMake), ...names }, watched);
		expect((await script.run()).verdict).toMatchObject({ stage: "names", code: 35 });
		expect(script.noted("made")).toEqual([]);
	});
});

describe("on a person's own machine", () => {
	it.each(["Application Support", "100% mine", "a%20b"])(
		"a runs folder called %s is the one that the app reads, letter by letter",
		async (name) => {
			const folder = await newFolder();
			const script = await smallRun(folder, notingMake, { KEEPALIVED_RUNS_URL: `file://${join(folder, name)}` });
			expect((await script.run()).status).toBe(0);
			expect(existsSync(join(folder, name, "keepalived-a1b2c3-1-1", "verdict.json"))).toBe(true);
		},
	);

	it("an object id that nobody tells is left for the Makefile to find", async () => {
		const script = await smallRun(await newFolder(), "env | grep ^PRINCIPAL_ID= >$(TEST_FOLDER)/id || true");
		const nobody = await withAz(script, '[[ "$1 $2" != "ad signed-in-user" ]] || exit 1');
		expect((await nobody.run()).verdict?.code).toBe(0);
		expect(script.noted("id")).toEqual([""]);
	});
});
