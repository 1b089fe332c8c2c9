/** Real trouble with container groups that are asked for, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { armError } from "../adapters/arm-access.ts";
import { groupBody } from "../adapters/container-group-bodies.ts";
import { type Loopback, loopback } from "../adapters/loopback.ts";
import { containerGroups, hasty, type WiredOptions, type WiredRig, wiredRig } from "./wired-rig.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const hour = 3_600_000;

/** Swept, so that a deploy is issued soon. */
async function swept(options: WiredOptions = {}): Promise<WiredRig> {
	const app = wiredRig(arm, { policy: hasty, ...options });
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	return app;
}

const asked = (app: WiredRig, method: "PUT" | "DELETE") => app.calls(method, containerGroups).length;
const titled = (app: WiredRig, end: string) => app.titles().filter((title) => title.endsWith(end));
const isBack = (app: WiredRig) => () => app.titles().some((title) => title.startsWith("back after"));
const phase = (app: WiredRig) => app.keeper().stage.phase;

describe("container groups that are asked for", () => {
	it("B14: one 409 has many meanings, and one of them is taken for 'already running'", async () => {
		const codes: readonly (readonly [number, string, number])[] = [
			[409, "ServiceUnavailable", 3],
			[409, "RegistryErrorResponse", 3],
			[409, "ContainerGroupTransitioning", 3],
			[409, "SomethingNew", 3],
			[409, "ContainerGroupQuotaReached", 1],
			[400, "InaccessibleImage", 1],
		];
		for (const [status, code, most] of codes) {
			const app = await swept();
			app.meddle((one) => (one.method === "PUT" ? { status, body: armError(code) } : null));
			let before = 0;
			await app.minutes(90, () => {
				// At most one a tick.
				expect(asked(app, "PUT") - before).toBeLessThanOrEqual(1);
				before = asked(app, "PUT");
				return false;
			});
			expect([code, asked(app, "PUT"), titled(app, "3 started").length]).toEqual([code, most, 0]);
			expect(titled(app, "never started").length).toBeLessThanOrEqual(2);
			expect(app.titles().filter((title) => title.startsWith("needs you"))).not.toEqual([]);
			expect(app.keeper()).toMatchObject({ stage: { phase: "Watching" }, memory: { deploys: [], needsCleanup: false } });
			expect(app.world.containerGroups.size).toBe(0);
		}
	});

	it("B23: a group that Failed comes back later, when another run is on", async () => {
		const app = await swept({ rules: { failedFirst: 1, failedForMs: 12 * 60_000 }, script: { makeTakes: 5 * 60_000 } });
		let refused = 0;
		// It cannot be deleted before it has come back to life.
		app.meddle((one) => {
			if (one.method !== "DELETE" || app.world.containerGroups.size === 0 || refused >= 4) return null;
			refused++;
			return { status: 409, body: armError("ContainerGroupTransitioning") };
		});
		await app.minutes(400, () => {
			expect(app.world.containerGroups.size).toBeLessThanOrEqual(1);
			const alive = [...app.world.containerGroups.values()].some((group) => group.phase !== "Terminated");
			if (alive) expect(phase(app)).toBe("Deploying");
			return isBack(app)();
		});
		expect(refused).toBe(4);
		expect(isBack(app)()).toBe(true);
		// The first one ran in the end, found our marker and did nothing.
		expect(app.scripts.acted).toEqual([expect.stringMatching(/-2-1$/)]);
	});

	it("B29: a start never completes, and its deadline begins anew with each restart of the app", async () => {
		const sights = [
			{ provisioningState: "Creating", currentState: null },
			{ provisioningState: "Pending", currentState: null },
			{ provisioningState: "Repairing", state: "Repairing", currentState: null },
			{ provisioningState: "Succeeded", state: "Pending", currentState: { state: "Waiting", detailStatus: "ImagePull" } },
		];
		for (const sight of sights) {
			const app = await swept({ rules: { neverRuns: 1 } });
			app.meddle((one) => {
				const name = one.url.match(/containerGroups\/([^/?]+)\?/)?.[1];
				const stands = app.world.containerGroups.size > 0;
				return one.method === "GET" && name !== undefined && stands ? { status: 200, body: groupBody(name, sight) } : null;
			});
			await app.minutes(120, () => asked(app, "PUT") === 1);
			// Nothing is kept in the process: each tick loads all it knows, as after a restart.
			await app.minutes(18);
			expect([asked(app, "DELETE"), phase(app)]).toEqual([0, "Deploying"]);
			await app.minutes(8);
			expect([asked(app, "DELETE"), titled(app, "never started").length, phase(app)]).toEqual([1, 1, "Watching"]);
		}
	});

	it("B39: a create fails without an error object, its reason only in the group's events", async () => {
		const app = await swept({ rules: { failedFirst: 1, failedForMs: 24 * hour } });
		const events = [{ name: "InsufficientCapacity.", message: "The requested resource is not available.", type: "Warning" }];
		app.meddle((one) => (one.url.includes("/operations/") ? { status: 200, body: { status: "Failed", properties: { events } } } : null));
		await app.minutes(120, () => titled(app, "never started").length > 0);
		expect(app.calls("GET", "/operations/").length).toBeGreaterThan(0);
		const told = app.sent.find((message) => message.title.endsWith("never started"));
		expect(told?.lines.join(" ")).toContain("InsufficientCapacity");
		expect(app.keeper()).toMatchObject({ stage: { phase: "Watching" }, memory: { deploys: [], needsCleanup: false } });
		expect(app.world.containerGroups.size).toBe(0);
		// Tried again, but not at once.
		await app.minutes(10);
		expect(asked(app, "PUT")).toBe(1);
		await app.minutes(60);
		expect(asked(app, "PUT")).toBe(2);
	});
});
