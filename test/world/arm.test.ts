import { describe, expect, it } from "vitest";
import { callerOf, runnerCaller } from "./arm/caller.ts";
import { clusterPath, names, refusedWith, runnerResourceGroup, TestWorld } from "./test-world.ts";

const groupPath = `/resourceGroups/${names.resourceGroup}`;
const person = callerOf({ upn: "someone@example.com", oid: "p" });

describe("a cluster in the simulated ARM", () => {
	it("is shown with its provisioning state, power state and who made it", () => {
		const { status, body } = new TestWorld().ask("GET", clusterPath);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			name: "pers-usw3oasi-svc",
			properties: { provisioningState: "Succeeded", powerState: { code: "Running" } },
			systemData: { createdBy: "oasis@example.com", createdByType: "User", createdAt: "2026-11-29T13:00:00.000Z" },
		});
	});

	it("is found whatever the case of its path", () => {
		expect(new TestWorld().ask("GET", clusterPath.toUpperCase()).status).toBe(200);
	});

	it("is ResourceNotFound while its group stands, ResourceGroupNotFound once that is gone", () => {
		const world = new TestWorld();
		world.act({ act: "deleteCluster", takesMs: 0 });
		world.pass(1);
		expect(refusedWith(world.ask("GET", clusterPath))).toEqual([404, "ResourceNotFound"]);
		world.act({ act: "deleteGroups", takesMs: 0 });
		world.pass(1);
		expect(refusedWith(world.ask("GET", clusterPath))).toEqual([404, "ResourceGroupNotFound"]);
	});

	it("shows any state and power state that it is given", () => {
		const world = new TestWorld();
		world.act({ act: "setCluster", state: "SomethingNew", powerState: null });
		const { properties } = world.ask("GET", clusterPath).body as { properties: Record<string, unknown> };
		expect(properties.provisioningState).toBe("SomethingNew");
		expect(properties).not.toHaveProperty("powerState");
	});

	it("made by the runner is Creating at first and bears the runner's identity", () => {
		const world = new TestWorld({ creatingMs: 500 }, false);
		world.ask("PUT", groupPath, { location: "westus3" }, runnerCaller);
		expect(world.ask("PUT", clusterPath, { location: "westus3" }, runnerCaller).status).toBe(201);
		expect(world.ask("GET", clusterPath).body).toMatchObject({
			properties: { provisioningState: "Creating" },
			systemData: { createdByType: "Application", createdBy: runnerCaller.actor.id },
		});
		world.pass(500);
		expect(world.ask("GET", clusterPath).body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
	});
});

describe("a resource group in the simulated ARM", () => {
	it("is stamped with createdAt by policy when it is made without one", () => {
		const world = new TestWorld({}, false);
		const { status, body } = world.ask("PUT", groupPath, { location: "westus3", tags: { persist: "true" } }, runnerCaller);
		expect(status).toBe(201);
		expect(body).toMatchObject({ tags: { persist: "true", createdAt: "2026-11-30T09:00:00.000Z" } });
	});

	it("keeps its createdAt when it is put again without tags", () => {
		const world = new TestWorld();
		const { body } = world.ask("PUT", groupPath, { location: "westus3" }, runnerCaller);
		expect(body).toMatchObject({ tags: { createdAt: "2026-11-29T13:00:00.000Z" } });
	});

	it("stays Deleting for a while, without its cluster in the end, refuses what is put into it, then is gone", () => {
		const world = new TestWorld({ deletingMs: 1_000 });
		expect(world.ask("DELETE", groupPath, null, runnerCaller).status).toBe(202);
		world.pass(600);
		expect(world.ask("GET", groupPath).body).toMatchObject({ properties: { provisioningState: "Deleting" } });
		expect(refusedWith(world.ask("GET", clusterPath))).toEqual([404, "ResourceNotFound"]);
		expect(refusedWith(world.ask("PUT", clusterPath, { location: "westus3" }, runnerCaller))).toEqual([409, "ResourceGroupBeingDeleted"]);
		expect(refusedWith(world.ask("PUT", groupPath, { location: "westus3" }, runnerCaller))).toEqual([409, "ResourceGroupBeingDeleted"]);
		world.pass(400);
		expect(refusedWith(world.ask("GET", groupPath))).toEqual([404, "ResourceGroupNotFound"]);
	});

	it("is listed with the others, and by tag", () => {
		const world = new TestWorld();
		world.act({ act: "makeGroup", name: "other", tags: { team: "x" } });
		const listed = (query: string) =>
			(world.ask("GET", `/resourceGroups${query}`).body as { value: { name: string }[] }).value.map(({ name }) => name);
		expect(listed("")).toEqual([runnerResourceGroup, ...names.groups, "other"]);
		expect(listed("?$filter=tagName eq 'team' and tagValue eq 'x'")).toEqual(["other"]);
	});

	it("answers HEAD without a body", () => {
		const world = new TestWorld();
		expect(world.ask("HEAD", groupPath)).toMatchObject({ status: 204, body: null });
		expect(world.ask("HEAD", "/resourceGroups/none").status).toBe(404);
	});
});

