import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeToken } from "../world/http/tokens.ts";
import { runnerIdentity } from "../world/identities.ts";
import { folders } from "./folders.ts";
import { smallRun } from "./small-run.ts";

const newFolder = folders();
const asked: Pick<IncomingMessage, "url" | "headers">[] = [];
/** So many answers are refused first. */
let refusals = 0;
const server = createServer((request, response) => {
	asked.push({ url: request.url, headers: request.headers });
	if (refusals-- > 0) return void response.writeHead(500).end();
	const resource = new URL(request.url ?? "", "http://localhost").searchParams.get("resource") ?? "";
	response.end(JSON.stringify({ access_token: makeToken(runnerIdentity, resource, Date.now()).token }));
});
let endpoint: string;

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
});

beforeEach(() => {
	asked.length = 0;
	refusals = 0;
});

afterAll(() => {
	server.close();
});

const identityId = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/runner";

/** A run with an identity, whose make notes who it is. */
async function withIdentity(variables: Record<string, string> = {}) {
	return smallRun(await newFolder(), "env >$(TEST_FOLDER)/environment", {
		KEEPALIVED_IDENTITY_ID: identityId,
		IDENTITY_ENDPOINT: endpoint,
		IDENTITY_HEADER: "header-that-nobody-may-see",
		...variables,
	});
}

describe("a run with an identity", () => {
	it("logs in by the client id that its token names, never by --username, and tells make who it is", async () => {
		refusals = 1;
		const script = await withIdentity();
		const { output, verdict } = await script.run();
		expect(verdict?.code).toBe(0);
		const logins = script.noted("az-calls").filter((call) => call.startsWith("login"));
		expect(logins).toEqual([`login --identity --client-id ${runnerIdentity.clientId} --allow-no-subscriptions --output none`]);
		expect(script.noted("az-calls").join()).not.toContain("--username");
		expect(script.noted("environment")).toEqual(
			expect.arrayContaining([
				`PRINCIPAL_ID=${runnerIdentity.objectId}`,
				`AZURE_CLIENT_ID=${runnerIdentity.clientId}`,
				"AZURE_TOKEN_CREDENTIALS=ManagedIdentityCredential",
			]),
		);
		expect(asked[0]?.headers["x-identity-header"]).toBe("header-that-nobody-may-see");
		expect(new URL(asked[0]?.url ?? "", endpoint).searchParams.get("mi_res_id")).toBe(identityId);
		expect(output).not.toMatch(/header-that-nobody-may-see|eyJ/);
	});

	it("that never gets a token ends as a failed login", async () => {
		refusals = Number.POSITIVE_INFINITY;
		const script = await withIdentity({ KEEPALIVED_LOGIN_SECONDS: "1" });
		const { verdict } = await script.run();
		expect(verdict).toMatchObject({ stage: "login", code: 20 });
		expect(script.noted("environment")).toEqual([]);
	});
});
