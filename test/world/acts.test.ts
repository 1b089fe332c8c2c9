import { describe, expect, it } from "vitest";
import { watchedCluster } from "./state.ts";
import { clusterPath, containerGroupPath, names, runnerResourceGroup, TestWorld } from "./test-world.ts";

const clock = (world: TestWorld) => new Date(world.now).toISOString();

describe("what happens behind the app's back", () => {
	it("the sweeper takes some groups and leaves the others", () => {
		const world = new TestWorld();
		world.act({ act: "deleteGroups", groups: [names.resourceGroup], takesMs: 100 });
		world.pass(100);
		expect([...world.state.resourceGroups.keys()]).toEqual([runnerResourceGroup, names.groups[0], names.groups[2]]);
		expect(watchedCluster(world.state)).toBeUndefined();
	});

	it("someone builds the environment now, which its tags and its cluster show", () => {
		const world = new TestWorld({ creatingMs: 100 }, false);
		world.act({ act: "makeEnvironment", by: "colleague@example.com" });
		expect(world.ask("GET", clusterPath).body).toMatchObject({
			properties: { provisioningState: "Creating" },
			systemData: { createdBy: "colleague@example.com", createdAt: clock(world) },
		});
		world.pass(100);
		expect(watchedCluster(world.state)?.provisioningState).toBe("Succeeded");
		expect(world.ask("GET", `/resourceGroups/${names.resourceGroup}`).body).toMatchObject({
			tags: { createdAt: "2026-11-30T09:00:00.000Z" },
		});
	});

	it("groups can come without the cluster, and with an older date", () => {
		const world = new TestWorld({}, false);
		world.act({ act: "makeEnvironment", cluster: false, groups: [names.resourceGroup], createdAt: "2026-11-01T00:00:00.000Z" });
		expect(watchedCluster(world.state)).toBeUndefined();
		expect(world.ask("GET", `/resourceGroups/${names.resourceGroup}`).body).toMatchObject({
			tags: { createdAt: "2026-11-01T00:00:00.000Z" },
		});
	});

	it("a second cluster turns up beside the watched one", () => {
		const world = new TestWorld();
		world.act({ act: "makeCluster", name: "pers-usw3oasi-svc2" });
		const { value } = world.ask("GET", clusterPath.replace(/\/[^/]+$/, "")).body as { value: { name: string }[] };
		expect(value.map(({ name }) => name)).toEqual(["pers-usw3oasi-svc", "pers-usw3oasi-svc2"]);
	});

	it("a container group that nobody here asked for is there, with its tags", () => {
		const world = new TestWorld();
		world.act({ act: "makeContainerGroup", name: "stray", tags: { "keepalived-app": "aro-hcp-keepalived" } });
		expect(world.ask("GET", containerGroupPath("stray")).body).toMatchObject({
			tags: { "keepalived-app": "aro-hcp-keepalived" },
			properties: { instanceView: { state: "Running" } },
		});
	});

	it("an act with nothing to work on changes nothing and says so", () => {
		const world = new TestWorld({}, false);
		const [effect] = world.act({ act: "deleteCluster" });
		expect(effect).toEqual({ kind: "event", event: { kind: "environment", text: "nothing done: no cluster" } });
	});
});
