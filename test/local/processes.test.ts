import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { processesIn } from "./processes.ts";

const running: ChildProcess[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Runs until it is killed; resolves once its own code runs. */
async function sleeper(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<ChildProcess> {
	const code = "process.stdout.write('here'); setInterval(() => {}, 1000)";
	const child = spawn(process.execPath, ["-e", code, ...args], { env: { ...variables }, stdio: ["ignore", "pipe", "ignore"] });
	running.push(child);
	await once(child.stdout as NonNullable<typeof child.stdout>, "data");
	return child;
}

describe("processes of a folder", () => {
	it("are those that have it in their command line", async () => {
		const folder = `/nowhere/${randomUUID()}`;
		const child = await sleeper([folder], {});
		expect(processesIn(folder)).toEqual([expect.stringMatching(`^${child.pid} `)]);
	});

	it.runIf(process.platform === "linux")("are those that have it in their environment", async () => {
		const folder = `/nowhere/${randomUUID()}`;
		const child = await sleeper([], { HOME: `${folder}/home` });
		expect(processesIn(folder)).toEqual([expect.stringMatching(`^${child.pid} `)]);
	});

	it("are none once they have ended", async () => {
		const folder = `/nowhere/${randomUUID()}`;
		const child = await sleeper([folder], {});
		child.kill("SIGKILL");
		await once(child, "exit");
		expect(processesIn(folder)).toEqual([]);
	});
});
