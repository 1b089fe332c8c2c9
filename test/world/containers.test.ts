import { describe, expect, it } from "vitest";
import { processExited, processLine } from "./containers.ts";
import { nextChangeAt } from "./settle.ts";
import { keyOf } from "./state.ts";
import { containerGroupBody, containerGroupPath, kindsOf, refusedWith, runnerResourceGroup, TestWorld } from "./test-world.ts";
import type { Effect } from "./types.ts";

const name = "keepalived-a1b2c3-7-1";
const key = keyOf(runnerResourceGroup, name);

function running(rules: ConstructorParameters<typeof TestWorld>[0] = {}): TestWorld {
	const world = new TestWorld({ startDelayMs: 300, ...rules });
	world.putContainerGroup(name);
	world.pass(300);
	return world;
}

function generationOf(world: TestWorld): number {
	return world.state.containerGroups.get(key)?.generation ?? -1;
}

function exit(world: TestWorld, code: number | null): Effect[] {
	return processExited(world.state, key, generationOf(world), code, world.now);
}

interface View {
	properties: {
		provisioningState: string;
		instanceView?: { state: string; events: { name: string }[] };
		containers: { properties: { instanceView?: Record<string, unknown>; environmentVariables: unknown[] } }[];
	};
}

function look(world: TestWorld): View["properties"] {
	return (world.ask("GET", containerGroupPath(name)).body as View).properties;
}

function containerView(world: TestWorld): Record<string, unknown> | undefined {
	return look(world).containers[0]?.properties.instanceView;
}

describe("a container group from its PUT to its end", () => {
	it("is Pending without a container view, then runs with the variables of its PUT, secrets among them", () => {
		const world = new TestWorld({ startDelayMs: 300 });
		const put = world.putContainerGroup(name);
		expect(put.status).toBe(201);
		expect(put.headers["azure-asyncoperation"]).toContain("/operations/");
		expect(look(world)).toMatchObject({ provisioningState: "Pending", instanceView: { state: "Pending" } });
		expect(containerView(world)).toBeUndefined();
		expect(nextChangeAt(world.state)).toBe(world.now + 300);
		const effects = world.pass(300);
		expect(kindsOf(effects)).toEqual(["started", "startProcess"]);
		expect(effects[1]).toMatchObject({
			command: ["/bin/bash", "/opt/keepalived/run.sh"],
			variables: [{ name: "KEEPALIVED_RUN" }, { name: "GIT_SSH_KEY", value: "a key that nobody may see", secret: true }],
		});
		expect(containerView(world)).toMatchObject({ restartCount: 0, currentState: { state: "Running" } });
	});

	it("never shows a secret variable's value", () => {
		const world = running();
		expect(JSON.stringify(world.ask("GET", containerGroupPath(name)).body)).not.toContain("nobody may see");
		expect(look(world).containers[0]?.properties.environmentVariables).toContainEqual({ name: "GIT_SSH_KEY" });
	});

	it("is Succeeded with exit code 0 and Failed with any other", () => {
		for (const [code, state] of [
			[0, "Succeeded"],
			[2, "Failed"],
		] as const) {
			const world = running();
			exit(world, code);
			expect(look(world).instanceView?.state).toBe(state);
			expect(containerView(world)).toMatchObject({ currentState: { state: "Terminated", exitCode: code } });
		}
	});

	it("keeps 1,000 lines or 16 KB of a stopped container's log, whichever is less", () => {
		const log = (world: TestWorld) =>
			(world.ask("GET", `${containerGroupPath(name)}/containers/runner/logs`).body as { content: string }).content;
		const short = running();
		for (let line = 1; line <= 1_500; line += 1) processLine(short.state, key, 1, `${line}`);
		expect(log(short).split("\n")).toHaveLength(1_501);
		exit(short, 0);
		expect(log(short).split("\n").slice(0, 2)).toEqual(["501", "502"]);
		const long = running();
		for (let line = 1; line <= 100; line += 1) processLine(long.state, key, 1, "x".repeat(1_000));
		exit(long, 0);
		expect(Buffer.byteLength(log(long))).toBe(16 * 1_024);
	});

	it("gives the last lines of its log when asked for a tail, and none before it ran", () => {
		const world = new TestWorld({ startDelayMs: 300 });
		world.putContainerGroup(name);
		const logs = (query: string) => world.ask("GET", `${containerGroupPath(name)}/containers/runner/logs${query}`);
		expect(refusedWith(logs(""))).toEqual([404, "ContainerLogNotAvailable"]);
		world.pass(300);
		for (const line of ["one", "two", "three"]) processLine(world.state, key, 1, line);
		expect(logs("?tail=2").body).toEqual({ content: "two\nthree\n" });
		expect(refusedWith(world.ask("GET", `${containerGroupPath(name)}/containers/other/logs`))).toEqual([404, "ContainerNotFound"]);
	});

	it("is listed without any view, and late if the platform lags", () => {
		const world = new TestWorld({ listLagMs: 5_000 });
		world.putContainerGroup(name);
		const list = () => (world.ask("GET", containerGroupPath("").slice(0, -1)).body as { value: View[] }).value;
		world.pass(1_000);
		expect(list()).toEqual([]);
		world.pass(4_000);
		expect(list()).toHaveLength(1);
		expect(JSON.stringify(list())).not.toContain("instanceView");
	});
});