describe("the simulated ARM before any route", () => {
	it("does not know another subscription", () => {
		const path = `/subscriptions/22222222-2222-4333-8444-555555555555${clusterPath}?api-version=2026-04-01`;
		expect(refusedWith(new TestWorld().askRaw("GET", path))).toEqual([404, "SubscriptionNotFound"]);
	});

	it("wants an api-version that looks like one", () => {
		const path = `/subscriptions/${names.subscriptionId}${clusterPath}`;
		expect(refusedWith(new TestWorld().askRaw("GET", path))).toEqual([400, "MissingApiVersionParameter"]);
		expect(refusedWith(new TestWorld().askRaw("GET", `${path}?api-version=latest`))).toEqual([400, "InvalidApiVersionParameter"]);
	});

	it("lets the app read the subscription and nothing more, save for container groups in the runner's group", () => {
		const world = new TestWorld();
		expect(refusedWith(world.ask("DELETE", groupPath))).toEqual([403, "AuthorizationFailed"]);
		expect(refusedWith(world.ask("PUT", clusterPath, { location: "westus3" }))).toEqual([403, "AuthorizationFailed"]);
		const elsewhere = `${groupPath}/providers/Microsoft.ContainerInstance/containerGroups/a`;
		expect(refusedWith(world.ask("DELETE", elsewhere))).toEqual([403, "AuthorizationFailed"]);
		expect(world.putContainerGroup("a").status).toBe(201);
	});

	it("lets a stranger do nothing, and says which action was refused", () => {
		const { status, body } = new TestWorld().ask("GET", clusterPath, null, callerOf({ appid: "x", oid: "y" }));
		expect(status).toBe(403);
		expect(JSON.stringify(body)).toContain("Microsoft.ContainerService/managedClusters/read");
	});

	it("knows people as users", () => {
		const world = new TestWorld({}, false);
		world.ask("PUT", groupPath, { location: "westus3" }, person);
		world.ask("PUT", clusterPath, { location: "westus3" }, person);
		expect(world.ask("GET", clusterPath).body).toMatchObject({ systemData: { createdBy: "someone@example.com", createdByType: "User" } });
	});

	it("tells a type that it has no route for from a resource that is absent", () => {
		expect(refusedWith(new TestWorld().ask("GET", `${groupPath}/providers/Microsoft.Web/sites/a`))).toEqual([404, "InvalidResourceType"]);
	});
});

describe("a long-running operation", () => {
	const statusOf = (world: TestWorld, url: string | undefined) => {
		const { pathname, search } = new URL(url ?? "");
		return world.askRaw("GET", `${pathname}${search}`);
	};

	it("of a container group is InProgress while it is Pending, and Succeeded once it runs", () => {
		const world = new TestWorld({ startDelayMs: 300 });
		const { headers } = world.putContainerGroup("a");
		expect(statusOf(world, headers["azure-asyncoperation"]).body).toMatchObject({ status: "InProgress" });
		world.pass(300);
		expect(statusOf(world, headers["azure-asyncoperation"]).body).toMatchObject({ status: "Succeeded" });
	});

	it("that failed says why only in its events, without an error object", () => {
		const world = new TestWorld({ failedFirst: 1 });
		const { body } = statusOf(world, world.putContainerGroup("a").headers["azure-asyncoperation"]);
		expect(body).toMatchObject({ status: "Failed", properties: { events: [{ name: "InsufficientCapacity." }] } });
		expect(body).not.toHaveProperty("error");
	});

	it("of a resource group's end answers 202 until it is gone", () => {
		const world = new TestWorld({ deletingMs: 1_000 });
		const { headers } = world.ask("DELETE", groupPath, null, runnerCaller);
		expect(statusOf(world, headers.location).status).toBe(202);
		world.pass(1_000);
		expect(statusOf(world, headers.location).status).toBe(200);
	});
});
