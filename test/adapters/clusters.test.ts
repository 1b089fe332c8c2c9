import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClusters } from "../../shared/adapters/clusters.ts";
import { armAccess, armError } from "./arm-access.ts";
import { type Loopback, loopback } from "./loopback.ts";
import { names } from "./samples.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

function cluster(properties: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
	return { id: "/x", name: names.clusterName, location: "westus3", properties, ...more };
}

async function see(body: unknown): Promise<unknown> {
	arm.says({ status: 200, body });
	return createClusters(armAccess(arm.origin)).get(names);
}

async function list(): Promise<unknown> {
	return createClusters(armAccess(arm.origin)).list(names);
}

const states = [
	"Succeeded",
	"Creating",
	"Deleting",
	"Upgrading",
	"Failed",
	"Updating",
	"Canceled",
	"Starting",
	"Stopping",
	"RotatingClusterCertificates",
	"a word nobody has seen",
];

describe("a cluster", () => {
	it.each(states)("in state %s is Found with ARM's own word", async (provisioningState) => {
		expect(await see(cluster({ provisioningState, powerState: { code: "Running" } }))).toMatchObject({
			kind: "Found",
			name: names.clusterName,
			state: provisioningState,
		});
	});

	it.each(states)("that is stopped is Stopped only where its provisioning state is Succeeded: %s", async (provisioningState) => {
		const expected = provisioningState === "Succeeded" ? "Stopped" : provisioningState;
		expect(await see(cluster({ provisioningState, powerState: { code: "Stopped" } }))).toMatchObject({ kind: "Found", state: expected });
	});

	it.each([[undefined], [null], [{}], [{ code: null }]])("is Found whatever its power state lacks: %j", async (powerState) => {
		expect(await see(cluster({ provisioningState: "Succeeded", powerState }))).toMatchObject({ kind: "Found", state: "Succeeded" });
	});

	it.each([
		[{ provisioningState: null, powerState: null }],
		[{ powerState: { code: "Running" } }],
		[{ provisioningState: "" }],
		[{ provisioningState: 5 }],
		[null],
	])("without a provisioning state is neither there nor absent: %j", async (properties) => {
		expect(await see(cluster(properties))).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it("tells when and by whom it was made, as far as ARM does", async () => {
		const systemData = { createdAt: "2026-11-30T08:00:00.1234567Z", createdBy: "ana@example.com", createdByType: "User" };
		expect(await see(cluster({ provisioningState: "Succeeded" }, { systemData }))).toMatchObject({
			createdAt: "2026-11-30T08:00:00.123Z",
			createdBy: "ana@example.com",
			createdByType: "User",
		});
		for (const createdAt of [undefined, null, "", "yesterday"]) {
			const seen = await see(cluster({ provisioningState: "Succeeded" }, { systemData: { createdAt } }));
			expect(seen).toMatchObject({ kind: "Found", createdAt: null, createdBy: null, createdByType: null });
		}
	});

	it.each(["ResourceNotFound", "ResourceGroupNotFound"])("is absent by a 404 with ARM's word %s", async (code) => {
		arm.says({ status: 404, body: armError(code) });
		expect(await createClusters(armAccess(arm.origin)).get(names)).toEqual({ kind: "NotFound", code });
		expect(arm.asked).toHaveLength(1);
	});

	it("is asked for with a token, by its full name", async () => {
		await see(cluster({ provisioningState: "Succeeded" }));
		const [asked] = arm.asked;
		expect(asked?.headers.authorization).toBe("Bearer a-token");
		expect(asked?.url).toContain(
			`/subscriptions/${names.subscriptionId}/resourceGroups/${names.resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${names.clusterName}?`,
		);
	});
});

describe("the clusters of a group", () => {
	it("are all of them, over all pages", async () => {
		const page = (name: string, nextLink?: string) => ({
			value: [{ ...cluster({ provisioningState: "Succeeded" }), name }],
			nextLink,
		});
		arm.says((asked) => ({ status: 200, body: asked.url.includes("page=2") ? page("two") : page("one", `${arm.origin}/next?page=2`) }));
		expect(await list()).toMatchObject({ kind: "Listed", items: [{ name: "one" }, { name: "two" }] });
	});

	it("are doubt as a whole when one page is", async () => {
		const first = { value: [cluster({ provisioningState: "Succeeded" })], nextLink: `${arm.origin}/next?page=2` };
		arm.says((asked) => (asked.url.includes("page=2") ? { status: 503 } : { status: 200, body: first }));
		expect(await list()).toMatchObject({ kind: "Unreadable", reason: "ServerError" });
	});

	it("are doubt as a whole when one of them is", async () => {
		arm.says({ status: 200, body: { value: [cluster({ provisioningState: "Succeeded" }), cluster(null)] } });
		expect(await list()).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it("are none when the group is gone, but doubt when the list itself is said to be", async () => {
		arm.says({ status: 404, body: armError("ResourceGroupNotFound") });
		expect(await list()).toEqual({ kind: "Listed", items: [] });
		arm.says({ status: 404, body: armError("ResourceNotFound") });
		expect(await list()).toMatchObject({ kind: "Unreadable", reason: "WrongNotFound" });
	});

	it("are none when the list is empty", async () => {
		arm.says({ status: 200, body: { value: [] } });
		expect(await list()).toEqual({ kind: "Listed", items: [] });
	});

	it.each([[{ value: null }], [{ value: "none" }], [{ value: {} }], [{ values: [] }]])(
		"are doubt in an answer without a list: %j",
		async (body) => {
			arm.says({ status: 200, body });
			expect(await list()).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
		},
	);
});
