/** What infrastructure has made before the app starts: the blob container for runs and the table. */
import { request } from "node:https";
import { appIdentity } from "../identities.ts";
import type { Azurite } from "./azurite.ts";
import { makeToken } from "./tokens.ts";

export const account = "devstoreaccount1";
export const runsContainer = "runs";
export const stateTable = "keepalived";

/** Speaks to Azurite directly: it is no call of the story. */
export async function prepareStorage(azurite: Azurite, ca: string): Promise<void> {
	await Promise.all([
		create(ca, { method: "PUT", port: azurite.blobPort, path: `/${account}/${runsContainer}?restype=container`, body: "" }),
		create(ca, { method: "POST", port: azurite.tablePort, path: `/${account}/Tables`, body: JSON.stringify({ TableName: stateTable }) }),
	]);
}

function create(ca: string, { method, port, path, body }: { method: string; port: number; path: string; body: string }): Promise<void> {
	const { token } = makeToken(appIdentity, "https://storage.azure.com", Date.now());
	const headers = {
		authorization: `Bearer ${token}`,
		"x-ms-version": "2021-12-02",
		"x-ms-date": new Date().toUTCString(),
		"content-type": "application/json",
		accept: "application/json;odata=nometadata",
		"content-length": String(Buffer.byteLength(body)),
	};
	return new Promise((resolve, reject) => {
		const outgoing = request({ host: "127.0.0.1", port, method, path, headers, ca, agent: false }, (response) => {
			response.resume();
			if (response.statusCode === 201 || response.statusCode === 204) resolve();
			else reject(new Error(`Azurite answered ${response.statusCode} to ${method} ${path}`));
		});
		outgoing.once("error", reject);
		outgoing.end(body);
	});
}
