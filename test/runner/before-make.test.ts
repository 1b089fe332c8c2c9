import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folders } from "./folders.ts";
import { makefile, makeRepository } from "./repository.ts";
import { Script, tools } from "./script.ts";
import { notingMake, smallRun } from "./small-run.ts";

const newFolder = folders();
const secret = "correct-horse-battery-staple";

async function aRun(variables: Record<string, string> = {}): Promise<Script> {
	return smallRun(await newFolder(), notingMake, variables);
}

/** Runs to an end before make, and says where. */
async function endOf(script: Script): Promise<{ stage: string; code: number; message: string }> {
	const { status, verdict } = await script.run();
	expect(status).toBe(0);
	expect(script.noted("made")).toEqual([]);
	return { stage: verdict?.stage ?? "", code: verdict?.code ?? -1, message: verdict?.message ?? "" };
}

describe("settings and tools", () => {
	it("name every bad setting at once, without its value", async () => {
		const script = await aRun({ KEEPALIVED_KIND: secret, DEPLOY_USER: "Oasis-1", KEEPALIVED_TARGET: "", GIT_REF: "--upload-pack=evil" });
		const { stage, code, message } = await endOf(script);
		expect([stage, code]).toEqual(["settings", 10]);
		for (const name of ["KEEPALIVED_KIND", "DEPLOY_USER", "KEEPALIVED_TARGET", "GIT_REF"]) expect(message).toContain(name);
		expect(message).not.toMatch(/correct-horse|Oasis-1|evil/);
	});

	it("name the tools that the image lacks", async () => {
		const script = await aRun();
		const some = join(script.folder, "bin");
		await mkdir(some);
		for (const name of ["go", "bicep", "kubectl"]) await symlink(join(tools[1] ?? "", name), join(some, name));
		const poorer = new Script(script.folder, { ...script.variables, PATH: `${some}:/usr/bin:/bin` });
		expect(await endOf(poorer)).toEqual({ stage: "tools", code: 12, message: "missing in the image: az kubelogin" });
	});

	it("put the folder of GO_BINARY_PATH first", async () => {
		const script = await aRun();
		const folder = join(script.folder, "own-go");
		await mkdir(folder);
		await symlink(join(tools[1] ?? "", "go"), join(folder, "go"));
		const own = new Script(script.folder, { ...script.variables, GO_BINARY_PATH: join(folder, "go") });
		const { url } = await makeRepository(join(script.folder, "which"), makefile("command -v go >$(TEST_FOLDER)/which-go"));
		await new Script(script.folder, { ...own.variables, GIT_REPO_URL: url }).run();
		expect(script.noted("which-go")).toEqual([join(folder, "go")]);
	});
});

describe("login and roles", () => {
	it("are waited for: they may take minutes to reach a fresh container", async () => {
		const script = await aRun();
		await writeFile(join(script.folder, "no-roles"), "once\ntwice\n");
		expect((await script.run()).verdict?.code).toBe(0);
		expect(script.noted("az-calls").filter((call) => call.startsWith("group list"))).toHaveLength(3);
	});

	it("are given up when the time for both is used up, after three tries at least", async () => {
		const script = await aRun({ KEEPALIVED_LOGIN_SECONDS: "0" });
		await writeFile(join(script.folder, "no-roles"), "once\ntwice\nthrice\n");
		expect(await endOf(script)).toMatchObject({ stage: "roles", code: 21 });
	});
});

describe("clone", () => {
	const refs = makeTwoCommits();

	it.each([
		["a branch", { GIT_REF: "old" }, "one"],
		["a tag", { GIT_REF: "v1" }, "one"],
		["a commit", { GIT_REF: "sha" }, "one"],
		["the commit of an earlier run, whatever the branch holds by now", { GIT_REF: "main", GIT_SHA: "sha" }, "one"],
		["a branch's newest commit", { GIT_REF: "main" }, "two"],
	])("takes %s", async (_what, variables, made) => {
		const { url, shas } = await refs;
		const known = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value === "sha" ? (shas[0] ?? "") : value]));
		const script = await aRun({ GIT_REPO_URL: url, ...known });
		const { verdict } = await script.run();
		expect(script.noted("made")).toEqual([made]);
		expect(verdict).toMatchObject({ code: 0, sha: shas[made === "one" ? 0 : 1] });
	});

	it("that fails ends the run before make", async () => {
		expect(await endOf(await aRun({ GIT_REF: "no-such-branch" }))).toMatchObject({ stage: "clone", code: 30 });
	});

	it("never shows the repository's password or key, and leaves no key behind", async () => {
		const variables = { GIT_REPO_URL: `https://someone:${secret}@127.0.0.1:1/x.git`, GIT_SSH_KEY: `${secret}-key` };
		const script = await aRun(variables);
		const { output, verdict } = await script.run();
		expect(verdict?.code).toBe(30);
		expect(output + script.item("verdict.json") + script.item("log.txt")).not.toContain(secret);
		expect(script.leftIn("tmp")).toEqual([]);
	});

	async function makeTwoCommits() {
		const [one, two] = ["one", "two"].map((word) => makefile(`echo ${word} >>$(TEST_FOLDER)/made`));
		const repository = await makeRepository(join(await newFolder(), "refs"), one ?? {}, two ?? {});
		await repository.git("tag", "v1", "HEAD~1");
		await repository.git("branch", "old", "HEAD~1");
		return repository;
	}
});

