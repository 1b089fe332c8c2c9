import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createChildProcesses } from "../../shared/adapters/child-processes.ts";
import { createClock } from "../../shared/adapters/clock.ts";
import { type Machine, openMachine } from "../../shared/adapters/machine.ts";
import { personEnvironment } from "../../shared/adapters/person-environment.ts";
import { lifeIn, rememberBeginning } from "../../shared/adapters/process-life.ts";
import { createRandom } from "../../shared/adapters/random.ts";
import { createRunsFolder } from "../../shared/adapters/runs-folder.ts";
import type { Start } from "../../shared/domain/state.ts";
import { ourTags } from "./container-group-bodies.ts";
import { processRequest, processStart } from "./process-samples.ts";

let home: string;
let machine: Machine;
let start: Start;
beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), "keepalived-processes-"));
	machine = openMachine(join(home, "runs"), createRandom());
	start = processStart(machine, "keepalived-a1b2c3-7-1");
});
afterEach(async () => {
	const groups = await processes().list(machine.runnerGroupId);
	if (groups.kind === "Listed") {
		for (const { name } of groups.items) await kill(name);
	}
	await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Ends what a test left running; gone already is fine. */
async function kill(name: string): Promise<void> {
	const pid = Number(await readFile(join(machine.folder, name, "pid"), "utf8").catch(() => "0"));
	if (pid < 2) return;
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// Over already.
	}
}

const script = () => join(home, "run.sh");

function processes(environment: Readonly<Record<string, string | undefined>> = process.env) {
	return createChildProcesses({ machine, clock: createClock(), random: createRandom(), script: script(), environment });
}

/** Begins the start with a script of these lines. */
async function begin(...lines: readonly string[]): Promise<void> {
	await writeFile(script(), lines.join("\n"));
	expect(await processes().create(processRequest(machine, start.name))).toEqual({ kind: "Accepted" });
}

const look = () => processes().get(start);

/** Waits until a look shows this. */
function seen(expected: unknown): Promise<void> {
	return vi.waitFor(async () => expect(await look()).toMatchObject(expected as object), { timeout: 20_000, interval: 20 });
}

/** Waits until the process has said this. */
function says(text: string): Promise<void> {
	return vi.waitFor(async () => expect(await processes().logTail(start)).toContain(text), { timeout: 20_000, interval: 20 });
}

describe("a run as a child process", () => {
	it("is Running while its process lives, and Terminated with an unknown exit code when that has ended", async () => {
		const go = join(home, "go");
		await begin(`until [[ -e ${go} ]]; do sleep 0.05; done; exit 3`);
		await seen({ kind: "Found", name: start.name, containerState: "Running", exitCode: null, tags: ourTags(start.name) });
		await writeFile(go, "");
		await seen({ kind: "Found", containerState: "Terminated", exitCode: null });
	});

	it("gets its variables and the person's own, but not the app's secrets, and is told where this machine keeps runs", async () => {
		const environment = personEnvironment({
			...process.env,
			SSH_AUTH_SOCK: "/tmp/agent",
			SLACK_WEBHOOK_URL: "https://x",
			AzureWebJobsStorage: "y",
		});
		await writeFile(script(), "env");
		await processes(environment).create(processRequest(machine, start.name));
		await seen({ containerState: "Terminated" });
		const lines = (await readFile(join(machine.folder, start.name, "process.log"), "utf8")).split("\n");
		expect(lines).toEqual(
			expect.arrayContaining([`KEEPALIVED_RUNS_URL=file://${machine.folder}`, "GIT_SSH_KEY=a-secret-key", "SSH_AUTH_SOCK=/tmp/agent"]),
		);
		expect(lines.filter((line) => /^(SLACK_WEBHOOK_URL|AzureWebJobsStorage)=/.test(line))).toEqual([]);
	});

	it("keeps no secret in what is remembered of it", async () => {
		await begin("exit 0");
		await seen({ containerState: "Terminated" });
		for (const name of await readdir(join(machine.folder, start.name))) {
			expect(await readFile(join(machine.folder, start.name, name), "utf8")).not.toContain("a-secret-key");
		}
	});

	it("is turned away when its start was revoked before it began: script and app make the same fence", async () => {
		const runs = createRunsFolder(machine, createClock(), createRandom());
		await runs.revoke(start, "ab");
		const script = fileURLToPath(new URL("../../infra/runner/run.sh", import.meta.url));
		const request = processRequest(machine, start.name);
		const variables = [...request.variables, { name: "KEEPALIVED_NOT_AFTER", value: "99999999999", secret: false }];
		const real = createChildProcesses({ machine, clock: createClock(), random: createRandom(), script, environment: process.env });
		await real.create({ ...request, variables });
		await seen({ containerState: "Terminated" });
		expect(await real.logTail(start)).toMatch(/stage=revoked code=80$/);
		expect(await runs.verdict(start)).toEqual({ kind: "None" });
		expect(await runs.marker(start)).toMatchObject({ writer: "app", nonce: "ab" });
	});

	it("is begun once by its name, also when two ask at once, and never again", async () => {
		await writeFile(script(), "echo begun");
		const asked = await Promise.all([1, 2, 3, 4].map(() => processes().create(processRequest(machine, start.name))));
		expect(asked.filter((one) => one.kind === "Accepted")).toHaveLength(1);
		expect(asked.filter((one) => one.kind === "Refused" && one.code === "NameUsed")).toHaveLength(3);
		await seen({ containerState: "Terminated" });
		await processes().delete(start);
		expect(await processes().create(processRequest(machine, start.name))).toMatchObject({ kind: "Refused", code: "NameUsed" });
		expect(await processes().logTail(start)).toBe("begun");
	});

	it("outlives the app that began it, which the next one sees", async () => {
		await writeFile(script(), "sleep 600");
		const program = fileURLToPath(new URL("outlived.ts", import.meta.url));
		const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program, machine.folder, script(), start.name]);
		expect(stdout.trim()).toBe("Accepted");
		await seen({ kind: "Found", containerState: "Running" });
	});

	it("has not begun while its process has not said its number", async () => {
		await begin("exit 0");
		await seen({ containerState: "Terminated" });
		await rm(join(machine.folder, start.name, "pid"));
		expect(await look()).toMatchObject({ kind: "Found", provisioningState: "Pending", containerState: null });
	});

	it("is Running as long as anything is left that it began", async () => {
		await begin("sleep 600 &", "exit 0");
		await vi.waitFor(async () => expect(await readFile(join(machine.folder, start.name, "pid"), "utf8")).not.toBe(""), { interval: 20 });
		const pid = Number(await readFile(join(machine.folder, start.name, "pid"), "utf8"));
		await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 20_000, interval: 20 });
		expect(await look()).toMatchObject({ containerState: "Running" });
	});

	it("is over when its number is another process's by now, and that one is left alone", async () => {
		await begin("exit 0");
		await seen({ containerState: "Terminated" });
		const stranger = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
		await writeFile(join(machine.folder, start.name, "pid"), String(stranger.pid));
		expect(await look()).toMatchObject({ containerState: "Terminated" });
		expect(await processes().delete(start)).toEqual({ kind: "Accepted" });
		expect(stranger.exitCode).toBeNull();
		expect(process.kill(stranger.pid ?? 0, 0)).toBe(true);
		stranger.kill("SIGKILL");
	});

	it("that was over at once has a note of that, so that no later process is taken for it", async () => {
		const folder = join(home, "a-start");
		await mkdir(folder);
		const brief = spawn("true", { stdio: "ignore" });
		await new Promise((resolve) => brief.once("exit", resolve));
		expect(await rememberBeginning(folder, brief.pid ?? 0)).toBe("over");
		await writeFile(join(folder, "pid"), String(process.pid));
		expect(await lifeIn(folder)).toEqual({ pid: process.pid, life: "Over" });
	});

	it.each(["", "1", "-1", "x"])("is doubt when its number is none: %j", async (pid) => {
		await begin("exit 0");
		await seen({ containerState: "Terminated" });
		await writeFile(join(machine.folder, start.name, "pid"), pid);
		expect(await look()).toMatchObject({ kind: "Unreadable" });
		expect(await processes().delete(start)).toMatchObject({ kind: "Unknown" });
	});
});

