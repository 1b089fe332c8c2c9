import type { AccessToken } from "@azure/identity";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClusters } from "../../shared/adapters/clusters.ts";
import { createCredentialFrom, isManaged, NoToken } from "../../shared/adapters/credential.ts";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import type { Deadlines } from "../../shared/ports.ts";
import { virtualClock } from "../memory/clock.ts";
import { armAccess, deadlinesOnDemand, hangs } from "./arm-access.ts";
import { type Asked, type Loopback, loopback, type Reply } from "./loopback.ts";
import { names } from "./samples.ts";

/** Another one each test: the SDK keeps tokens per identity for the whole process. */
let clientId = "";
let counter = 0;
const scope = "https://management.azure.com/.default";
const settings = [
	"IDENTITY_ENDPOINT",
	"IDENTITY_HEADER",
	"AZURE_TOKEN_CREDENTIALS",
	"AZURE_CLIENT_ID",
	"AZURE_CLIENT_SECRET",
	"AZURE_TENANT_ID",
];

let identity: Loopback;
const before = new Map(settings.map((name) => [name, process.env[name]]));

beforeAll(async () => {
	identity = await loopback("http");
});

beforeEach(() => {
	clientId = `22222222-3333-4444-8555-${String(++counter).padStart(12, "0")}`;
	for (const name of settings) delete process.env[name];
	process.env.IDENTITY_ENDPOINT = `${identity.origin}/token`;
	process.env.IDENTITY_HEADER = "a-header";
	process.env.AZURE_TOKEN_CREDENTIALS = "ManagedIdentityCredential";
	// With the line above the SDK reads the client id from here alone.
	process.env.AZURE_CLIENT_ID = clientId;
});

afterAll(async () => {
	for (const [name, value] of before) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
	await identity.close();
});

const clock = virtualClock(new Date().toISOString());

function credential(deadlines: Deadlines = createDeadlines()) {
	return createCredentialFrom({ clientId, managed: isManaged(process.env), clock, deadlines, deadline: 20_000 });
}

/** Tokens named after their turn, good for so many seconds from the clock's now. */
function tokens(seconds: number) {
	return (asked: Asked, nth: number): Reply => {
		const resource = new URL(asked.url, identity.origin).searchParams.get("resource");
		const expires = String(Math.floor(clock.now() / 1_000) + seconds);
		return { status: 200, body: { access_token: `token-${nth}`, expires_on: expires, resource, token_type: "Bearer" } };
	};
}

async function tokenOf(one: { getToken(scopes: string): Promise<AccessToken | null> }): Promise<string | undefined> {
	return (await one.getToken(scope))?.token;
}

describe("the app's credential", () => {
	it("asks the identity endpoint for the identity that the settings name", async () => {
		identity.says(tokens(86_400));
		expect(await tokenOf(credential())).toBe("token-1");
		const query = new URL(identity.asked[0]?.url ?? "", identity.origin).searchParams;
		expect(query.get("client_id")).toBe(clientId);
		expect(query.get("resource")).toMatch(/^https:\/\/management\.azure\.com\/?$/);
		expect(identity.asked[0]?.headers["x-identity-header"]).toBe("a-header");
	});

	it("asks once for many calls", async () => {
		identity.says(tokens(86_400));
		const one = credential();
		await tokenOf(one);
		await tokenOf(one);
		expect(identity.asked).toHaveLength(1);
	});

	it("uses a token to its end when no new one is to be had, and not beyond", async () => {
		// Too near to its end for the SDK to keep it too.
		identity.says(tokens(200));
		const one = credential();
		await tokenOf(one);
		identity.says({ status: 500 });
		expect(await tokenOf(one)).toBe("token-1");
		expect(identity.asked).toHaveLength(1);
		clock.advance(175_000);
		await expect(tokenOf(one)).rejects.toThrow(NoToken);
	});

	it.each<[string, Reply]>([
		["400", { status: 400, body: { statusCode: 400, message: "Unable to load the proper Managed Identity." } }],
		["401", { status: 401 }],
		["403", { status: 403 }],
		["404", { status: 404 }],
		["500", { status: 500 }],
		["a page", { status: 200, body: "<html></html>", headers: { "content-type": "text/html" } }],
		["{}", { status: 200, body: {} }],
		["a reset", "reset"],
	])("gives NoToken in one line when the endpoint answers %s", async (_name, reply) => {
		identity.says(reply);
		const error: unknown = await tokenOf(credential()).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NoToken);
		expect((error as NoToken).message).not.toContain("\n");
		expect((error as NoToken).message.length).toBeLessThanOrEqual(300);
		expect((error as NoToken).cause).toBeDefined();
	});

	it("gives NoToken when the endpoint never answers", async () => {
		const deadlines = deadlinesOnDemand();
		identity.says(hangs(deadlines));
		await expect(tokenOf(credential(deadlines))).rejects.toThrow(NoToken);
	});

	it("gives NoToken, not a failing start, when the environment asks for a credential that there is none of", async () => {
		process.env.AZURE_TOKEN_CREDENTIALS = "NoSuchCredential";
		identity.says(tokens(86_400));
		const made = credential();
		await expect(tokenOf(made)).rejects.toThrow(NoToken);
		expect(identity.asked).toEqual([]);
	});

	it("asks the endpoint once, and for nothing but the identity, whatever else is set", async () => {
		process.env.AZURE_CLIENT_SECRET = "stray";
		process.env.AZURE_TENANT_ID = "33333333-3333-4444-8555-666666666666";
		for (const wanted of ["ManagedIdentityCredential", undefined]) {
			if (wanted === undefined) delete process.env.AZURE_TOKEN_CREDENTIALS;
			identity.says({ status: 500 });
			await expect(tokenOf(credential())).rejects.toThrow(NoToken);
			expect(identity.asked.map((one) => new URL(one.url, identity.origin).searchParams.get("client_id"))).toEqual([clientId]);
		}
	});

	it("is reported by a look as NoToken, and ARM is not asked", async () => {
		const arm = await loopback();
		identity.says({ status: 400, body: { statusCode: 400, message: "Unable to load the proper Managed Identity." } });
		const seen = await createClusters(armAccess(arm.origin, { credential: credential() })).get(names);
		expect(seen).toMatchObject({ kind: "Unreadable", reason: "NoToken", detail: expect.stringContaining("no token from the identity") });
		expect(arm.asked).toEqual([]);
		await arm.close();
	});

	it("is asked again by the next look: it keeps no failure", async () => {
		const one = credential();
		identity.says({ status: 400, body: {} });
		await expect(tokenOf(one)).rejects.toThrow(NoToken);
		identity.says(tokens(86_400));
		expect(await tokenOf(one)).toBe("token-1");
	});
});

describe("a managed identity", () => {
	it.each([
		[true, { IDENTITY_ENDPOINT: "http://127.0.0.1/token" }],
		[true, { AZURE_TOKEN_CREDENTIALS: " managedidentitycredential " }],
		[false, { AZURE_TOKEN_CREDENTIALS: "AzureCliCredential", IDENTITY_ENDPOINT: "http://127.0.0.1/token" }],
		[false, { IDENTITY_ENDPOINT: "" }],
		[false, {}],
	])("is the only one asked: %j for %j", (expected, variables) => {
		expect(isManaged(variables)).toBe(expected);
	});
});
