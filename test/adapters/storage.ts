/** Real tables and blobs: Azurite, taking tokens as Azure does, behind loopback servers that can meddle with a call. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TokenCredential } from "@azure/identity";
import { inject } from "vitest";
import { startAzurite } from "../world/http/azurite.ts";
import { type StorageProxy, storageProxy } from "../world/http/storage-proxy.ts";
import { account, prepareStorage, runsContainer } from "../world/http/storage-start.ts";
import { makeToken } from "../world/http/tokens.ts";
import { appIdentity } from "../world/identities.ts";
import { type Asked, type Loopback, loopback, type Reply } from "./loopback.ts";

/** What becomes of a call: on to Azurite; on to it, and the answer lost; or an answer of the test's own. */
export type Fate = "pass" | "lose answer" | Reply;

export interface StorageServer {
	/** With the account's name. */
	readonly url: string;
	/** All calls since the last `meddle`, in order. */
	readonly asked: readonly Asked[];
	/** Decides about each call from now on. Without words, all pass. */
	meddle(fate?: (asked: Asked, nth: number) => Fate): void;
}

export interface Storage {
	readonly credential: TokenCredential;
	readonly table: StorageServer;
	readonly blob: StorageServer;
	/** Of the container of runs. */
	readonly runsUrl: string;
	close(): Promise<void>;
}

/** Empty, with the container of runs made. */
export async function startStorage(): Promise<Storage> {
	const certificates = inject("certificates");
	const dir = await mkdtemp(join(tmpdir(), "keepalived-storage-"));
	const azurite = await startAzurite(dir, certificates);
	await prepareStorage(azurite);
	const proxies = [storageProxy(azurite.tablePort, certificates.ca), storageProxy(azurite.blobPort, certificates.ca)] as const;
	const servers = [await loopback(), await loopback()] as const;
	const table = serverOf(servers[0], proxies[0]);
	const blob = serverOf(servers[1], proxies[1]);
	return {
		credential,
		table,
		blob,
		runsUrl: `${blob.url}/${runsContainer}`,
		close: async () => {
			await Promise.all(servers.map((server) => server.close()));
			for (const proxy of proxies) proxy.stop();
			await azurite.stop();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

/** Made out to storage, as the SDK's clients ask for it. */
const credential: TokenCredential = {
	getToken: async () => {
		const { token, expiresOn } = makeToken(appIdentity, "https://storage.azure.com", Date.now());
		return { token, expiresOnTimestamp: expiresOn * 1_000 };
	},
};

function serverOf(server: Loopback, proxy: StorageProxy): StorageServer {
	const forward = async ({ method, url, headers, body }: Asked): Promise<Reply> => {
		const call = { n: 0, at: 0, begun: 0, service: "table" as const, method, path: url, headers, body: Buffer.from(body) };
		const answer = await proxy.serve(call);
		const single = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
		return { status: answer.status, headers: Object.fromEntries(single), body: answer.body.toString() };
	};
	const meddle: StorageServer["meddle"] = (fate = () => "pass") => {
		server.says(async (asked, nth) => {
			const chosen = fate(asked, nth);
			if (chosen !== "pass" && chosen !== "lose answer") return chosen;
			const answer = await forward(asked);
			return chosen === "pass" ? answer : "reset";
		});
	};
	meddle();
	return {
		url: `${server.origin}/${account}`,
		get asked() {
			return server.asked;
		},
		meddle,
	};
}
