/** Calls to a world from the process that it runs in, which need no second process to trust its certificates. */
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { makeToken } from "./http/tokens.ts";
import { appIdentity } from "./identities.ts";
import type { World } from "./types.ts";

export interface DirectAnswer {
	status: number;
	body: string;
}

async function call(world: World, url: string, method: string, resource: string, body: unknown): Promise<DirectAnswer> {
	const { token } = makeToken(appIdentity, resource, Date.now());
	const ca = await readFile(world.settings.NODE_EXTRA_CA_CERTS ?? "");
	const headers = { authorization: `Bearer ${token}`, "x-ms-version": "2021-12-02" };
	return new Promise((resolve, reject) => {
		const outgoing = request(url, { method, ca, headers, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.once("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
		});
		outgoing.once("error", reject).end(body === undefined ? "" : JSON.stringify(body));
	});
}

/** As the app. `path` is below the subscription, without api-version. It is recorded like any other call. */
export function callArm(world: World, method: string, path: string, body?: unknown): Promise<DirectAnswer> {
	const { AZURE_RESOURCE_MANAGER_ENDPOINT: arm, AZURE_SUBSCRIPTION_ID: subscription } = world.settings;
	return call(world, `${arm}/subscriptions/${subscription}${path}?api-version=2023-05-01`, method, "https://management.azure.com", body);
}

/** A blob of the runs container, e.g. `<group>/verdict.json`. */
export function readBlob(world: World, name: string): Promise<DirectAnswer> {
	return call(world, `${world.settings.RUNS_URL}/${name}`, "GET", "https://storage.azure.com", undefined);
}
