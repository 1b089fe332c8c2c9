import { describe, expect, it } from "vitest";
import { type Rig, rig, withClusters } from "../memory/rig.ts";

const region = "hcp-underlay-pers-usw3oasi";
const service = "hcp-underlay-pers-usw3oasi-svc";

async function swept(app: Rig, minutes = 60): Promise<void> {
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(minutes);
}

function holdOf(app: Rig): string | undefined {
	return app.keeper().memory.hold?.reason;
}

describe("the gates", () => {
	it("never build what was never seen", async () => {
		const app = rig({ environmentUp: false });
		await app.minutes(24 * 60);
		expect(holdOf(app)).toBe("NeverSeen");
		expect(app.worldPorts.puts).toEqual([]);
		expect(app.titles()[0]).toBe("oasis-svc: first look: NotFound");
	});

	it("hold while a group is being deleted, and deploy when it is gone", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteGroups", groups: [service], takesMs: 0 });
		app.act({ act: "deleteGroups", groups: [region, `${region}-mgmt-1`], takesMs: 3 * 3600_000 });
		await app.minutes(90);
		expect(holdOf(app)).toBe("TeardownInProgress");
		expect(app.worldPorts.puts).toEqual([]);
		await app.minutes(150);
		expect(app.worldPorts.puts).toHaveLength(1);
	});

	it("hold when another cluster is in the group", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteCluster", takesMs: 0 });
		app.act({ act: "makeCluster", name: "pers-usw3oasi-other" });
		await app.minutes(120);
		expect(holdOf(app)).toBe("UnexpectedCluster");
		expect(app.titles().some((title) => title.startsWith("needs you: another cluster"))).toBe(true);
		expect(app.worldPorts.puts).toEqual([]);
	});

	it("hold while someone builds: a group is newer than the outage", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteGroups", takesMs: 0 });
		await app.minutes(70);
		app.act({ act: "makeEnvironment", groups: [region], cluster: false });
		await app.minutes(60);
		expect(app.worldPorts.puts).toEqual([]);
		expect(holdOf(app)).toBe("BeingBuilt");
	});

	it("hold under a pause, and go on from where they were after it", async () => {
		const app = rig();
		await app.seenHealthy();
		const partition = app.table.partition(app.environment.key);
		if (partition === undefined) throw new Error("no state");
		const until = new Date(app.clock.now() + 5 * 3600_000).toISOString();
		const since = new Date(app.clock.now()).toISOString();
		partition.keeper = { ...partition.keeper, memory: { ...partition.keeper.memory, pause: { since, until, by: "ana", why: "demo" } } };
		app.act({ act: "deleteGroups", takesMs: 0 });
		await app.minutes(4 * 60);
		expect(holdOf(app)).toBe("Paused");
		expect(app.worldPorts.puts).toEqual([]);
		await app.minutes(90);
		expect(app.worldPorts.puts).toHaveLength(1);
	});

	it("spend a budget of redeploys in seven days, not more", async () => {
		const app = rig({ policy: { maxDeploysPerWeek: 2 } });
		await app.seenHealthy();
		for (let day = 0; day < 4; day++) {
			app.act({ act: "deleteGroups", takesMs: 0 });
			await app.minutes(24 * 60);
		}
		expect(app.worldPorts.puts).toHaveLength(2);
		expect(holdOf(app)).toBe("BudgetSpent");
	});

	it("refuse doubt in the second look", async () => {
		const unreadable = { kind: "Unreadable", reason: "ServerError", detail: "503" } as const;
		const app = rig({ wrap: (ports) => withClusters(ports, (clusters) => ({ get: clusters.get, list: async () => unreadable })) });
		await swept(app, 120);
		expect(holdOf(app)).toBe("SecondLookUnreadable");
		expect(app.worldPorts.puts).toEqual([]);
	});

	it("start the count anew when the list shows the cluster that a GET calls absent", async () => {
		const app = rig({
			wrap: (ports) =>
				withClusters(ports, (clusters) => ({
					get: async (names) =>
						(await clusters.list(names)).kind === "Listed" && app.clock.now() > Date.parse("2026-11-30T09:05:00Z")
							? { kind: "NotFound", code: "ResourceNotFound" }
							: clusters.get(names),
					list: clusters.list,
				})),
		});
		await app.minutes(180);
		expect(app.worldPorts.puts).toEqual([]);
		expect(app.titles().some((title) => title.startsWith("held: the second look finds the cluster"))).toBe(true);
		expect(app.keeper().memory.notFoundCount).toBeLessThan(5);
	});

	it("tell a hold once, and again only each reminder interval", async () => {
		const app = rig({ environmentUp: false });
		await app.minutes(10 * 60);
		expect(app.titles().filter((title) => title.startsWith("held:"))).toHaveLength(3);
	});
});
