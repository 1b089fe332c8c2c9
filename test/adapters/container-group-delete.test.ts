import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { armAccess, armError } from "./arm-access.ts";
import { groupBody, ourTags } from "./container-group-bodies.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";
import { start } from "./samples.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

function remove(reply: Reply, seen: Reply = { status: 200, body: groupBody(start.name) }): Promise<unknown> {
	arm.says((asked) => (asked.method === "DELETE" ? reply : seen));
	return createContainerGroups(armAccess(arm.origin)).delete(start);
}

const methods = () => arm.asked.map((one) => one.method);

describe("the delete of a container group", () => {
	it.each<[string, Reply]>([
		["200", { status: 200, body: groupBody(start.name) }],
		["202", { status: 202 }],
		["204", { status: 204 }],
		["404 ResourceNotFound", { status: 404, body: armError("ResourceNotFound") }],
		["404 ResourceGroupNotFound", { status: 404, body: armError("ResourceGroupNotFound") }],
	])("is Accepted for %s", async (_name, reply) => {
		expect(await remove(reply)).toEqual({ kind: "Accepted" });
		expect(methods().filter((method) => method === "DELETE")).toHaveLength(1);
	});

	it("is Accepted although its first poll fails", async () => {
		const headers = { location: `${arm.origin}/operation?api-version=2023-05-01` };
		arm.says((asked) => {
			if (asked.method === "DELETE") return { status: 202, headers };
			return asked.url.startsWith("/operation") ? { status: 500 } : { status: 200, body: groupBody(start.name) };
		});
		expect(await createContainerGroups(armAccess(arm.origin)).delete(start)).toEqual({ kind: "Accepted" });
	});

	it("is Accepted without being sent when the group is gone already", async () => {
		expect(await remove({ status: 500 }, { status: 404, body: armError("ResourceNotFound") })).toEqual({ kind: "Accepted" });
		expect(methods()).toEqual(["GET"]);
	});

	it.each<[string, Readonly<Record<string, string>>]>([
		["no tags", {}],
		["another app's tags", { ...ourTags(start.name), "keepalived-app": "another" }],
		["another start's tags", ourTags("keepalived-a1b2c3-7-2")],
		["no start of ours", { "keepalived-app": "aro-hcp-keepalived" }],
	])("is Refused for a group with %s, and not sent", async (_name, tags) => {
		expect(await remove({ status: 200 }, { status: 200, body: { ...groupBody(start.name), tags } })).toMatchObject({
			kind: "Refused",
			code: "NotOurs",
		});
		expect(methods()).toEqual(["GET"]);
	});

	it.each<[string, Reply]>([
		["403", { status: 403, body: armError("AuthorizationFailed") }],
		["404 of another kind", { status: 404, body: armError("SubscriptionNotFound") }],
		["503", { status: 503 }],
		["a reset", "reset"],
		["no usable body", { status: 200 }],
	])("is Unknown and not sent when its look sees %s", async (_name, seen) => {
		expect(await remove({ status: 200 }, seen)).toMatchObject({ kind: "Unknown" });
		expect(methods()).toEqual(["GET"]);
	});

	it.each([
		[409, "ContainerGroupTransitioning"],
		[403, "AuthorizationFailed"],
		[404, "SubscriptionNotFound"],
		[429, "ResourceRequestsThrottled"],
	])("is Refused for %i %s, after one DELETE", async (status, code) => {
		expect(await remove({ status, body: armError(code), headers: { "retry-after": "600" } })).toMatchObject({ kind: "Refused", code });
		expect(methods()).toEqual(["GET", "DELETE"]);
	});

	it.each<[string, Reply]>([
		["500", { status: 500, body: armError("InternalServerError") }],
		["a reset", "reset"],
	])("is Unknown after %s, and not sent again", async (_name, reply) => {
		expect(await remove(reply)).toMatchObject({ kind: "Unknown" });
		expect(methods()).toEqual(["GET", "DELETE"]);
	});
});
