import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { armAccess, armError } from "./arm-access.ts";
import { groupBody, ourTags } from "./container-group-bodies.ts";
import { type Asked, type Loopback, loopback, type Reply } from "./loopback.ts";
import { runnerGroupId, start, startNamed } from "./samples.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const groups = () => createContainerGroups(armAccess(arm.origin));

async function see(body: unknown): Promise<unknown> {
	arm.says({ status: 200, body });
	return groups().get(start);
}

describe("a container group", () => {
	it("shows group, container, exit code and tags apart", async () => {
		const body = groupBody(start.name, { currentState: { state: "Terminated", exitCode: 2, detailStatus: "Error" }, state: "Running" });
		expect(await see(body)).toEqual({
			kind: "Found",
			name: start.name,
			provisioningState: "Succeeded",
			state: "Running",
			containerState: "Terminated",
			exitCode: 2,
			detail: "Error",
			restartCount: 0,
			previousExitCode: null,
			events: [],
			tags: ourTags(start.name),
		});
	});

	it.each([[{ state: "Terminated" }], [{ state: "Terminated", exitCode: null }]])(
		"that ended without an exit code has none, and never zero: %j",
		async (currentState) => {
			expect(await see(groupBody(start.name, { currentState }))).toMatchObject({ containerState: "Terminated", exitCode: null });
		},
	);

	it("that was restarted shows how often, and how it ended before", async () => {
		const currentState = { state: "Waiting", detailStatus: "CrashLoopBackOff: back-off 5m0s" };
		const seen = await see(groupBody(start.name, { currentState, restartCount: 3, previousState: { state: "Terminated", exitCode: 137 } }));
		expect(seen).toMatchObject({ containerState: "Waiting", restartCount: 3, previousExitCode: 137, exitCode: null });
	});

	it.each([
		["no instance view", { instanceView: undefined }],
		["a null instance view", { instanceView: null }],
		["no containers", { containers: undefined }],
		["an empty list of containers", { containers: [] }],
	])("just asked for is Found with %s", async (_name, properties) => {
		const body = groupBody(start.name, { provisioningState: "Creating" });
		expect(await see({ ...body, properties: { ...body.properties, ...properties } })).toMatchObject({
			kind: "Found",
			provisioningState: "Creating",
			exitCode: null,
		});
	});

	it("tells its events newest first, at most ten, each cut", async () => {
		const events = Array.from({ length: 12 }, (_, index) => ({
			name: `Event${index}`,
			message: "m".repeat(1_000),
			lastTimestamp: new Date(Date.UTC(2026, 10, 30, 9, index)).toISOString(),
		}));
		const { events: seen } = (await see(groupBody(start.name, { events }))) as { events: readonly string[] };
		expect(seen.map((event) => event.split(":")[0])).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Event${index}`));
		expect(Math.max(...seen.map((event) => event.length))).toBeLessThan(250);
	});

	it.each([[{ name: "Pulling" }], [{ name: "Pulling", lastTimestamp: "once" }], [{ message: "half" }], [{}]])(
		"is not doubted for an event without this or that: %j",
		async (event) => {
			expect(await see(groupBody(start.name, { events: [event] }))).toMatchObject({ kind: "Found" });
		},
	);

	it("shows only tags of ours: a policy adds some of its own", async () => {
		const body = { ...groupBody(start.name), tags: { ...ourTags(start.name), costCenter: "7", createdBy: "policy" } };
		expect(await see(body)).toMatchObject({ tags: ourTags(start.name) });
	});

	it.each(["ResourceNotFound", "ResourceGroupNotFound"])("is absent by a 404 with ARM's word %s", async (code) => {
		arm.says({ status: 404, body: armError(code) });
		expect(await groups().get(start)).toEqual({ kind: "NotFound", code });
	});

	it("is asked for where it was issued, whatever the subscription", async () => {
		const elsewhere = startNamed("keepalived-a1b2c3-1-1", {
			id: "/subscriptions/other/resourceGroups/there/providers/Microsoft.ContainerInstance/containerGroups/keepalived-a1b2c3-1-1",
		});
		arm.says({ status: 200, body: groupBody(elsewhere.name) });
		await groups().get(elsewhere);
		expect(arm.asked[0]?.url).toContain("/subscriptions/other/resourceGroups/there/");
	});
});

describe("the container groups of a resource group", () => {
	const lists =
		(names: readonly string[], more: readonly unknown[] = []) =>
		(asked: Asked): Reply => {
			const name = asked.url.match(/containerGroups\/([^?]+)\?/)?.[1];
			if (name !== undefined) return { status: 200, body: groupBody(name) };
			// A list carries no instance view.
			const items = names.map((one) => ({ ...groupBody(one), properties: { provisioningState: "Succeeded", containers: [] } }));
			return { status: 200, body: { value: [...items, ...more] } };
		};

	it("are ours alone, each with its instance view", async () => {
		const foreign = [
			{ ...groupBody("keepalived-a1b2c3-9-9"), tags: {} },
			{ ...groupBody("keepalived-other"), tags: { "keepalived-app": "another app" } },
			{ ...groupBody("no-tags"), tags: undefined },
		];
		arm.says(lists(["keepalived-a1b2c3-1-1", "keepalived-a1b2c3-2-1"], foreign));
		expect(await groups().list(runnerGroupId)).toMatchObject({
			kind: "Listed",
			items: [
				{ name: "keepalived-a1b2c3-1-1", containerState: "Running" },
				{ name: "keepalived-a1b2c3-2-1", containerState: "Running" },
			],
		});
		expect(arm.asked).toHaveLength(3);
	});

	it("are none when the resource group is gone, and doubt at any other 404", async () => {
		arm.says({ status: 404, body: armError("ResourceGroupNotFound") });
		expect(await groups().list(runnerGroupId)).toEqual({ kind: "Listed", items: [] });
		arm.says({ status: 404, body: armError("ResourceNotFound") });
		expect(await groups().list(runnerGroupId)).toMatchObject({ kind: "Unreadable", reason: "WrongNotFound" });
	});

	it.each([[{ value: null }], [{ value: {} }], [{}], [{ value: "x" }]])("are doubt in an answer without a list: %j", async (body) => {
		arm.says({ status: 200, body });
		expect(await groups().list(runnerGroupId)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it.each<[string, Reply, string]>([
		["is not there", { status: 404, body: armError("ResourceNotFound") }, "UnusableBody"],
		["cannot be read", { status: 503 }, "ServerError"],
		["has no provisioning state", { status: 200, body: { name: "x" } }, "UnusableBody"],
	])("are doubt when one that is listed %s by its own look", async (_name, reply, reason) => {
		const list = lists(["keepalived-a1b2c3-1-1"]);
		arm.says((asked) => (asked.url.includes("containerGroups/keepalived") ? reply : list(asked)));
		expect(await groups().list(runnerGroupId)).toMatchObject({ kind: "Unreadable", reason });
	});

	it("are read over all pages", async () => {
		const list = lists(["keepalived-a1b2c3-2-1"]);
		arm.says((asked) => {
			if (asked.url.includes("containerGroups/") || asked.url.includes("page=2")) return list(asked);
			return { status: 200, body: { value: [groupBody("keepalived-a1b2c3-1-1")], nextLink: `${arm.origin}/next?page=2` } };
		});
		expect(await groups().list(runnerGroupId)).toMatchObject({
			items: [{ name: "keepalived-a1b2c3-1-1" }, { name: "keepalived-a1b2c3-2-1" }],
		});
	});
});
