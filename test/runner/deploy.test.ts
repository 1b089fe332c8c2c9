import { describe, expect, it } from "vitest";
import { makeStandInRepository } from "../world/repository/make-stand-in-repository.ts";
import { folders } from "./folders.ts";
import { isRunning, Script, standInNames } from "./script.ts";
import { smallRun } from "./small-run.ts";

const newFolder = folders();

const deploying = async (...rest: DropFirst<Parameters<typeof smallRun>>) => smallRun(await newFolder(), ...rest);
type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

describe("a deploy", () => {
	it("passes through its stages in order, makes the environment, and leaves a verdict of what was built", async () => {
		const repository = await makeStandInRepository(await newFolder(), { stepSeconds: 0 });
		const script = new Script(await newFolder(), { ...standInNames, GIT_REPO_URL: repository.url });
		const { status, stages, verdict } = await script.run();
		expect(stages).toEqual([
			"stage=fence status=ok seconds=N",
			"stage=settings status=ok seconds=N",
			"stage=tools status=ok seconds=N",
			"stage=login status=ok seconds=N",
			"stage=roles status=ok seconds=N",
			`stage=clone status=ok seconds=N sha=${repository.sha}`,
			"stage=names status=ok seconds=N builds=hcp-underlay-pers-usw3oasi-svc",
			"stage=exists status=ok seconds=N",
			"stage=prepare status=ok seconds=N",
			"stage=deploy status=ok seconds=N",
			"stage=post status=ok seconds=N",
			"stage=end code=0",
		]);
		expect(status).toBe(0);
		const { nonce } = JSON.parse(script.item("started") ?? "{}");
		const junit = { tests: 5, failures: 0 };
		expect(verdict).toMatchObject({ stage: "end", code: 0, sha: repository.sha, junit, message: null, nonce });
		expect(script.noted("az-calls").filter((call) => call.startsWith("aks create"))).toHaveLength(2);
	});

	it("exits with 0 and code 50 when make fails, and says how many steps did", async () => {
		const junit = '<testsuites><testsuite name="a" tests="7" failures="2" errors="1"/>\\n<testsuite tests="3" failures="0"/></testsuites>';
		const script = await deploying(`mkdir _artifacts; printf '${junit}' >_artifacts/junit_entrypoint.xml; exit 7`);
		const { status, stages, verdict } = await script.run();
		expect(status).toBe(0);
		expect(stages.slice(-2)).toEqual(["stage=deploy status=failed seconds=N code=50", "stage=deploy code=50"]);
		expect(verdict).toMatchObject({ stage: "deploy", code: 50, junit: { tests: 10, failures: 3 } });
	});

	it("hands make the environment that ARO-HCP wants, and no variable that breaks it", async () => {
		const script = await deploying("env >$(TEST_FOLDER)/environment", {
			USER: "someone-else",
			GOFLAGS: "-mod=vendor",
			GITHUB_ACTIONS: "true",
			AZURE_CLOUD_NAME: "AzureCloud",
			MAKEFLAGS: "n",
			GIT_SSH_KEY: "a key that nobody may see",
			DEPLOY_PERSIST: "true",
		});
		const { verdict } = await script.run();
		expect(verdict?.code).toBe(0);
		const seen = script.noted("environment");
		expect(seen).toEqual(expect.arrayContaining(["USER=oasis", "DEPLOY_ENV=pers", "PRINCIPAL_ID=00000000-1111-4222-8333-444444444444"]));
		expect(seen.filter((line) => /^(GOFLAGS|GITHUB_ACTIONS|AZURE_CLOUD_NAME|GIT_SSH_KEY|GIT_REPO_URL)=/.test(line))).toEqual([]);
		expect(seen.find((line) => line.startsWith("MAKEFLAGS="))).toMatch(/PERSIST=true/);
	});

	it("never evaluates make's words, whatever stands in them", async () => {
		const words = ["USE_LATEST_IMAGES=1", "EXTRA_ARGS=--a 'b  c' --d", "EVIL=`touch evil`$$(touch evil); touch evil", "STEP_CACHE_DIR="];
		const recipe = `printf '%s\\n' "$$EXTRA_ARGS" "$$EVIL" "$(origin STEP_CACHE_DIR)" >$(TEST_FOLDER)/words`;
		const script = await deploying(recipe, { KEEPALIVED_MAKE_ARGS: words.join("\n") }, "export EXTRA_ARGS EVIL\n");
		expect((await script.run()).verdict?.code).toBe(0);
		expect(script.noted("words")).toEqual(["--a 'b  c' --d", "`touch evil`$(touch evil); touch evil", "command line"]);
	});

	it("stops make at the deadline, with all that it started, even what does not listen, and says 51", async () => {
		const deaf = "(trap '' TERM; echo $$BASHPID >>$(TEST_FOLDER)/pids; exec sleep 600) &";
		const recipe = `echo $$$$ >$(TEST_FOLDER)/pids; ${deaf} wait`;
		const script = await deploying(recipe, { KEEPALIVED_TIMEOUT_SECONDS: "4" });
		const { status, verdict } = await script.run();
		expect(status).toBe(0);
		expect(verdict).toMatchObject({ stage: "deploy", code: 51 });
		const pids = script.noted("pids").map(Number);
		expect(pids).toHaveLength(2);
		expect(pids.filter(isRunning)).toEqual([]);
	});

	it("ends although something that make started goes on holding its output", async () => {
		// In a session of its own, so that it outlives make's process group.
		const recipe = "setsid sh -c 'echo $$$$ >$(TEST_FOLDER)/pid; exec sleep 30' & until [[ -s $(TEST_FOLDER)/pid ]]; do sleep 0.1; done";
		const script = await deploying(recipe);
		const { process: child, ended } = await script.start();
		const status = await new Promise((resolve) => child.once("exit", resolve));
		expect(status).toBe(0);
		const left = Number(script.noted("pid")[0]);
		expect(isRunning(left)).toBe(true);
		process.kill(left, "SIGKILL");
		expect((await ended).verdict?.code).toBe(0);
	});
});

describe("after a deploy", () => {
	const more = "tracing:\n\techo tracing >>$(TEST_FOLDER)/posts\nbroken:\n\texit 3\n";
	const access = "infra.cosmos.access:\n\techo access for $(PRINCIPAL_ID) >>$(TEST_FOLDER)/posts\n";

	it("makes the post-deploy targets, and gives the owner access under the owner's own id", async () => {
		const owner = "99999999-1111-4222-8333-444444444444";
		const script = await deploying("true", { KEEPALIVED_POST_TARGETS: "tracing", OWNER_PRINCIPAL_ID: owner }, more + access);
		expect((await script.run()).verdict).toMatchObject({ stage: "end", code: 0 });
		expect(script.noted("posts")).toEqual(["tracing", `access for ${owner}`]);
	});

	it("says 60 when one fails, and names it", async () => {
		const script = await deploying("true", { KEEPALIVED_POST_TARGETS: "tracing\nbroken" }, more);
		const { status, verdict } = await script.run();
		expect(status).toBe(0);
		expect(verdict).toMatchObject({ stage: "post", code: 60, message: "make broken failed" });
		expect(script.noted("posts")).toEqual(["tracing"]);
	});
});