describe("a PUT over a container group that is there", () => {
	it("restarts a live one in place, also when it is identical, and the first one's log is lost", () => {
		const world = running();
		processLine(world.state, key, 1, "of the first");
		const again = world.putContainerGroup(name);
		expect(again.status).toBe(200);
		expect(kindsOf(again.effects)).toEqual(["stopProcess", "restarted", "started", "startProcess"]);
		expect(containerView(world)).toMatchObject({
			restartCount: 1,
			currentState: { state: "Running" },
			previousState: { state: "Terminated" },
		});
		expect(world.ask("GET", `${containerGroupPath(name)}/containers/runner/logs`).body).toEqual({ content: "" });
	});

	it("drops what the replaced process still says", () => {
		const world = running();
		world.putContainerGroup(name);
		expect(processLine(world.state, key, 1, "late")).toEqual([]);
		expect(processExited(world.state, key, 1, 0, world.now)).toEqual([]);
		expect(containerView(world)).toMatchObject({ currentState: { state: "Running" } });
	});

	it("makes a terminated one anew", () => {
		const world = running();
		exit(world, 1);
		expect(world.putContainerGroup(name).status).toBe(200);
		expect(kindsOf(world.pass(300))).toEqual(["started", "startProcess"]);
		expect(containerView(world)).toMatchObject({ restartCount: 0 });
		expect(containerView(world)).not.toHaveProperty("previousState");
	});

	it("is refused while it is being deleted, from another region, and when it changes what an update may not", () => {
		const world = running();
		const bigger = containerGroupBody({ resources: { requests: { cpu: 8, memoryInGB: 16 } } });
		expect(refusedWith(world.ask("PUT", containerGroupPath(name), bigger))).toEqual([400, "InvalidContainerGroupUpdate"]);
		const elsewhere = { ...containerGroupBody(), location: "eastus" };
		expect(refusedWith(world.ask("PUT", containerGroupPath(name), elsewhere))).toEqual([409, "InvalidResourceLocation"]);
		world.ask("DELETE", containerGroupPath(name));
		expect(refusedWith(world.putContainerGroup(name))).toEqual([409, "ContainerGroupTransitioning"]);
	});
});

