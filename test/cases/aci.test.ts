/** Real trouble with container groups, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import type { Answer } from "../../shared/domain/observation.ts";
import type { ContainerGroups } from "../../shared/ports.ts";
import { armAccess, armError } from "../adapters/arm-access.ts";
import { groupBody } from "../adapters/container-group-bodies.ts";
import { type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { run, spec, start } from "../adapters/samples.ts";
import { type Rig, rig } from "../memory/rig.ts";
import type { CreateRefusal } from "../world/types.ts";

let arm: Loopback;
let groups: ContainerGroups;
beforeAll(async () => {
	arm = await loopback();
	groups = createContainerGroups(armAccess(arm.origin));
});
afterAll(() => arm.close());

function create(secret = "s3cr3t-key"): Promise<Answer> {
	const variables = [
		{ name: "GIT_REF", value: "main", secret: false },
		{ name: "GIT_SSH_KEY", value: secret, secret: true },
	];
	return groups.create({ start, run, spec, variables, tags: { "keepalived-app": "aro-hcp-keepalived" } });
}

async function swept(app: Rig, minutes: number, until?: () => boolean): Promise<void> {
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(minutes, until);
}

function refusing(status: number, code: string): Rig {
	const refusals: CreateRefusal[] = [{ status, code }];
	return rig({ rules: { refusals } });
}

describe("container groups", () => {
	it("B14: one 409 has many meanings, and one of them is taken for 'already running'", async () => {
		const codes: readonly (readonly [number, string, boolean])[] = [
			[409, "ServiceUnavailable", false],
			[409, "RegistryErrorResponse", false],
			[409, "ContainerGroupTransitioning", false],
			[409, "ContainerGroupQuotaReached", true],
			[400, "InaccessibleImage", true],
		];
		for (const [status, code, final] of codes) {
			arm.says({ status, body: armError(code) });
			expect(await create()).toMatchObject({ kind: "Refused", code });
			expect(arm.asked).toHaveLength(1);
			const app = refusing(status, code);
			await swept(app, 12 * 60);
			expect(app.titles().some((title) => /redeploy \d of 3 started$/.test(title))).toBe(false);
			expect(app.worldPorts.puts.length).toBe(final ? 1 : 3);
			expect(app.keeper()).toMatchObject({ stage: { phase: "Watching" }, memory: { deploys: [], needsCleanup: false } });
			expect(app.world.containerGroups.size).toBe(0);
		}
	});

	it("B23: a group that Failed comes back later, when another run is on", async () => {
		const app = rig({ rules: { failedFirst: 1, failedForMs: 12 * 60_000 } });
		let most = 0;
		await swept(app, 300, () => {
			most = Math.max(most, app.world.containerGroups.size);
			return app.titles().some((title) => title.startsWith("back after"));
		});
		expect(most).toBe(1);
		expect(app.scripts.acted).toHaveLength(1);
		expect(app.worldPorts.deletes[0]).toBe(app.worldPorts.puts[0]);
	});

	it("B28: the group's state and the container's disagree", async () => {
		const terminated = { state: "Terminated", exitCode: 0, detailStatus: "Completed" };
		arm.says({ status: 200, body: groupBody(start.name, { state: "Running", currentState: terminated }) });
		expect(await groups.get(start)).toMatchObject({ containerState: "Terminated", exitCode: 0 });
		const waiting = { state: "Waiting", detailStatus: "CrashLoopBackOff: back-off 10s" };
		const previousState = { state: "Terminated", exitCode: 1 };
		arm.says({ status: 200, body: groupBody(start.name, { state: "Running", currentState: waiting, previousState, restartCount: 1 }) });
		expect(await groups.get(start)).toMatchObject({ containerState: "Waiting", restartCount: 1, previousExitCode: 1 });
		arm.says((asked) => ({ status: asked.method === "PUT" ? 201 : 200, body: groupBody(start.name) }));
		await create();
		const put = arm.asked.find((asked) => asked.method === "PUT");
		expect(JSON.parse(put?.body ?? "{}")).toMatchObject({ properties: { restartPolicy: "Never" } });
	});

	it("B29: a start never completes, and its deadline begins anew with each restart of the app", async () => {
		const app = rig({ rules: { neverRuns: 1 } });
		await swept(app, 120, () => app.worldPorts.puts.length === 1);
		await app.minutes(18);
		expect(app.worldPorts.deletes).toEqual([]);
		// Nothing is kept in the process: each tick loads all it knows, as after a restart.
		await app.minutes(6);
		expect(app.worldPorts.deletes).toHaveLength(1);
		expect(app.titles().filter((title) => title.endsWith("never started"))).toHaveLength(1);
		expect(app.keeper().stage.phase).toBe("Watching");
	});

	it("B30: secrets travel as plain environment values", async () => {
		arm.says((asked) => ({ status: asked.method === "PUT" ? 201 : 200, body: groupBody(start.name) }));
		await create("a-very-secret-key");
		const text = arm.asked.map((asked) => asked.url + asked.body).join("\n");
		expect(text.match(/a-very-secret-key/g)).toHaveLength(1);
		const put = arm.asked.find((asked) => asked.method === "PUT")?.body ?? "";
		expect(put).toContain('"secureValue":"a-very-secret-key"');
		arm.says({ status: 400, body: armError("InvalidRequest", "no") });
		expect(JSON.stringify(await create("a-very-secret-key"))).not.toContain("a-very-secret-key");
	});

	it("B37: there is no evidence, and a missing exit code becomes success", async () => {
		const replies: readonly Reply[] = [
			{ status: 404, body: armError("ContainerLogNotAvailable") },
			{ status: 200, body: { content: null } },
			{ status: 200, body: {} },
			{ status: 200 },
		];
		for (const reply of replies) {
			arm.says(reply);
			expect(await groups.logTail(start)).toBeNull();
		}
		arm.says({ status: 200, body: { content: "x".repeat(4 * 1024 * 1024) } });
		expect((await groups.logTail(start))?.length).toBeLessThanOrEqual(4_096);
		arm.says({ status: 200, body: groupBody(start.name, { currentState: { state: "Terminated" } }) });
		expect(await groups.get(start)).toMatchObject({ exitCode: null });
		const app = rig({ script: { deploys: ["silent"] } });
		await swept(app, 120, () => app.titles().includes("cleaning up"));
		expect(app.titles()).toContain("redeploy 1 of 3 was lost");
	});

	it("B39: a create fails without an error object, its reason only in the group's events", async () => {
		const app = rig({ rules: { failedFirst: 1, failedForMs: 24 * 3_600_000 } });
		await swept(app, 120, () => app.titles().some((title) => title.endsWith("never started")));
		const told = app.sent.find((message) => message.title.endsWith("never started"));
		expect(told?.lines.join(" ")).toContain("InsufficientCapacity");
		expect(app.keeper().memory.backOffUntil).not.toBeNull();
		expect(app.world.containerGroups.size).toBe(0);
	});
});
