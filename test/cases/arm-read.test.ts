/** Real trouble with reading ARM, as people reported it. */
import { RestError } from "@azure/data-tables";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NoToken } from "../../shared/adapters/credential.ts";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import type { Deadlines } from "../../shared/ports.ts";
import { armError } from "../adapters/arm-access.ts";
import { type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { cluster, containerGroups, type WiredRig, wiredRig } from "./wired-rig.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const minute = 60_000;

/** So many checks, each when it is due. */
async function checks(app: WiredRig, count: number): Promise<void> {
	for (let i = 0; i < count; i++) {
		app.clock.advance(5 * minute);
		await app.check();
		await app.watch();
	}
}

/** Four of five NotFounds, so that one more would be enough. */
async function almostThere(app: WiredRig): Promise<void> {
	await app.seenHealthy();
	app.clock.advance(60 * minute);
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.check();
	await checks(app, 3);
	expect(app.keeper().memory.notFoundCount).toBe(4);
}

const puts = (app: WiredRig) => app.calls("PUT", containerGroups).length;

describe("reading ARM", () => {
	it("B02: a teardown that is under way is deployed into", async () => {
		const app = wiredRig(arm);
		await app.seenHealthy();
		app.act({ act: "deleteGroups", takesMs: 3 * 60 * minute });
		await app.minutes(70);
		expect(app.keeper().memory).toMatchObject({ lastSight: "Deleting", notFoundCount: 0 });
		// The cluster is gone before its group is.
		app.world.clusters.clear();
		await app.minutes(60);
		expect(app.keeper().memory.hold?.reason).toBe("TeardownInProgress");
		expect(puts(app)).toBe(0);
		// And a create that meets a deletion is refused: told, not hurried, the lock free.
		const being = { status: 409, body: armError("ResourceGroupBeingDeleted") };
		app.meddle((asked) => (asked.method === "PUT" ? being : null));
		await app.minutes(120, () => puts(app) === 1);
		await app.minutes(10);
		expect(puts(app)).toBe(1);
		expect(app.keeper()).toMatchObject({ stage: { phase: "Watching" }, memory: { deploys: [], needsCleanup: false } });
		expect(app.titles()).toContain("redeploy 1 of 3 never started");
	});

	it("B11: a cluster that exists without being plainly healthy is taken for missing", async () => {
		const states = ["Canceled", "Failed", "Updating", "Starting", "Stopping", "Upgrading", "Creating", "SomethingNew", "Succeeded"];
		for (const provisioningState of states) {
			for (const powerState of [{ code: "Running" }, { code: "Stopped" }, null, undefined]) {
				const app = wiredRig(arm);
				await app.seenHealthy();
				const body = { name: "pers-usw3oasi-svc", location: "westus3", properties: { provisioningState, powerState } };
				app.meddle((asked) => (asked.url.includes(cluster) ? { status: 200, body } : null));
				app.clock.advance(60 * minute);
				await checks(app, 10);
				const shown = provisioningState === "Succeeded" && powerState?.code === "Stopped" ? "Stopped" : provisioningState;
				// Once a change, not once a look.
				expect(app.titles().slice(1)).toEqual(shown === "Succeeded" ? [] : [`oasis-svc: Succeeded -> ${shown}`]);
				expect([app.keeper().memory.notFoundCount, puts(app)]).toEqual([0, 0]);
			}
		}
	});

	it("B21: a name that is not resolved, or any other call that never arrives, is counted as NotFound", async () => {
		const codes = ["ENOTFOUND", "EAI_AGAIN", "ECONNRESET", "ETIMEDOUT", "ECONNREFUSED", "NotFound", "ResourceNotFound"];
		const failures: readonly Error[] = [
			...codes.map((code) => new RestError(`getaddrinfo ${code} management.azure.com`, { code })),
			// The token's own host out of reach.
			new NoToken("no token from the identity: getaddrinfo ENOTFOUND login.microsoftonline.com"),
		];
		for (const one of failures) {
			let failure: Error | null = null;
			const real = createDeadlines();
			const within: Deadlines["within"] = (ms, work) => (failure === null ? real.within(ms, work) : Promise.reject(failure));
			const app = wiredRig(arm, { deadlines: { ...real, within } });
			await almostThere(app);
			failure = one;
			await checks(app, 6);
			expect([one.message, app.keeper().memory.notFoundCount, puts(app)]).toEqual([one.message, 4, 0]);
			failure = null;
			await checks(app, 1);
			expect(puts(app)).toBe(1);
		}
	});

	it("B38: a 429 with a long Retry-After is waited for within the tick", async () => {
		const app = wiredRig(arm);
		await almostThere(app);
		const throttled: Reply = { status: 429, body: armError("ResourceRequestsThrottled"), headers: { "retry-after": "600" } };
		app.meddle(() => throttled);
		app.clock.advance(5 * minute);
		const before = arm.asked.length;
		await app.check();
		expect(arm.asked.length - before).toBe(1);
		expect(app.keeper()).toMatchObject({ memory: { notFoundCount: 4 }, stage: { phase: "Watching" } });
		await checks(app, 5);
		expect([app.keeper().memory.notFoundCount, puts(app)]).toEqual([4, 0]);
		app.meddle(null);
		await checks(app, 1);
		expect(puts(app)).toBe(1);
	});

	it("B46: a 200 with nothing usable in it is taken for healthy or missing", async () => {
		const useless: readonly Reply[] = [
			{ status: 200 },
			{ status: 200, body: "<html>Sign in to your account</html>", headers: { "content-type": "text/html" } },
			{ status: 200, body: { properties: { provisioningState: null, powerState: null } } },
			{ status: 200, body: { name: "pers-usw3oasi-svc", properties: {} } },
			{ status: 200, body: armError("ResourceNotFound") },
			{ status: 200, body: "null", headers: { "content-type": "application/json" } },
		];
		for (const reply of useless) {
			const app = wiredRig(arm);
			await almostThere(app);
			app.meddle((asked) => (asked.url.includes(cluster) ? reply : null));
			await checks(app, 8);
			expect([app.keeper().memory.notFoundCount, puts(app)]).toEqual([4, 0]);
			// One alert, because it persists.
			expect(app.titles().filter((title) => title.startsWith("can't see the cluster"))).toHaveLength(1);
		}
	});
});