describe("names", () => {
	const settings = "environments:\n- name: dev\n  defaults:\n    region: uksouth\n- name: pers\n  defaults:\n    region: eastus\n";
	const files = {
		...makefile(notingMake),
		"tooling/templatize/settings.yaml": settings,
		"config/rendered/dev/pers/eastus.yaml": "svc:\n  rg: hcp-underlay-pers-usetest-svc\n",
	};
	const watched = (stem: string, cluster: string) => ({
		KEEPALIVED_RESOURCE_GROUP: `hcp-underlay-pers-${stem}-svc`,
		KEEPALIVED_CLUSTER: `pers-${cluster}-svc`,
		KEEPALIVED_GROUPS: "some-group",
	});

	async function named(variables: Record<string, string>, repository: Readonly<Record<string, string>> = files): Promise<Script> {
		const folder = await newFolder();
		const { url } = await makeRepository(join(folder, "repository"), repository);
		return new Script(folder, { GIT_REPO_URL: url, ...variables });
	}

	it("end the run when the checkout's region has moved, and name both", async () => {
		const message = "this checkout would build hcp-underlay-pers-useoasi-svc, but hcp-underlay-pers-usw3oasi-svc is watched";
		expect(await endOf(await named(watched("usw3oasi", "usw3oasi")))).toEqual({ stage: "names", code: 35, message });
	});

	it("end the run when it would build a neighbour's environment, or a cluster of another name", async () => {
		expect(await endOf(await named({ ...watched("useoasi", "useoasi"), DEPLOY_USER: "neighbour" }))).toMatchObject({ code: 35 });
		expect(await endOf(await named(watched("useoasi", "useother")))).toMatchObject({ code: 35 });
	});

	it("let the run go on when they are the same", async () => {
		const script = await named(watched("useoasi", "useoasi"));
		expect((await script.run()).verdict?.code).toBe(0);
		expect(script.noted("made")).toEqual(["made"]);
	});

	it("that can't be read out of the checkout are doubt, and doubt builds nothing", async () => {
		const script = await named(watched("useoasi", "useoasi"), makefile(notingMake));
		const { verdict } = await script.run();
		expect(verdict).toMatchObject({ stage: "names", code: 35 });
		expect(verdict?.message).toContain("renders no personal environment");
		expect(script.noted("made")).toEqual([]);
	});

	it("are a person's own where ARO-HCP would not give such names", async () => {
		const own = { KEEPALIVED_RESOURCE_GROUP: "my-own-group", KEEPALIVED_CLUSTER: "my-own-cluster", KEEPALIVED_GROUPS: "my-own-group" };
		expect((await (await named(own, makefile(notingMake))).run()).verdict?.code).toBe(0);
	});
});

describe("one more look before make", () => {
	async function withGroups(script: Script, ...names: readonly string[]): Promise<Script> {
		await mkdir(join(script.folder, "groups"));
		for (const name of names) await writeFile(join(script.folder, "groups", name), "");
		return script;
	}

	it("ends a deploy when a group of the environment is there", async () => {
		const script = await withGroups(await aRun({ KEEPALIVED_GROUPS: "a\nb" }), "b");
		expect(await endOf(script)).toEqual({ stage: "exists", code: 36, message: "resource group b is there" });
	});

	it("lets accepted leftovers be, in whatever case Azure writes their names", async () => {
		const script = await withGroups(await aRun({ KEEPALIVED_GROUPS: "a\nb", KEEPALIVED_ACCEPTED_GROUPS: "B" }), "b");
		expect((await script.run()).verdict?.code).toBe(0);
	});

	it("takes doubt for no absence", async () => {
		const script = await aRun();
		await writeFile(join(script.folder, "no-sight"), "");
		expect(await endOf(script)).toMatchObject({ stage: "exists", code: 20 });
	});
});
