/** Real trouble with the identity, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClusters } from "../../shared/adapters/clusters.ts";
import { createCredentialFrom, isManaged } from "../../shared/adapters/credential.ts";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { parseSettings } from "../../shared/settings/parse.ts";
import { armAccess } from "../adapters/arm-access.ts";
import { type Loopback, loopback } from "../adapters/loopback.ts";
import { names } from "../adapters/samples.ts";
import { placeholders } from "../local/local-settings.ts";
import { virtualClock } from "../memory/clock.ts";
import { rig, withClusters } from "../memory/rig.ts";

let identity: Loopback;
const variables = ["IDENTITY_ENDPOINT", "IDENTITY_HEADER", "AZURE_TOKEN_CREDENTIALS", "AZURE_CLIENT_SECRET", "AZURE_TENANT_ID"];
const before = new Map(variables.map((name) => [name, process.env[name]]));

beforeAll(async () => {
	identity = await loopback("http");
	Object.assign(process.env, {
		IDENTITY_ENDPOINT: `${identity.origin}/token`,
		IDENTITY_HEADER: "a-header",
		AZURE_TOKEN_CREDENTIALS: "ManagedIdentityCredential",
		// Left over from something else; with the line above nobody asks for it.
		AZURE_CLIENT_SECRET: "stray",
		AZURE_TENANT_ID: "33333333-4444-4555-8666-777777777777",
	});
});

afterAll(async () => {
	for (const [name, value] of before) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	await identity.close();
});

describe("the identity", () => {
	it("B18: the wrong identity, or none, answers, and the silence is taken for an absence", async () => {
		// A client id that is set is one, or nothing runs: empty, it would silently be the default identity's.
		for (const AZURE_CLIENT_ID of ["", " ", "changeme", "not-a-guid", "00000000-0000-0000-0000-000000000000"]) {
			const parsed = parseSettings({ ...placeholders, AZURE_CLIENT_ID });
			expect(parsed.ok ? null : parsed.error.message).toContain("AZURE_CLIENT_ID");
		}
		identity.says({ status: 400, body: { statusCode: 400, message: "Unable to load the proper Managed Identity." } });
		const clock = virtualClock(new Date().toISOString());
		const clientId = "44444444-5555-4666-8777-888888888888";
		const credential = createCredentialFrom({
			clientId,
			managed: isManaged(process.env),
			clock,
			deadlines: createDeadlines(),
			deadline: 15_000,
		});
		const clusters = createClusters(armAccess("https://localhost:1", { credential }));
		const sight = await clusters.get(names);
		expect(sight).toMatchObject({ kind: "Unreadable", reason: "NoToken" });
		expect(identity.asked[0]?.url).toContain(clientId);
		let healthy = true;
		const app = rig({
			wrap: (ports) => withClusters(ports, ({ get, list }) => ({ get: async (one) => (healthy ? get(one) : sight), list })),
		});
		await app.seenHealthy();
		healthy = false;
		await app.minutes(12 * 60);
		expect(app.keeper().memory.notFoundCount).toBe(0);
		expect(app.worldPorts.puts).toEqual([]);
		expect(app.titles().filter((title) => title === "can't see the cluster: no token from the identity").length).toBeGreaterThan(0);
	});
});
