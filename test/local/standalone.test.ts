import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeToken } from "../world/http/tokens.ts";
import { runnerIdentity } from "../world/identities.ts";
import { startWorld } from "../world/start-world.ts";
import type { World } from "../world/types.ts";
import { localNames, runnerResourceGroup, shortIntervals } from "./local-settings.ts";
import { processesIn, processesLeftIn } from "./processes.ts";

// Real processes on a machine that may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const standalone = fileURLToPath(new URL("../../shared/standalone.ts", import.meta.url));
const tools = fileURLToPath(new URL("../world/bin", import.meta.url));

let workDir: string;
let home: string;
let world: World;
let child: ChildProcess | null = null;

beforeAll(async () => {
	workDir = await mkdtemp(join(tmpdir(), "standalone-test-"));
	home = join(workDir, "home");
	await mkdir(home);
	world = await startWorld({ names: localNames, runnerResourceGroup, workDir: join(workDir, "world"), repository: { stepSeconds: 0.2 } });
});
afterEach(async () => {
	if (child === null) return;
	const exited = once(child, "exit");
	if (child.exitCode === null && child.signalCode === null) {
		child.kill("SIGKILL");
		await exited;
	}
	child = null;
});
afterAll(async () => {
	// A run outlives its app, as it should; one that a failed test has left must not outlive the test.
	for (const line of processesIn(home)) process.kill(Number(line.split(" ")[0]), "SIGKILL");
	await world?.stop();
	await rm(workDir, { recursive: true });
});

/** A person's own shell: their tools, their az login, and the app's settings without those of container groups. */
function variables(): Record<string, string> {
	const { RUNNER_IMAGE, RUNNER_RESOURCE_GROUP, RUNNER_IDENTITY_ID, RUNS_URL, ...settings } = world.settings;
	const trust = settings.NODE_EXTRA_CA_CERTS ?? "";
	return {
		PATH: `${tools}:${process.env.PATH ?? ""}`,
		HOME: home,
		...settings,
		...shortIntervals,
		RUNNER: "process",
		CURL_CA_BUNDLE: trust,
		KEEPALIVED_WORLD_ARM: settings.AZURE_RESOURCE_MANAGER_ENDPOINT ?? "",
		KEEPALIVED_LOGIN_PAUSE: "0.2",
	};
}

function start(args: readonly string[] = []): { readonly said: () => string; readonly exited: Promise<number | null> } {
	const running = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), standalone, ...args], {
		env: variables(),
		stdio: ["ignore", "pipe", "pipe"],
	});
	child = running;
	let said = "";
	for (const stream of [running.stdout, running.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
	return { said: () => said, exited: once(running, "exit").then(([code]) => code as number | null) };
}

/** What `az login` leaves behind for someone who may build; the app's own identity may only look. */
async function logIn(): Promise<void> {
	const { token } = makeToken(runnerIdentity, "https://management.azure.com/", Date.now());
	await writeFile(join(home, ".azure-account"), `${localNames.subscriptionId}\n`);
	await writeFile(join(home, ".azure-token"), `${token}\n`);
}

const titles = (): readonly string[] => world.slackMessages.map(({ text }) => text.split("\n")[0] ?? "");

describe("standalone with RUNNER=process", () => {
	it("brings the environment back with the person's own tools, by a run that outlives the app that began it", async () => {
		await logIn();
		const first = start();
		await vi.waitFor(() => expect(titles()).toContain("oasis-svc: first look: Succeeded"), { timeout: 60_000, interval: 200 });
		world.act({ act: "deleteGroups", takesMs: 200 });
		await vi.waitFor(() => expect(titles()).toContain("redeploy 1 of 3 started"), { timeout: 60_000, interval: 100 });
		child?.kill("SIGINT");
		expect(await first.exited).toBe(130);
		expect(processesIn(home).some((line) => line.includes("run.sh"))).toBe(true);
		const second = start();
		const end = () => world.slackMessages.find(({ text }) => /^back after|^needs you|failed/.test(text));
		await vi.waitFor(() => expect(end()).toBeDefined(), { timeout: 120_000, interval: 500 });
		expect(end()?.text).toMatch(/^back after/);
		child?.kill("SIGINT");
		expect(await second.exited).toBe(130);
		expect(world.records.filter(({ url }) => /containerGroups/i.test(url))).toEqual([]);
		const runs = join(home, ".aro-hcp-keepalived", "runs");
		const [name = ""] = (await readdir(runs)).filter((one) => one.startsWith("keepalived-"));
		expect(JSON.parse(await readFile(join(runs, name, "verdict.json"), "utf8"))).toMatchObject({ stage: "end", code: 0 });
		expect(await processesLeftIn(home)).toEqual([]);
	});

	it("checks and watches once, and says by its exit code whether both went well", async () => {
		const well = start(["--once"]);
		expect(await well.exited, well.said()).toBe(0);
		world.addFault({ name: "refused", service: "table", answer: { status: 403 } });
		const badly = start(["--once"]);
		expect(await badly.exited, badly.said()).toBe(3);
		expect(badly.said()).toContain("Storage Table Data Contributor");
		world.removeFault("refused");
	});
});
