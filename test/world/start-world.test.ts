import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { callArm } from "./direct-call.ts";
import type { StepAnswer, StepName } from "./sdk-probe.ts";
import { startWorld } from "./start-world.ts";
import { containerGroupBody, containerGroupPath, names, runnerResourceGroup } from "./test-world.ts";
import type { World, WorldEvent, WorldOptions } from "./types.ts";

/** Says who it is and what it was given, starts a child in a process group of its own, then stays. */
const script = `
echo "started as $$ with $KEEPALIVED_RUN"
timeout 600 sleep 599 &
sleep 0.2
echo "child $(pgrep -P $! || echo none)"
curl -sS --fail -H "X-IDENTITY-HEADER: $IDENTITY_HEADER" "$IDENTITY_ENDPOINT?api-version=2019-08-01&resource=https://management.azure.com/" > token.json
token=$(sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/' token.json)
curl -sS -o /dev/null -w 'arm %{http_code}\\n' -H "Authorization: Bearer $token" "$KEEPALIVED_WORLD_ARM/subscriptions/${names.subscriptionId}?api-version=2025-04-01"
if [ "$GIT_SSH_KEY" = "a key that nobody may see" ]; then echo "key arrived"; fi
sleep 60
`;

// Real processes on a machine that may be busy: these only end a test that hangs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workDir: string;
let world: World;
let probe: ChildProcess;
const events: WorldEvent[] = [];
const scriptFile = () => join(workDir, "run.sh");

function optionsFor(changes: Partial<WorldOptions> = {}): WorldOptions {
	const repositoryUrl = "https://git.example/repository.git";
	return { names, runnerResourceGroup, workDir, repositoryUrl, script: scriptFile(), ...changes };
}

beforeAll(async () => {
	workDir = await mkdtemp(join(tmpdir(), "world-test-"));
	await writeFile(scriptFile(), script);
	const onEvent = (event: WorldEvent) => {
		events.push(event);
		if (event.kind === "dns") probe.send(event.message);
	};
	world = await startWorld(optionsFor({ onEvent, rules: { startDelayMs: 50, groupGoneMs: 50 } }));
	probe = fork(fileURLToPath(new URL("./sdk-probe.ts", import.meta.url)), {
		execArgv: ["--import", "tsx"],
		env: { PATH: process.env.PATH, ...world.settings },
	});
});

afterAll(async () => {
	probe?.disconnect();
	await world?.stop();
	await rm(workDir, { recursive: true });
});

afterEach(() => world.removeFault("test"));

function ask(step: StepName, ...words: unknown[]): Promise<StepAnswer> {
	return new Promise((resolve, reject) => {
		const ended = () => reject(new Error("the probe ended"));
		probe.once("exit", ended);
		probe.once("message", (answer: StepAnswer) => {
			probe.off("exit", ended);
			resolve(answer);
		});
		probe.send({ step, words });
	});
}

async function value(step: StepName, ...words: unknown[]): Promise<never> {
	const answer = await ask(step, ...words);
	if ("error" in answer) throw new Error(JSON.stringify(answer.error));
	return answer.value as never;
}

async function failure(step: StepName, ...words: unknown[]): Promise<{ code?: string; statusCode?: number }> {
	const answer = await ask(step, ...words);
	if ("value" in answer) throw new Error("it went well");
	return answer.error;
}

