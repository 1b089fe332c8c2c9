/** What infrastructure has made before the app starts: the blob container for runs and the table. */
import { request } from "node:https";
import { appIdentity } from "../identities.ts";
import type { Azurite } from "./azurite.ts";
import { makeToken } from "./tokens.ts";

export const account = "devstoreaccount1";
export const runsContainer = "runs";
export const stateTable = "keepalived";

interface Call {
	readonly method: string;
	readonly port: number;
	readonly path: string;
	readonly body: string;
}

/** Empties what an earlier world left. Speaks to Azurite directly: it is no call of the story. */
export async function prepareStorage(azurite: Azurite): Promise<void> {
	const { blobPort, tablePort } = azurite;
	const container = `/${account}/${runsContainer}?restype=container`;
	const table = JSON.stringify({ TableName: stateTable });
	const gone = [204, 202, 404];
	await Promise.all([
		call(azurite, { method: "DELETE", port: blobPort, path: container, body: "" }, gone),
		call(azurite, { method: "DELETE", port: tablePort, path: `/${account}/Tables('${stateTable}')`, body: "" }, gone),
	]);
	await Promise.all([
		call(azurite, { method: "PUT", port: blobPort, path: container, body: "" }, [201]),
		call(azurite, { method: "POST", port: tablePort, path: `/${account}/Tables`, body: table }, [201, 204]),
	]);
}

function call({ ca }: Azurite, { method, port, path, body }: Call, expected: readonly number[]): Promise<void> {
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
			if (expected.includes(response.statusCode ?? 0)) resolve();
			else reject(new Error(`Azurite answered ${response.statusCode} to ${method} ${path}`));
		});
		outgoing.once("error", reject);
		outgoing.end(body);
	});
}
