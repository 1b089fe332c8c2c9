import { describe, expect, it } from "vitest";
import type { ResourceGroupObservation } from "../../shared/domain/observation.ts";
import type { Ports } from "../../shared/environment.ts";
import { type Rig, rig } from "../memory/rig.ts";

const gone = { act: "deleteGroups", takesMs: 0 } as const;

/** Resource groups whose looks can be overruled. */
function lying(): { wrap: (ports: Ports) => Ports; say: (sight: ResourceGroupObservation | null, times?: number) => void } {
	let said: ResourceGroupObservation | null = null;
	let left = 0;
	return {
		say: (sight, times = Number.POSITIVE_INFINITY) => {
			said = sight;
			left = times;
		},
		wrap: (ports) => ({
			...ports,
			resourceGroups: {
				...ports.resourceGroups,
				get: async (id, name) => (said !== null && left-- > 0 ? said : ports.resourceGroups.get(id, name)),
			},
		}),
	};
}

async function until(app: Rig, start: string, minutes = 400): Promise<void> {
	await app.minutes(minutes, () => app.titles().some((title) => title.startsWith(start)));
}

describe("a clean-up", () => {
	it("touches nothing that someone built after the run that failed", async () => {
		const app = rig({ script: { deploys: ["die"] } });
		await app.seenHealthy();
		app.act(gone);
		await until(app, "cleaning up");
		app.clock.advance(16 * 60_000);
		app.act(gone);
		app.act({ act: "makeEnvironment", state: "Succeeded" });
		await app.minutes(60);
		expect(app.titles()).toContain("someone rebuilds, no clean-up");
		expect(app.titles().at(-1)).toMatch(/^back after/);
		expect(app.worldPorts.puts).toHaveLength(1);
		expect(app.world.clusters.size).toBe(1);
	});

	it("waits while a resource group cannot be read, and says so", async () => {
		const groups = lying();
		const app = rig({ script: { deploys: [50] }, wrap: groups.wrap });
		await app.seenHealthy();
		app.act(gone);
		await until(app, "redeploy 1 of 3 started");
		groups.say({ kind: "Unreadable", reason: "Forbidden", detail: "403" });
		await app.minutes(120);
		expect(app.worldPorts.puts).toHaveLength(1);
		expect(app.titles().some((title) => title.startsWith("held: clean-up waits: resource group"))).toBe(true);
		groups.say(null);
		await until(app, "clean-up finished");
		expect(app.worldPorts.puts).toHaveLength(2);
	});

	it("does not believe that groups are gone on one look", async () => {
		const groups = lying();
		const app = rig({ script: { deploys: [50], cleanupLeaves: ["hcp-underlay-pers-usw3oasi-mgmt-1"] }, wrap: groups.wrap });
		await app.seenHealthy();
		app.act(gone);
		await until(app, "clean-up 1 of 3 started");
		await app.minutes(39);
		groups.say({ kind: "NotFound", code: "ResourceGroupNotFound" }, 3);
		await app.minutes(30);
		expect(app.titles().some((title) => title.startsWith("clean-up finished"))).toBe(false);
	});
});

describe("a run that ends with exit code 0 and no verdict", () => {
	it("is lost, whatever its container group says of itself", async () => {
		const app = rig({ script: { deploys: ["silent", 0] } });
		await app.seenHealthy();
		app.act(gone);
		await until(app, "back after", 600);
		expect(app.titles()).toContain("redeploy 1 of 3 was lost");
		expect(app.titles()).not.toContain("redeploy 1 of 3 finished, looking for the cluster");
	});
});

describe("a pause during a run", () => {
	it("lets the run be told to its end and deletes nothing before it is over", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act(gone);
		await until(app, "redeploy 1 of 3 started");
		await app.order({ type: "pause", ms: 5 * 3600_000, why: "demo" });
		await until(app, "back after", 120);
		await app.minutes(60);
		expect(app.titles().at(-1)).toMatch(/^back after/);
		expect(app.worldPorts.deletes).toEqual([]);
		await app.order({ type: "resume" });
		await app.minutes(10);
		expect(app.worldPorts.deletes).toHaveLength(1);
		expect(app.world.containerGroups.size).toBe(0);
	});
});

describe("a person's orders", () => {
	it("redeploy what was never seen, once, through the second look", async () => {
		const app = rig({ environmentUp: false });
		await app.minutes(30);
		await app.order({ type: "redeploy" });
		await until(app, "back after", 120);
		expect(app.worldPorts.puts).toHaveLength(1);
		expect(app.titles()).toContain("redeploy ordered by ana, second look agrees");
	});

	it("cancel a run that acts: it is stopped, settles and is cleaned up", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act(gone);
		await until(app, "redeploy 1 of 3 started");
		await app.order({ type: "cancel" });
		await until(app, "clean-up finished", 200);
		expect(app.titles()).toContain("redeploy 1 of 3 was lost");
	});

	it("retry leads to the clean-up that is owed before anything else", async () => {
		const app = rig({ script: { deploys: [50, 0], cleanups: [0], cleanupLeaves: ["hcp-underlay-pers-usw3oasi-mgmt-1"] } });
		await app.seenHealthy();
		app.act(gone);
		await until(app, "needs you: the clean-up failed", 600);
		app.scripts.behaviour = { ...app.scripts.behaviour, cleanupLeaves: [] };
		await app.order({ type: "retry" });
		await until(app, "back after", 600);
		const titles = app.titles();
		expect(titles.lastIndexOf("cleaning up")).toBeGreaterThan(titles.indexOf("retry ordered by ana"));
		expect(titles.at(-1)).toMatch(/^back after/);
	});
});
