/** What must hold after every story: nothing is left, nothing waits, nothing secret was said. */
import { readFileSync } from "node:fs";
import { TableClient } from "@azure/data-tables";
import type { TokenCredential } from "@azure/identity";
import type { World } from "../world/types.ts";

interface Row {
	readonly rowKey: string;
}

/** Faults of the world that a story leaves. */
export async function leftBehind(world: World, leavesRun: boolean): Promise<readonly string[]> {
	const rows = await tableRows(world.settings);
	const groups = [...world.state.containerGroups.values()].filter((group) => group.phase !== "Terminated");
	const containers = world.containerProcesses();
	return [
		...groups.flatMap((group) => (leavesRun ? [] : [`container group ${group.name} is still ${group.phase}`])),
		...(groups.length === 0 ? containers.map((pid) => `process ${pid} of a container that is gone still runs`) : []),
		...rows.flatMap(({ rowKey }) => (rowKey === "lock" && !leavesRun ? ["the lock row is still there"] : [])),
		...rows.flatMap(({ rowKey }) => (rowKey.startsWith("outbox-") ? [`a message still waits: ${rowKey}`] : [])),
		...secretsIn(world),
	];
}

/** Tokens, keys and the webhook's path must not stand in any record. */
function secretsIn(world: World): string[] {
	const text = JSON.stringify(world.records);
	const secrets = [
		new URL(world.settings.SLACK_WEBHOOK_URL ?? "https://none/none").pathname,
		world.settings.IDENTITY_HEADER ?? "",
		world.settings.GIT_SSH_KEY ?? "",
	];
	const found =
		secrets.filter((secret) => secret.length > 4 && text.includes(secret)).length + (/eyJ[\w-]{20,}\.[\w-]{20,}/.test(text) ? 1 : 0);
	return found === 0 ? [] : ["a secret stands in the records"];
}

/** All rows of the state table, read with a token of the app's identity. */
async function tableRows(settings: Readonly<Record<string, string>>): Promise<readonly Row[]> {
	const ca = readFileSync(settings.NODE_EXTRA_CA_CERTS ?? "");
	const client = new TableClient(settings.AzureWebJobsStorage__tableServiceUri ?? "", "keepalived", identityOf(settings), {
		tlsOptions: { ca },
	});
	const rows: Row[] = [];
	for await (const { rowKey } of client.listEntities()) rows.push({ rowKey: rowKey ?? "" });
	return rows;
}

function identityOf(settings: Readonly<Record<string, string>>): TokenCredential {
	const url = new URL(settings.IDENTITY_ENDPOINT ?? "");
	const query = { "api-version": "2019-08-01", resource: "https://storage.azure.com", client_id: settings.AZURE_CLIENT_ID ?? "" };
	url.search = new URLSearchParams(query).toString();
	return {
		getToken: async () => {
			const answer = await fetch(url, { headers: { "X-IDENTITY-HEADER": settings.IDENTITY_HEADER ?? "" } });
			const { access_token, expires_on } = (await answer.json()) as { access_token: string; expires_on: string };
			return { token: access_token, expiresOnTimestamp: Number(expires_on) * 1000 };
		},
	};
}
