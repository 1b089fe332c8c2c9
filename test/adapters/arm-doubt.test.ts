/** Three looks at ARM, one by one over the same bad answers: none of them is ever taken for an absence. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArmAccess } from "../../shared/adapters/arm-client.ts";
import { createClusters } from "../../shared/adapters/clusters.ts";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { createResourceGroups } from "../../shared/adapters/resource-groups.ts";
import { armAccess, armError, deadlinesOnDemand, hangs } from "./arm-access.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";
import { names, start } from "./samples.ts";

type Look = (access: ArmAccess) => Promise<unknown>;
const looks: readonly (readonly [string, Look])[] = [
	["cluster", (access) => createClusters(access).get(names)],
	["resource group", (access) => createResourceGroups(access).get(names.subscriptionId, names.resourceGroup)],
	["container group", (access) => createContainerGroups(access).get(start)],
	["list of clusters", (access) => createClusters(access).list(names)],
	["list of container groups", (access) => createContainerGroups(access).list("/subscriptions/s/resourceGroups/keepalived-runner")],
];

const html = { status: 200, body: "<html><body>Sign in</body></html>", headers: { "content-type": "text/html" } };
const answers: readonly (readonly [string, Reply, string])[] = [
	["401", { status: 401, body: armError("ExpiredAuthenticationToken") }, "Unauthorized"],
	["403", { status: 403, body: armError("AuthorizationFailed") }, "Forbidden"],
	["404 SubscriptionNotFound", { status: 404, body: armError("SubscriptionNotFound") }, "WrongNotFound"],
	["404 ParentResourceNotFound", { status: 404, body: armError("ParentResourceNotFound") }, "WrongNotFound"],
	["404 NotFound", { status: 404, body: armError("NotFound") }, "WrongNotFound"],
	["404 in other letters", { status: 404, body: armError("resourcenotfound") }, "WrongNotFound"],
	[
		"404 with a page",
		{ status: 404, body: "<html>404 ResourceNotFound</html>", headers: { "content-type": "text/html" } },
		"WrongNotFound",
	],
	["404 without a body", { status: 404 }, "WrongNotFound"],
	["404 without a code", { status: 404, body: { error: { message: "ResourceNotFound" } } }, "WrongNotFound"],
	["404 with its code one level too deep", { status: 404, body: { error: { innererror: { code: "ResourceNotFound" } } } }, "WrongNotFound"],
	["410 ResourceNotFound", { status: 410, body: armError("ResourceNotFound") }, "Other"],
	["400 ResourceNotFound", { status: 400, body: armError("ResourceNotFound") }, "Other"],
	["429", { status: 429, body: armError("ResourceRequestsThrottled"), headers: { "retry-after": "600" } }, "Throttled"],
	["408", { status: 408, body: armError("RequestTimeout") }, "Timeout"],
	["500", { status: 500, body: armError("InternalServerError") }, "ServerError"],
	["502 with a page", { status: 502, body: "<html>Bad gateway</html>", headers: { "content-type": "text/html" } }, "ServerError"],
	["503 and when to come back", { status: 503, body: armError("ServerBusy"), headers: { "retry-after": "600" } }, "ServerError"],
	["504", { status: 504 }, "ServerError"],
	["a redirect", { status: 302, headers: { location: "https://127.0.0.1:9/elsewhere" } }, "Other"],
	["a reset", "reset", "Network"],
	["200 without a body", { status: 200 }, "UnusableBody"],
	["200 with a page", html, "UnusableBody"],
	["200 with half a body", { status: 200, body: '{"name":"x","prop', headers: { "content-type": "application/json" } }, "UnusableBody"],
	["200 with null", { status: 200, body: null, headers: { "content-type": "application/json" } }, "UnusableBody"],
	["200 with a list", { status: 200, body: [] }, "UnusableBody"],
	["200 with {}", { status: 200, body: {} }, "UnusableBody"],
	["200 with an error in it", { status: 200, body: armError("ResourceNotFound") }, "UnusableBody"],
	["204", { status: 204 }, "UnusableBody"],
];

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

describe.each(looks)("a look at the %s", (_name, look) => {
	it.each(answers)("calls %s unreadable, after exactly one request", async (_answer, reply, reason) => {
		arm.says(reply);
		expect(await look(armAccess(arm.origin))).toMatchObject({ kind: "Unreadable", reason });
		expect(arm.asked.map((one) => one.method)).toEqual(["GET"]);
	});

	it("ends at its deadline when nothing is answered", async () => {
		const deadlines = deadlinesOnDemand();
		arm.says(hangs(deadlines));
		expect(await look(armAccess(arm.origin, { deadlines }))).toMatchObject({ kind: "Unreadable", reason: "Timeout" });
	});
});
