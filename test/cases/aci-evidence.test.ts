/** Real trouble with what container groups show and carry, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { armError } from "../adapters/arm-access.ts";
import { type GroupSight, groupBody } from "../adapters/container-group-bodies.ts";
import { type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { containerGroups, hasty, type WiredOptions, type WiredRig, wiredRig } from "./wired-rig.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const told = (app: WiredRig, title: string) => app.titles().includes(title);

/** A deploy whose script was seen at work. */
async function atWork(options: WiredOptions): Promise<WiredRig> {
	const app = wiredRig(arm, { policy: hasty, ...options });
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(120, () => told(app, "redeploy 1 of 3 started"));
	return app;
}

/** From now on the group shows this. */
function show(app: WiredRig, sight: GroupSight): void {
	app.meddle((one) => {
		const name = one.url.match(/containerGroups\/([^/?]+)\?/)?.[1];
		return one.method === "GET" && name !== undefined ? { status: 200, body: groupBody(name, sight) } : null;
	});
}

describe("what container groups show", () => {
	it("B28: the group's state and the container's disagree, and the wrong one is believed", async () => {
		const sights: readonly GroupSight[] = [
			{ state: "Running", currentState: { state: "Terminated", exitCode: 0, detailStatus: "Completed" } },
			{ provisioningState: "Creating", state: "Pending", currentState: { state: "Terminated", exitCode: 2, detailStatus: "Error" } },
			{ state: "Failed", currentState: { state: "Terminated", exitCode: 0 } },
		];
		for (const sight of sights) {
			// Ended without a verdict: no exit status makes that a success, and none makes it run on.
			const app = await atWork({ script: { deploys: ["hang"] } });
			show(app, sight);
			await app.minutes(5);
			expect(told(app, "redeploy 1 of 3 was lost")).toBe(true);
			expect(app.titles().some((title) => /finished|back after/.test(title))).toBe(false);
		}
		// The group Failed, its container at work: it is at work.
		const failed = await atWork({ script: { deploys: [0] } });
		show(failed, { provisioningState: "Failed", state: "Failed", currentState: { state: "Running" } });
		await failed.minutes(10);
		expect(failed.keeper().stage.phase).toBe("Deploying");
		// Restarted by the platform although it must not be: stopped, and no second run of it acts.
		const restarted = await atWork({ script: { deploys: ["hang"] } });
		const crash = { state: "Waiting", detailStatus: "CrashLoopBackOff: back-off 5m0s" };
		show(restarted, { currentState: crash, restartCount: 1, previousState: { state: "Terminated", exitCode: 1 } });
		await restarted.minutes(3);
		expect(told(restarted, "redeploy 1 of 3 is being stopped")).toBe(true);
		expect(restarted.calls("DELETE", containerGroups)).toHaveLength(1);
		const [put] = restarted.calls("PUT", containerGroups);
		expect(JSON.parse(put?.body ?? "{}")).toMatchObject({ properties: { restartPolicy: "Never" } });
	});

	it("B30: secrets travel as plain environment values, or turn up in logs and messages", async () => {
		const secret = "-----BEGIN KEY-----\nnobody-may-see-this\n-----END KEY-----";
		const lines: unknown[] = [];
		const note = (line: unknown) => void lines.push(line);
		const wrap: WiredOptions["wrap"] = (ports) => ({ ...ports, log: { tick: note, info: note, warn: note } });
		// Taken, and refused by an answer that quotes what was sent.
		for (const refusal of [null, { status: 400, body: armError("InvalidRequestContent", `bad value ${secret}`) }]) {
			const app = wiredRig(arm, { policy: hasty, wrap });
			Object.assign(app.environment, { gitSshKey: secret });
			await app.seenHealthy();
			app.meddle((one) => (one.method === "PUT" ? refusal : null));
			app.act({ act: "deleteGroups", takesMs: 0 });
			await app.minutes(80);
			const puts = app.calls("PUT", containerGroups);
			expect(puts.length).toBeGreaterThan(0);
			for (const put of puts) {
				expect(put.body.split("nobody-may-see-this")).toHaveLength(2);
				const { containers } = JSON.parse(put.body).properties;
				const variables: readonly { name: string; value?: string; secureValue?: string }[] = containers[0].properties.environmentVariables;
				const sensitive = variables.filter(({ name }) => /TOKEN|SECRET|KEY|WEBHOOK|PASSWORD/.test(name));
				expect(sensitive).toEqual([{ name: "GIT_SSH_KEY", secureValue: secret }]);
			}
			const elsewhere = JSON.stringify([app.sent, app.table.commits, lines, arm.asked.filter((one) => !puts.includes(one))]);
			expect(elsewhere).not.toContain("nobody-may-see-this");
		}
	});

	it("B37: there is no evidence, and a missing exit code becomes success", async () => {
		const replies: readonly Reply[] = [
			{ status: 404, body: armError("ContainerLogNotAvailable") },
			{ status: 200, body: { content: null } },
			{ status: 200, body: {} },
			{ status: 200 },
			{ status: 500 },
			{ status: 200, body: { content: "x".repeat(4 * 1024 * 1024) } },
		];
		for (const reply of replies) {
			const app = await atWork({ script: { deploys: [50], makeTakes: 5 * 60_000 } });
			app.meddle((one) => (one.url.includes("/logs?") ? reply : null));
			await app.minutes(60, () => told(app, "redeploy 1 of 3 failed: deploy (code 50)"));
			const failed = app.sent.find((message) => message.title === "redeploy 1 of 3 failed: deploy (code 50)");
			expect(failed).toBeDefined();
			expect(failed?.log?.length ?? 0).toBeLessThanOrEqual(4_096);
			// Read before the group is deleted.
			const order = arm.asked.filter((one) => one.method === "DELETE" || one.url.includes("/logs?")).map((one) => one.method);
			expect(order[0]).toBe("GET");
		}
		for (const currentState of [{ state: "Terminated" }, { state: "Terminated", exitCode: null }, { state: "Terminated", exitCode: 137 }]) {
			const app = await atWork({ script: { deploys: ["hang"] } });
			show(app, { provisioningState: "Failed", state: "Failed", currentState, events: [] });
			await app.minutes(5);
			const lost = app.sent.find((message) => message.title === "redeploy 1 of 3 was lost");
			expect(lost?.lines[0]).toContain(currentState.exitCode === 137 ? "killed (exit code 137)" : "without a verdict");
		}
	});
});