async function until<T>(look: () => T | undefined | false): Promise<T> {
	for (;;) {
		const seen = look();
		if (seen !== undefined && seen !== false) return seen;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

const linesOf = (name: string) =>
	events.flatMap((event) => (event.kind === "container" && event.name === name && event.event === "line" ? [event.text ?? ""] : []));
const eventsOf = (name: string) => events.flatMap((event) => (event.kind === "container" && event.name === name ? [event.event] : []));
const callsTo = (service: string, method: string) =>
	world.records.filter((record) => record.service === service && record.method === method);

/** A zombie that nobody has collected yet is dead. */
function alive(pid: number): boolean {
	const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`]);
	const state = stdout.toString().trim();
	return state !== "" && !state.startsWith("Z");
}

describe("the real ARM clients in the local world", () => {
	it("see the cluster with a token from the identity endpoint", async () => {
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded", powerState: { code: "Running" } });
		expect(callsTo("identity", "GET")).toHaveLength(1);
	});

	it("are lied to with ARM's own word", async () => {
		const body = { error: { code: "ResourceNotFound", message: "a lie" } };
		world.addFault({ service: "arm", name: "test", path: "/managedClusters/", count: 1, answer: { status: 404, body } });
		expect(await failure("cluster", 5_000)).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded" });
	});

	it("meet a fault only after `skip` calls and for `count` of them", async () => {
		world.addFault({ service: "arm", name: "test", skip: 1, count: 1, answer: { status: 503, body: "busy" } });
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded" });
		expect(await failure("cluster", 5_000)).toMatchObject({ statusCode: 503 });
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded" });
	});

	it("get a reset connection, and silence until their own deadline", async () => {
		const unanswered = () => world.records.filter(({ fault, status }) => fault === "test" && status === null).length;
		world.addFault({ service: "arm", name: "test", count: 1, answer: { reset: true } });
		expect(await failure("cluster", 5_000)).toMatchObject({ code: "ECONNRESET" });
		world.addFault({ service: "arm", name: "test", answer: { hang: true } });
		expect(await failure("cluster", 300)).toMatchObject({ name: "AbortError" });
		await until(() => unanswered() === 2);
	});

	it("cannot resolve the name while a dns fault is in force", async () => {
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded" });
		world.addFault({ service: "arm", name: "test", answer: { dns: true } });
		expect(world.dnsFaults).toEqual([{ type: "dns", host: "localhost", fail: true }]);
		expect(await failure("cluster", 5_000)).toMatchObject({ code: "ENOTFOUND" });
		world.removeFault("test");
		expect(await value("cluster", 5_000)).toMatchObject({ provisioningState: "Succeeded" });
	});
});

describe("a container group in the local world", () => {
	let count = 0;

	/** Its name, once its script has said all that it says. */
	async function runningGroup(): Promise<string> {
		count += 1;
		const name = `keepalived-a1b2c3-${count}-1`;
		await value("put", name);
		await until(() => linesOf(name).includes("key arrived"));
		return name;
	}

	/** The script's process and the one that its `timeout` started. */
	const processesOf = (name: string) =>
		linesOf(name)
			.flatMap((line) => /^(?:started as|child) (\d+)/.exec(line)?.[1] ?? [])
			.map(Number);

	it("is a real process that gets a token of the runner's identity and asks ARM with it", async () => {
		const name = await runningGroup();
		expect(linesOf(name)).toContainEqual(expect.stringMatching(/^started as \d+ with 20261130T090000Z-deploy-7$/));
		expect(linesOf(name)).toContain("arm 200");
		expect(((await value("logs", name)) as { content: string }).content).toContain("key arrived\n");
		expect(await value("group", name)).toMatchObject({ instanceView: { state: "Running" } });
		expect(world.liveProcesses()).toContain(processesOf(name)[0]);
	});

	it("is restarted in place by a second, identical PUT: the first process and its children are dead", async () => {
		const name = await runningGroup();
		const first = processesOf(name);
		expect(first.map(alive)).toEqual([true, true]);
		await value("put", name);
		await until(() => processesOf(name).length === 4);
		expect(first.map(alive)).toEqual([false, false]);
		expect(await value("group", name)).toMatchObject({
			containers: [{ instanceView: { restartCount: 1, previousState: { state: "Terminated" } } }],
		});
	});

	it("ends with its exit code once the script does, and whatever it left running ends too", async () => {
		const name = await runningGroup();
		const [script = 0, child = 0] = processesOf(name);
		process.kill(
			Number(
				spawnSync("pgrep", ["-P", `${script}`, "-x", "sleep"])
					.stdout.toString()
					.trim(),
			),
		);
		await until(() => eventsOf(name).includes("exited"));
		expect(await value("group", name)).toMatchObject({
			instanceView: { state: "Failed" },
			containers: [{ instanceView: { currentState: { state: "Terminated", exitCode: 143 } } }],
		});
		expect(alive(child)).toBe(false);
	});

	it("is killed with its children when it is deleted, and is gone soon after", async () => {
		const name = await runningGroup();
		await value("delete", name);
		await until(() => eventsOf(name).includes("deleted"));
		expect(processesOf(name).map(alive)).toEqual([false, false]);
		expect(await failure("group", name)).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
	});

	it("is made by a PUT that arrives only after its caller has given up", async () => {
		const name = "keepalived-a1b2c3-8-1";
		world.addFault({ service: "arm", name: "test", method: "PUT", count: 1, answer: { delayMs: 500 } });
		expect(await failure("put", name, 100)).toMatchObject({ name: "AbortError" });
		await until(() => world.records.some(({ method, status, fault }) => method === "PUT" && status === null && fault === "test"));
		expect(eventsOf(name)).toContain("created");
		world.loseContainerGroup(name);
	});

	it("is there although the answer to its PUT was lost, and can be lost itself without a trace", async () => {
		const name = "keepalived-a1b2c3-9-1";
		world.addFault({ service: "arm", name: "test", method: "PUT", count: 1, answer: { dropAnswer: true } });
		expect(await failure("put", name)).toMatchObject({ code: "ECONNRESET" });
		expect(await value("group", name)).toMatchObject({ name });
		world.loseContainerGroup(name);
		expect(await failure("group", name)).toMatchObject({ statusCode: 404 });
		expect(eventsOf(name)).toContain("lost");
	});
});

describe("storage in the local world", () => {
	const row = (rowKey: string, x: number) => ({ partitionKey: "p", rowKey, x });

	it("takes a transaction as a whole, with the app's token", async () => {
		await value("commit", [
			["create", row("a", 1)],
			["create", row("b", 2)],
		]);
		expect(
			await failure("commit", [
				["create", row("c", 3)],
				["create", row("a", 4)],
			]),
		).toMatchObject({ statusCode: 409 });
		expect(await failure("row", "c")).toMatchObject({ statusCode: 404 });
	});

	it("does what was asked although the answer is lost", async () => {
		world.addFault({ service: "table", name: "test", path: "\\$batch", count: 1, answer: { dropAnswer: true } });
		expect(await failure("commit", [["create", row("d", 5)]])).toMatchObject({ code: "ECONNRESET" });
		expect(await value("row", "d")).toMatchObject({ x: 5 });
	});

	it("lets only the first create a blob", async () => {
		await value("mark", "g/started", "first");
		expect(await failure("mark", "g/started", "second")).toMatchObject({ statusCode: 409, code: "BlobAlreadyExists" });
		expect(await value("read", "g/started")).toBe("first");
	});
});

describe("Slack in the local world", () => {
	it("answers as Slack does and keeps what a person would read", async () => {
		expect(await value("slack", { text: "*oasis-svc: Succeeded -&gt; NotFound*" })).toEqual({ status: 200, data: "ok" });
		const long = { blocks: [{ type: "section", text: { type: "mrkdwn", text: "x".repeat(3_001) } }] };
		expect(await value("slack", long)).toEqual({ status: 400, data: "invalid_blocks" });
		expect(world.slackMessages.map(({ text }) => text)).toEqual(["oasis-svc: Succeeded -> NotFound"]);
	});

	it("rates limits as it is told to", async () => {
		world.addFault({
			service: "slack",
			name: "test",
			count: 1,
			answer: { status: 429, headers: { "retry-after": "30" }, body: "rate_limited" },
		});
		expect(await value("slack", { text: "a" })).toEqual({ status: 429, data: "rate_limited" });
	});
});

describe("the records of a world", () => {
	it("hold every service's calls without a secret of this world", async () => {
		await world.writeRecords(join(workDir, "records"));
		const files = await readdir(join(workDir, "records"));
		expect(files.sort()).toEqual(["arm.jsonl", "blob.jsonl", "identity.jsonl", "slack.jsonl", "table.jsonl"]);
		const text = (await Promise.all(files.map((file) => readFile(join(workDir, "records", file), "utf8")))).join("");
		const secrets = [world.settings.IDENTITY_HEADER, new URL(world.settings.SLACK_WEBHOOK_URL ?? "").pathname, "nobody may see", "eyJ"];
		for (const secret of secrets) expect(text).not.toContain(secret);
		expect(text.trim().split("\n")).toHaveLength(world.records.length);
	});
});

describe("the end of a world", () => {
	it("leaves no process and no file, with a container still running", async () => {
		const dir = await mkdtemp(join(workDir, "other-"));
		const lines: string[] = [];
		const onEvent = (event: WorldEvent) => event.kind === "container" && lines.push(event.text ?? "");
		const other = await startWorld(optionsFor({ workDir: dir, rules: { startDelayMs: 0 }, onEvent }));
		await callArm(other, "PUT", containerGroupPath("a"), containerGroupBody());
		await until(() => lines.includes("key arrived"));
		const pids = [...other.liveProcesses(), ...lines.flatMap((line) => /^child (\d+)/.exec(line)?.[1] ?? []).map(Number)];
		expect(pids.map(alive)).toEqual([true, true, true]);
		await other.stop();
		await other.stop();
		expect(pids.filter(alive)).toEqual([]);
		expect(other.liveProcesses()).toEqual([]);
		expect(await readdir(dir)).toEqual([]);
	});

	it("is as clean when the start fails midway", async () => {
		const dir = await mkdtemp(join(workDir, "failing-"));
		const children = () => spawnSync("pgrep", ["-P", `${process.pid}`, "-f", "azurite"]).stdout.toString();
		const before = children();
		const { repositoryUrl: _, ...options } = optionsFor({ workDir: dir, repository: { noSuchKnob: true } });
		await expect(startWorld(options)).rejects.toThrow("noSuchKnob");
		expect(children()).toEqual(before);
		expect(await readdir(dir)).toEqual([]);
	});
});
