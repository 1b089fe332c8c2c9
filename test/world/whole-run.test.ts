import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { callArm, readBlob } from "./direct-call.ts";
import { startWorld } from "./start-world.ts";
import { watchedCluster } from "./state.ts";
import { containerGroupBody, containerGroupPath, names, runnerResourceGroup } from "./test-world.ts";
import type { World, WorldEvent } from "./types.ts";

// Real processes on a machine that may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let workDir: string;
let world: World;
const events: WorldEvent[] = [];

beforeAll(async () => {
	workDir = await mkdtemp(join(tmpdir(), "whole-run-"));
	const repository = { stepSeconds: 0 };
	world = await startWorld({
		names,
		runnerResourceGroup,
		workDir,
		repository,
		environmentUp: false,
		onEvent: (event) => events.push(event),
	});
});

afterAll(async () => {
	await world?.stop();
	await rm(workDir, { recursive: true });
});

function variables(kind: "deploy" | "cleanup", group: string): { name: string; value: string }[] {
	const { settings } = world;
	const targets = { deploy: "personal-dev-env", cleanup: "cleanup-entrypoint/Region" };
	return Object.entries({
		KEEPALIVED_KIND: kind,
		KEEPALIVED_GROUP: group,
		KEEPALIVED_RUN: `20261130T090000Z-${kind}-1`,
		KEEPALIVED_RUNS_URL: settings.RUNS_URL ?? "",
		KEEPALIVED_NOT_AFTER: `${Math.floor(Date.now() / 1_000) + 3_600}`,
		KEEPALIVED_TIMEOUT_SECONDS: "600",
		KEEPALIVED_TARGET: targets[kind],
		KEEPALIVED_MAKE_ARGS: "USE_LATEST_IMAGES=1",
		KEEPALIVED_GROUPS: names.groups.join("\n"),
		KEEPALIVED_RESOURCE_GROUP: names.resourceGroup,
		KEEPALIVED_CLUSTER: names.clusterName,
		KEEPALIVED_IDENTITY_ID: settings.RUNNER_IDENTITY_ID ?? "",
		GIT_REPO_URL: settings.GIT_REPO_URL ?? "",
		GIT_REF: settings.GIT_REF ?? "",
		DEPLOY_USER: settings.DEPLOY_USER ?? "",
		DEPLOY_PERSIST: "false",
		AZURE_SUBSCRIPTION_ID: names.subscriptionId,
		AZURE_RESOURCE_MANAGER_ENDPOINT: settings.AZURE_RESOURCE_MANAGER_ENDPOINT ?? "",
	}).map(([name, value]) => ({ name, value }));
}

/** The verdict of a container that runs to its end. */
async function verdictOf(kind: "deploy" | "cleanup", group: string): Promise<unknown> {
	await callArm(world, "PUT", containerGroupPath(group), containerGroupBody({ environmentVariables: variables(kind, group) }));
	const ended = () => events.some((event) => event.kind === "container" && event.name === group && event.event === "exited");
	while (!ended()) await new Promise((resolve) => setTimeout(resolve, 50));
	return JSON.parse((await readBlob(world, `${group}/verdict.json`)).body);
}

describe("the runner script as a container of the local world", () => {
	it("makes the environment exist, and then deletes it, each with a verdict in the runs container", async () => {
		expect(await verdictOf("deploy", "keepalived-a1b2c3-1-1")).toMatchObject({ stage: "end", code: 0 });
		expect(watchedCluster(world.state)?.provisioningState).toBe("Succeeded");
		expect(names.groups.every((name) => world.state.resourceGroups.has(name))).toBe(true);

		expect(await verdictOf("cleanup", "keepalived-a1b2c3-2-1")).toMatchObject({ stage: "end", code: 0 });
		while (world.state.resourceGroups.size > 1) await new Promise((resolve) => setTimeout(resolve, 50));
		expect(watchedCluster(world.state)).toBeUndefined();
	});
});