describe("a PUT that the platform refuses", () => {
	it("is refused for lack of capacity only in the regions that lack it, and only so often", () => {
		const refusals = [{ status: 409, code: "ServiceUnavailable", locations: ["westus3"], count: 1 }];
		const world = new TestWorld({ refusals });
		const refused = world.putContainerGroup(name);
		expect(refusedWith(refused)).toEqual([409, "ServiceUnavailable"]);
		expect(kindsOf(refused.effects)).toEqual(["refused"]);
		expect(refusedWith(world.ask("GET", containerGroupPath(name)))).toEqual([404, "ResourceNotFound"]);
		expect(world.putContainerGroup(name).status).toBe(201);
	});

	it("is refused for a bad name, a strange identity, a missing image or a bad variable", () => {
		const world = new TestWorld();
		const put = (path: string, body: unknown) => refusedWith(world.ask("PUT", containerGroupPath(path), body));
		expect(put("two--hyphens", containerGroupBody())).toEqual([400, "InvalidContainerGroupName"]);
		const strange = { ...containerGroupBody(), identity: { type: "UserAssigned", userAssignedIdentities: { "/subscriptions/x": {} } } };
		expect(put(name, strange)).toEqual([403, "LinkedAuthorizationFailed"]);
		expect(put(name, containerGroupBody({ image: undefined }))).toEqual([400, "InvalidRequestContent"]);
		const variable = containerGroupBody({ environmentVariables: [{ name: "NOT-GOOD", value: "" }] });
		expect(put(name, variable)).toEqual([400, "InvalidContainerEnvironmentVariable"]);
	});

	it("finds no resource group, or one that is being deleted", () => {
		const world = new TestWorld();
		world.act({ act: "deleteGroups", groups: [runnerResourceGroup], takesMs: 10 });
		expect(refusedWith(world.putContainerGroup(name))).toEqual([409, "ResourceGroupBeingDeleted"]);
		world.pass(10);
		expect(refusedWith(world.putContainerGroup(name))).toEqual([404, "ResourceGroupNotFound"]);
	});
});

describe("a platform that misbehaves", () => {
	it("may show Failed and yet run the container later", () => {
		const world = new TestWorld({ failedFirst: 1, failedForMs: 2_000 });
		world.putContainerGroup(name);
		expect(look(world)).toMatchObject({ provisioningState: "Failed", instanceView: { events: [{ name: "InsufficientCapacity." }] } });
		expect(kindsOf(world.pass(2_000))).toContain("startProcess");
		expect(look(world)).toMatchObject({ provisioningState: "Succeeded", instanceView: { state: "Running" } });
	});

	it("may never get past Pending", () => {
		const world = new TestWorld({ neverRuns: 1 });
		world.putContainerGroup(name);
		expect(world.pass(86_400_000)).toEqual([]);
		expect(look(world).instanceView?.state).toBe("Pending");
	});

	it("may start a failed container again although its policy is Never", () => {
		const world = running({ restartsAfterFailure: 1 });
		expect(kindsOf(exit(world, 2))).toEqual(["exited", "restarted", "started", "startProcess"]);
		expect(containerView(world)).toMatchObject({ restartCount: 1, previousState: { exitCode: 2 } });
		expect(kindsOf(exit(world, 2))).toEqual(["exited"]);
	});

	it("may move a running container, kill it, or lose the whole group without a trace", () => {
		const moved = running();
		expect(kindsOf(moved.act({ act: "restartContainer" }))).toEqual(["stopProcess", "restarted", "started", "startProcess"]);
		const killed = running();
		expect(kindsOf(killed.act({ act: "killContainer" }))).toEqual(["stopProcess", "exited"]);
		expect(containerView(killed)).toMatchObject({ currentState: { exitCode: 137 } });
		const lost = running();
		expect(kindsOf(lost.act({ act: "loseContainerGroup", name }))).toEqual(["stopProcess", "lost"]);
		expect(refusedWith(lost.ask("GET", containerGroupPath(name)))).toEqual([404, "ResourceNotFound"]);
	});
});

describe("DELETE of a container group", () => {
	it("kills the process at once; the group is seen a little longer", () => {
		const world = running({ groupGoneMs: 500 });
		expect(kindsOf(world.ask("DELETE", containerGroupPath(name)).effects)).toEqual(["stopProcess"]);
		expect(containerView(world)).toMatchObject({ currentState: { state: "Terminated" } });
		expect(kindsOf(world.pass(500))).toEqual(["deleted"]);
		expect(world.ask("DELETE", containerGroupPath(name)).status).toBe(204);
	});

	it("keeps one that was still Pending from ever starting", () => {
		const world = new TestWorld({ startDelayMs: 300, groupGoneMs: 1_000 });
		world.putContainerGroup(name);
		world.ask("DELETE", containerGroupPath(name));
		expect(kindsOf(world.pass(1_000))).toEqual(["deleted"]);
	});

	it("comes with its resource group's end", () => {
		const world = running();
		world.act({ act: "deleteGroups", groups: [runnerResourceGroup], takesMs: 0 });
		expect(kindsOf(world.pass(1))).toEqual(["environment", "stopProcess", "deleted"]);
	});
});
