import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createResourceGroups } from "../../shared/adapters/resource-groups.ts";
import { armAccess, armError } from "./arm-access.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";
import { names, runnerGroupId } from "./samples.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const groups = () => createResourceGroups(armAccess(arm.origin));

async function see(body: unknown): Promise<unknown> {
	arm.says({ status: 200, body });
	return groups().get(names.subscriptionId, "a-group");
}

describe("a resource group", () => {
	it.each(["Succeeded", "Deleting", "Updating", "NewWord"])("in state %s is Found with ARM's own word", async (provisioningState) => {
		expect(await see({ name: "A-Group", location: "westus3", properties: { provisioningState } })).toEqual({
			kind: "Found",
			name: "A-Group",
			provisioningState,
			createdAt: null,
		});
	});

	it.each(["createdAt", "createdat", "CreatedAt"])("was made when its tag %s says so", async (tag) => {
		const body = { name: "g", location: "x", properties: { provisioningState: "Succeeded" }, tags: { [tag]: "2026-11-30T08:00:00Z" } };
		expect(await see(body)).toMatchObject({ createdAt: "2026-11-30T08:00:00.000Z" });
	});

	it.each(["", "today", "5", "2026-11-30", "11/30/2026 08:00", "2026-13-30T08:00:00Z", "2026-11-30T08:00:00"])(
		"has no age by a tag that is no full date: %j",
		async (createdAt) => {
			const body = { name: "g", location: "x", properties: { provisioningState: "Succeeded" }, tags: { createdAt } };
			expect(await see(body)).toMatchObject({ kind: "Found", createdAt: null });
		},
	);

	it.each([[{ name: "g", properties: {} }], [{ name: "g", properties: { provisioningState: null } }], [{ name: "g" }]])(
		"without a provisioning state is neither there nor absent: %j",
		async (body) => {
			expect(await see(body)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
		},
	);

	it.each(["ResourceGroupNotFound", "ResourceNotFound"])("is absent by a 404 with ARM's word %s", async (code) => {
		arm.says({ status: 404, body: armError(code) });
		expect(await groups().get(names.subscriptionId, "a-group")).toEqual({ kind: "NotFound", code });
		expect(arm.asked).toHaveLength(1);
	});
});

describe("the location of a group", () => {
	it("is read by its full id", async () => {
		arm.says({ status: 200, body: { name: "keepalived-runner", location: "westus3", properties: { provisioningState: "Succeeded" } } });
		expect(await groups().location(runnerGroupId)).toBe("westus3");
		expect(arm.asked[0]?.url.toLowerCase()).toContain(`/subscriptions/${names.subscriptionId}/resourcegroups/keepalived-runner`);
	});

	it.each<[string, Reply]>([
		["a 404", { status: 404, body: armError("ResourceGroupNotFound") }],
		["a 403", { status: 403, body: armError("AuthorizationFailed") }],
		["no location", { status: 200, body: { name: "g", properties: { provisioningState: "Succeeded" } } }],
		["a reset", "reset"],
	])("is unknown after %s", async (_name, reply) => {
		arm.says(reply);
		expect(await groups().location(runnerGroupId)).toBeNull();
	});

	it("is unknown for what is no id of a group", async () => {
		expect(await groups().location("keepalived-runner")).toBeNull();
	});
});