describe("the delete of a child process", () => {
	it("asks it to end; it is gone when it has", async () => {
		await begin("trap 'echo asked; exit 0' TERM", "echo ready", "while true; do sleep 0.05; done");
		await says("ready");
		expect(await processes().delete(start)).toEqual({ kind: "Accepted" });
		await seen({ kind: "NotFound", code: "ResourceNotFound" });
		expect(await processes().logTail(start)).toMatch(/asked$/);
	});

	it("makes it end when it is asked for again", async () => {
		await begin("trap '' TERM", "echo ready", "while true; do sleep 0.05; done");
		await says("ready");
		await processes().delete(start);
		expect(await look()).toMatchObject({ kind: "Found", containerState: "Running" });
		await processes().delete(start);
		await seen({ kind: "NotFound" });
	});

	it("of one that ended, or was never begun, is as asked", async () => {
		expect(await processes().delete(start)).toEqual({ kind: "Accepted" });
		await begin("exit 0");
		await seen({ containerState: "Terminated" });
		expect(await processes().delete(start)).toEqual({ kind: "Accepted" });
		expect(await look()).toEqual({ kind: "NotFound", code: "ResourceNotFound" });
	});

	it("refuses what lacks our tags", async () => {
		await writeFile(script(), "exit 0");
		await processes().create({ ...processRequest(machine, start.name), tags: {} });
		expect(await processes().delete(start)).toMatchObject({ kind: "Refused", code: "NotOurs" });
	});
});

