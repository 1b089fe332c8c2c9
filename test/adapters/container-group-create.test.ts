import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArmAccess } from "../../shared/adapters/arm-client.ts";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import type { ContainerGroupRequest } from "../../shared/ports.ts";
import { armAccess, armError, deadlinesOnDemand, hangs } from "./arm-access.ts";
import { groupBody, ourTags } from "./container-group-bodies.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";
import { run, spec, start } from "./samples.ts";

const secret = "-----BEGIN KEY-----\nnobody may see this\n-----END KEY-----";

const request: ContainerGroupRequest = {
	start,
	run,
	spec,
	variables: [
		{ name: "KEEPALIVED_RUN", value: run.id, secret: false },
		{ name: "KEEPALIVED_POST_TARGETS", value: "", secret: false },
		{ name: "GIT_SSH_KEY", value: secret, secret: true },
	],
	tags: ourTags(start.name),
};

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

function create(changes: Partial<ContainerGroupRequest> = {}, access: Partial<ArmAccess> = {}) {
	return createContainerGroups(armAccess(arm.origin, access)).create({
		...request,
		...changes,
	});
}

/** Says so to the PUT, and to everything after it that the group is being made. */
function put(reply: Reply, poll: Reply = { status: 200, body: groupBody(start.name) }): void {
	arm.says((asked) => (asked.method === "PUT" ? reply : poll));
}

const puts = () => arm.asked.filter((one) => one.method === "PUT");
const taken: Reply = { status: 201, body: groupBody(start.name, { provisioningState: "Pending" }) };

interface Sent {
	readonly [name: string]: unknown;
	readonly properties: {
		readonly [name: string]: unknown;
		readonly containers: readonly [{ readonly name: string; readonly properties: Readonly<Record<string, unknown>> }];
	};
}

async function sentFor(changes: Partial<ContainerGroupRequest> = {}): Promise<Sent> {
	put(taken);
	await create(changes);
	return JSON.parse(puts()[0]?.body ?? "");
}

describe("the create of a container group", () => {
	it("asks for one container that runs once, without an address of its own", async () => {
		const { properties, location, identity, tags } = await sentFor();
		expect({ location, identity, tags }).toEqual({
			location: "westus3",
			identity: { type: "UserAssigned", userAssignedIdentities: { [spec.identityId]: {} } },
			tags: ourTags(start.name),
		});
		expect(Object.keys(properties).sort()).toEqual(["containers", "imageRegistryCredentials", "osType", "restartPolicy"]);
		expect(properties).toMatchObject({ restartPolicy: "Never", osType: "Linux" });
		expect(properties.containers).toHaveLength(1);
		expect(properties.containers[0]).toMatchObject({
			name: "runner",
			properties: {
				image: spec.image,
				command: ["/bin/bash", "/opt/keepalived/run.sh"],
				resources: { requests: { cpu: 4, memoryInGB: 16 } },
			},
		});
		expect(properties.containers[0].properties).not.toHaveProperty("ports");
	});

	it("sends a secret as secureValue and nowhere else", async () => {
		const { properties } = await sentFor();
		expect(properties.containers[0].properties.environmentVariables).toEqual([
			{ name: "KEEPALIVED_RUN", value: run.id },
			{ name: "KEEPALIVED_POST_TARGETS", value: "" },
			{ name: "GIT_SSH_KEY", secureValue: secret },
		]);
		const [asked] = puts();
		const everything = JSON.stringify([asked?.url, asked?.headers, asked?.body]);
		expect(everything.split("nobody may see this")).toHaveLength(2);
	});

	it("pulls from a registry of its own with the runner's identity, and from a public one with none", async () => {
		const registryOf = async (image: string) => (await sentFor({ spec: { ...spec, image } })).properties.imageRegistryCredentials;
		expect(await registryOf("keepalived.azurecr.io/runner:1.0.0")).toEqual([
			{ server: "keepalived.azurecr.io", identity: spec.identityId },
		]);
		expect(await registryOf("localhost:5000/a/runner@sha256:0")).toEqual([{ server: "localhost:5000", identity: spec.identityId }]);
		expect(await registryOf("library/ubuntu:24.04")).toBeUndefined();
		expect(await registryOf("ubuntu:24.04")).toBeUndefined();
	});

	it("goes to the place that the start names", async () => {
		await sentFor();
		expect(puts()[0]?.url.split("?")[0]).toBe(start.id);
	});
});

