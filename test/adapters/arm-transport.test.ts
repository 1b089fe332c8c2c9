/** Calls that never reach ARM: no name, no route, no trust, no token. */
import { RestError } from "@azure/data-tables";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import type { ArmAccess } from "../../shared/adapters/arm-client.ts";
import { createClusters } from "../../shared/adapters/clusters.ts";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { NoToken } from "../../shared/adapters/credential.ts";
import { createResourceGroups } from "../../shared/adapters/resource-groups.ts";
import type { Deadlines } from "../../shared/ports.ts";
import { armAccess } from "./arm-access.ts";
import { loopback } from "./loopback.ts";
import { names, runnerGroupId, start } from "./samples.ts";

/** Every look there is. */
function lookAll(access: ArmAccess): Promise<readonly unknown[]> {
	const clusters = createClusters(access);
	const groups = createContainerGroups(access);
	return Promise.all([
		clusters.get(names),
		clusters.list(names),
		createResourceGroups(access).get(names.subscriptionId, names.resourceGroup),
		groups.get(start),
		groups.list(runnerGroupId),
	]);
}

function allUnreadable(reason: string): readonly unknown[] {
	return Array.from({ length: 5 }, () => expect.objectContaining({ kind: "Unreadable", reason }));
}

/** Every call fails as the SDK says it does. */
function failing(error: Error): Deadlines {
	return { within: () => Promise.reject(error), sleep: async () => {} };
}

describe("ARM out of reach", () => {
	it("is Dns for a host name that does not resolve, and never an absence", async () => {
		expect(await lookAll(armAccess("https://management.invalid"))).toEqual(allUnreadable("Dns"));
	});

	it.each([
		["ENOTFOUND", "getaddrinfo ENOTFOUND management.azure.com", "Dns"],
		["EAI_AGAIN", "getaddrinfo EAI_AGAIN management.azure.com", "Dns"],
		["EAI_NODATA", "getaddrinfo EAI_NODATA management.azure.com", "Dns"],
		["ECONNRESET", "read ECONNRESET", "Network"],
		["ECONNREFUSED", "connect ECONNREFUSED", "Network"],
		["EPIPE", "write EPIPE", "Network"],
		["EHOSTUNREACH", "no route", "Network"],
		["ETIMEDOUT", "connect ETIMEDOUT", "Timeout"],
		["CERT_HAS_EXPIRED", "certificate has expired", "Network"],
		["REQUEST_SEND_ERROR", "it broke off: NotFound", "Network"],
	])("is told apart by %s", async (code, message, reason) => {
		const deadlines = failing(new RestError(message, { code }));
		expect(await lookAll(armAccess("https://management.azure.com", { deadlines }))).toEqual(allUnreadable(reason));
	});

	it("is Network for a port where nobody listens", async () => {
		const gone = await loopback();
		await gone.close();
		expect(await lookAll(armAccess(gone.origin))).toEqual(allUnreadable("Network"));
	});

	it("is Network for a server with a certificate of nobody's", async () => {
		const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
			keyType: "ec",
			curve: "P-256",
			algorithm: "sha256",
		});
		const stranger = await loopback({ key, cert });
		expect(await lookAll(armAccess(stranger.origin))).toEqual(allUnreadable("Network"));
		expect(stranger.asked).toEqual([]);
		await stranger.close();
	});

	it("is not even asked when there is no token", async () => {
		const arm = await loopback();
		const credential = { getToken: () => Promise.reject(new NoToken("no token from the identity: 400")) };
		expect(await lookAll(armAccess(arm.origin, { credential }))).toEqual(allUnreadable("NoToken"));
		expect(arm.asked).toEqual([]);
		await arm.close();
	});

	it("is never asked in clear text: the token would travel with it", async () => {
		const plain = await loopback("http");
		const seen = await lookAll(armAccess(plain.origin));
		expect(seen.map((one) => (one as { kind: string }).kind)).toEqual(Array(5).fill("Unreadable"));
		expect(plain.asked).toEqual([]);
		await plain.close();
	});
});
