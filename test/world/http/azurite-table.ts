/** A table in an Azurite of its own, for tests of what is stored. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableClient } from "@azure/data-tables";
import { startAzurite } from "./azurite.ts";
import { makeCertificates } from "./certificates.ts";

export interface AzuriteTable {
	/** Of the table `keepalived`, which is not made yet. Retries are off. */
	readonly client: TableClient;
	stop(): Promise<void>;
}

/** Azurite's well-known development account: its key is public. */
const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** Starts it in a folder of its own; `stop` removes both. */
export async function azuriteTable(): Promise<AzuriteTable> {
	const dir = await mkdtemp(join(tmpdir(), "keepalived-"));
	const certificates = await makeCertificates(dir);
	const azurite = await startAzurite(dir, certificates);
	const endpoint = `https://127.0.0.1:${azurite.tablePort}/${account}`;
	const connection = `DefaultEndpointsProtocol=https;AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`;
	const options = { tlsOptions: { ca: await readFile(certificates.caFile) }, retryOptions: { maxRetries: 0 } };
	const stop = async (): Promise<void> => {
		await azurite.stop();
		await rm(dir, { recursive: true, force: true });
	};
	return { client: TableClient.fromConnectionString(connection, "keepalived", options), stop };
}
