import { describe, expect, it } from "vitest";
import { appIdentity } from "../identities.ts";
import { clusterPath, names, refusedWith, TestWorld } from "../test-world.ts";
import { serveArm } from "./arm.ts";
import { Mask } from "./mask.ts";
import { makeToken } from "./tokens.ts";

const world = new TestWorld();
const serve = serveArm({ state: world.state, origin: () => "https://arm.example", perform: () => {}, mask: new Mask() });
const path = `/subscriptions/${names.subscriptionId}${clusterPath}?api-version=2026-04-01`;

async function ask(authorization: string | undefined, body = ""): Promise<[number, unknown]> {
	const headers = authorization === undefined ? {} : { authorization };
	const answer = await serve({ n: 1, at: 0, begun: 0, service: "arm", method: "GET", path, headers, body: Buffer.from(body) });
	const [status, code] = refusedWith({ status: answer.status, body: JSON.parse(answer.body.toString()), headers: {}, effects: [] });
	return [status, code];
}

const token = (resource: string, issuedAt = Date.now()) => `Bearer ${makeToken(appIdentity, resource, issuedAt).token}`;

describe("ARM's door", () => {
	it("lets a token for the management API in, however its audience is written", async () => {
		for (const resource of ["https://management.azure.com", "https://management.azure.com/", "https://management.core.windows.net/"]) {
			expect(await ask(token(resource))).toEqual([200, undefined]);
		}
	});

	it("turns away no token, no real token, one for storage and one that is past its time", async () => {
		expect(await ask(undefined)).toEqual([401, "AuthenticationFailed"]);
		expect(await ask("Bearer nonsense")).toEqual([401, "InvalidAuthenticationToken"]);
		expect(await ask(token("https://storage.azure.com/"))).toEqual([401, "InvalidAuthenticationToken"]);
		expect(await ask(token("https://management.azure.com/", Date.now() - 2 * 86_400_000))).toEqual([401, "ExpiredAuthenticationToken"]);
	});

	it("refuses a body that is no JSON", async () => {
		expect(await ask(token("https://management.azure.com/"), "{")).toEqual([400, "InvalidRequestContent"]);
	});
});