describe("the list of child processes", () => {
	it("has those that were begun and are not gone", async () => {
		const other = processStart(machine, "keepalived-a1b2c3-7-2");
		await begin("exit 0");
		await processes().create(processRequest(machine, other.name));
		await seen({ containerState: "Terminated" });
		await processes().delete(start);
		expect(await processes().list(machine.runnerGroupId)).toMatchObject({ kind: "Listed", items: [{ name: other.name }] });
	});

	it("is doubt when the memory of one is broken", async () => {
		await begin("exit 0");
		await writeFile(join(machine.folder, start.name, "process.json"), "{");
		expect(await processes().list(machine.runnerGroupId)).toMatchObject({ kind: "Unreadable" });
		expect(await look()).toMatchObject({ kind: "Unreadable" });
	});
});

describe("a run of another machine", () => {
	it("can be neither seen nor begun nor ended from here", async () => {
		const other = openMachine(join(home, "other"), createRandom());
		const theirs = processStart(other, start.name);
		const doubt = { kind: "Unreadable", detail: expect.stringContaining(other.name) };
		expect(await processes().get(theirs)).toMatchObject(doubt);
		expect(await processes().list(other.runnerGroupId)).toMatchObject(doubt);
		expect(await processes().create(processRequest(other, start.name))).toMatchObject({ kind: "Refused", code: "OtherMachine" });
		expect(await processes().delete(theirs)).toMatchObject({ kind: "Refused", code: "OtherMachine" });
	});

	it("is what a folder that went away holds: no absence", async () => {
		await rm(machine.folder, { recursive: true });
		expect(await look()).toMatchObject({ kind: "Unreadable" });
		expect(await processes().list(machine.runnerGroupId)).toMatchObject({ kind: "Unreadable" });
	});
});

it("the end of a process's log is none when there is none", async () => {
	expect(await processes().logTail(start)).toBeNull();
});