describe("the answer to a create", () => {
	it.each([200, 201, 202])("is Accepted for %i", async (status) => {
		put({ status, body: groupBody(start.name, { provisioningState: "Pending" }) });
		expect(await create()).toEqual({ kind: "Accepted" });
		expect(puts()).toHaveLength(1);
	});

	it.each<[string, Reply]>([
		["500", { status: 500 }],
		["404", { status: 404, body: armError("ResourceNotFound") }],
		["a reset", "reset"],
		["Failed", { status: 200, body: groupBody(start.name, { provisioningState: "Failed" }) }],
		["nothing", { status: 200 }],
	])("is Accepted although its first poll answers %s", async (_name, poll) => {
		put(taken, poll);
		expect(await create()).toEqual({ kind: "Accepted" });
		expect(puts()).toHaveLength(1);
	});

	it("is Accepted although its first poll hangs", async () => {
		const deadlines = deadlinesOnDemand();
		arm.says((asked) => {
			if (asked.method === "PUT") return taken;
			deadlines.strike();
			return "hang";
		});
		expect(await create({}, { deadlines })).toEqual({ kind: "Accepted" });
		expect(puts()).toHaveLength(1);
	});

	it("is Accepted although the operation that it names fails without a reason", async () => {
		const status = { status: "Failed", properties: { events: [{ name: "InsufficientCapacity.", message: "not in westus3" }] } };
		const headers = { "azure-asyncoperation": `${arm.origin}/operation?api-version=2023-05-01` };
		put({ status: 201, body: groupBody(start.name, { provisioningState: "Pending" }), headers }, { status: 200, body: status });
		expect(await create()).toEqual({ kind: "Accepted" });
	});

	it.each<[string, Reply]>([
		["a lost answer", "reset"],
		["500", { status: 500, body: armError("InternalServerError") }],
		["503", { status: 503 }],
		["408", { status: 408, body: armError("RequestTimeout") }],
		["400 without a word of ARM's", { status: 400, body: "<html>Bad request</html>", headers: { "content-type": "text/html" } }],
		["a redirect", { status: 307, headers: { location: "/elsewhere" } }],
	])("is Unknown after %s, and nothing is sent again", async (_name, reply) => {
		put(reply);
		expect(await create()).toMatchObject({ kind: "Unknown" });
		expect(arm.asked).toHaveLength(1);
	});

	it("is Unknown when none comes in time", async () => {
		const deadlines = deadlinesOnDemand();
		arm.says(hangs(deadlines));
		expect(await create({}, { deadlines })).toMatchObject({ kind: "Unknown" });
	});

	it.each([
		[409, "ServiceUnavailable"],
		[409, "ContainerGroupQuotaReached"],
		[409, "ContainerGroupTransitioning"],
		[409, "RegistryErrorResponse"],
		[409, "ResourceGroupBeingDeleted"],
		[400, "InaccessibleImage"],
		[403, "AuthorizationFailed"],
		[403, "RequestDisallowedByPolicy"],
		[403, "LinkedAuthorizationFailed"],
		[404, "ResourceGroupNotFound"],
		[404, "SubscriptionNotFound"],
		[409, "MissingSubscriptionRegistration"],
		[429, "ResourceRequestsThrottled"],
	])("is Refused for %i with ARM's code %s, after one PUT", async (status, code) => {
		put({ status, body: armError(code, "said so"), headers: { "retry-after": "600" } });
		const answer = await create();
		expect(answer).toMatchObject({ kind: "Refused", code });
		expect(answer).toHaveProperty("detail", expect.stringContaining("said so"));
		expect(arm.asked).toHaveLength(1);
	});

	it("never quotes what was sent", async () => {
		put({ status: 400, body: armError("InvalidRequestContent", "the body is wrong") });
		expect(JSON.stringify(await create())).not.toContain("nobody may see");
	});
});
