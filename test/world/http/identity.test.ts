import { describe, expect, it } from "vitest";
import { appIdentity, identityId, runnerIdentity } from "../identities.ts";
import { newPlace, serveIdentity } from "./identity.ts";
import { Recorder } from "./recorder.ts";
import type { Answer } from "./server.ts";
import { claimsOf } from "./tokens.ts";

const app = newPlace("/msi/token", appIdentity, identityId(appIdentity, "s", "g"), false);
const container = newPlace("/container/token", runnerIdentity, identityId(runnerIdentity, "s", "g"), true);
const serve = serveIdentity([app, container], new Recorder(() => {}));

async function ask({ path, header }: { path: string; header: string }, query: string): Promise<[number, Record<string, unknown>]> {
	const call = { n: 1, at: 0, begun: 0, service: "identity", method: "GET", path: `${path}?api-version=2019-08-01&${query}` } as const;
	const { status, body }: Answer = await serve({ ...call, headers: { "x-identity-header": header }, body: Buffer.alloc(0) });
	return [status, JSON.parse(body.toString()) as Record<string, unknown>];
}

describe("the identity endpoint", () => {
	it("gives the app a token of its identity and repeats the resource word for word", async () => {
		const [status, body] = await ask(app, `resource=https://storage.azure.com/&client_id=${appIdentity.clientId}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			resource: "https://storage.azure.com/",
			token_type: "Bearer",
			expires_on: expect.stringMatching(/^\d+$/),
		});
		const claims = claimsOf(String(body.access_token));
		expect(claims).toMatchObject({ aud: "https://storage.azure.com/", appid: appIdentity.clientId, oid: appIdentity.objectId });
		expect(claims?.iss).toMatch(/^https:\/\/sts\.windows\.net\/[0-9a-f-]{36}\/$/);
		expect(Number(claims?.nbf)).toBeLessThanOrEqual(Number(claims?.iat));
		expect(String(claims?.exp)).toBe(body.expires_on);
	});

	it("gives a container its own identity, named by resource id or not at all", async () => {
		for (const query of ["", `&mi_res_id=${container.identityId}`, `&msi_res_id=${container.identityId.toUpperCase()}`]) {
			const [, body] = await ask(container, `resource=r${query}`);
			expect(claimsOf(String(body.access_token))).toMatchObject({ oid: runnerIdentity.objectId });
		}
	});

	it("gives no other identity's token, and the app none unless it names its own", async () => {
		expect((await ask(container, `resource=r&client_id=${appIdentity.clientId}`))[0]).toBe(400);
		expect((await ask(app, `resource=r&mi_res_id=${container.identityId}`))[0]).toBe(400);
		expect((await ask(app, "resource=r"))[0]).toBe(400);
	});

	it("refuses a wrong header and a call without resource", async () => {
		expect((await ask({ ...app, header: container.header }, `resource=r&client_id=${appIdentity.clientId}`))[0]).toBe(401);
		expect((await ask(app, `client_id=${appIdentity.clientId}`))[0]).toBe(400);
	});
});
