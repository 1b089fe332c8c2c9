import { describe, expect, it } from "vitest";
import type { ClusterObservation, UnreadableReason } from "../../shared/domain/observation.ts";
import { type Rig, rig, withClusters } from "../memory/rig.ts";

/** A rig whose looks at the cluster can be overruled. */
function seeing(): { app: Rig; show: (sight: ClusterObservation | null) => void } {
	let shown: ClusterObservation | null = null;
	const app = rig({
		wrap: (ports) => withClusters(ports, (clusters) => ({ get: async (names) => shown ?? clusters.get(names), list: clusters.list })),
	});
	return { app, show: (sight) => (shown = sight) };
}

const notFound: ClusterObservation = { kind: "NotFound", code: "ResourceNotFound" };
const reasons: readonly UnreadableReason[] = [
	"Unauthorized",
	"Forbidden",
	"WrongNotFound",
	"Throttled",
	"ServerError",
	"Dns",
	"Timeout",
	"Network",
	"NoToken",
	"UnusableBody",
	"Other",
];

describe("the NotFound counter", () => {
	it.each(reasons)("is not moved by %s, however often it is seen", async (reason) => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show({ kind: "Unreadable", reason, detail: "x" });
		await app.minutes(24 * 60);
		expect(app.keeper().memory.notFoundCount).toBe(0);
		expect(app.worldPorts.puts).toEqual([]);
		expect(app.titles().filter((title) => title.startsWith("can't see the cluster"))).toHaveLength(6);
	});

	it("rises by one when five checks come within five seconds", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show(notFound);
		app.clock.advance(60 * 60_000);
		for (let i = 0; i < 5; i++) {
			await app.check();
			app.clock.advance(1_000);
		}
		expect(app.keeper().memory.notFoundCount).toBe(1);
	});

	it("keeps five minutes five when a timer fires some seconds early", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show(notFound);
		app.clock.advance(60 * 60_000);
		await app.check();
		app.clock.advance(5 * 60_000 - 9_000);
		await app.check();
		expect(app.keeper().memory.notFoundCount).toBe(2);
	});

	it("falls to zero with any sight of the cluster", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show(notFound);
		await app.minutes(75);
		expect(app.keeper().memory.notFoundCount).toBeGreaterThan(1);
		show({ kind: "Found", name: "x", state: "Deleting", createdAt: null, createdBy: null, createdByType: null });
		await app.minutes(10);
		expect(app.keeper().memory.notFoundCount).toBe(0);
	});

	it("begins anew after a long silence", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show(notFound);
		await app.minutes(75);
		expect(app.keeper().memory.notFoundCount).toBeGreaterThan(1);
		app.clock.advance(3 * 3600_000);
		await app.check();
		expect(app.keeper().memory.notFoundCount).toBe(1);
	});

	it("takes every state ARM may name as there, tells it once, and never redeploys for it", async () => {
		const states = [
			"Canceled",
			"Failed",
			"Updating",
			"Starting",
			"Stopping",
			"Upgrading",
			"Creating",
			"Stopped",
			"RotatingClusterCertificates",
			"SomethingNew",
		];
		for (const state of states) {
			const { app, show } = seeing();
			await app.seenHealthy();
			show({ kind: "Found", name: "x", state, createdAt: null, createdBy: null, createdByType: null });
			await app.minutes(12 * 60);
			expect(app.titles().filter((title) => title === `oasis-svc: Succeeded -> ${state}`)).toHaveLength(1);
			expect(app.keeper().memory.notFoundCount).toBe(0);
			expect(app.worldPorts.puts).toEqual([]);
		}
	});
});

describe("a cluster that cannot be seen", () => {
	it("is told after three looks, and once more when it can be seen again", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show({ kind: "Unreadable", reason: "Throttled", detail: "429" });
		await app.minutes(90);
		show(null);
		await app.minutes(30);
		expect(app.titles().slice(1)).toEqual(["can't see the cluster: Azure asks to wait (429)", "can see it again"]);
	});
});

describe("a flap below the threshold", () => {
	it("is told as two changes and deploys nothing", async () => {
		const { app, show } = seeing();
		await app.seenHealthy();
		show(notFound);
		await app.minutes(65);
		show(null);
		await app.minutes(120);
		expect(app.titles()).toEqual([
			"oasis-svc: first look: Succeeded",
			"oasis-svc: Succeeded -> NotFound",
			"oasis-svc: NotFound -> Succeeded",
		]);
		expect(app.keeper().memory.incident).toBeNull();
	});
});
