import { TableClient } from "@azure/data-tables";
import { describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createStateTable } from "../../shared/adapters/state-table.ts";
import { azuriteStore } from "./azurite-store.ts";
import { startStorage } from "./storage.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-30T09:00:00.000Z");

describe("history", () => {
	const { table, store } = azuriteStore();

	async function happened(key: string, daysAgo: number, times = 1): Promise<void> {
		const at = new Date(now - daysAgo * day).toISOString();
		const before = await store().load(key);
		const events = Array.from({ length: times }, (_, index) => ({ at, kind: "Told", text: `${daysAgo} days ago, ${index}` }));
		await store().commit(key, { before, after: before.keeper, messages: [], events, at, commitId: `commit-${key}-${daysAgo}` });
	}

	async function texts(key: string): Promise<readonly string[]> {
		const found: string[] = [];
		for await (const row of table().client.listEntities<{ text?: string }>({ queryOptions: { filter: `PartitionKey eq '${key}'` } })) {
			if (row.rowKey?.startsWith("event-")) found.push(row.text ?? "");
		}
		return found;
	}

	const forget = (key: string): Promise<void> => store().forgetHistory(key, new Date(now - 90 * day).toISOString());

	it("is kept for ninety days, newest first, and gone after; state and messages stay", async () => {
		for (const daysAgo of [200, 91, 89, 0]) await happened("s:g:a", daysAgo);
		await happened("s:g:b", 200);
		const before = await store().load("s:g:a");
		await forget("s:g:a");
		expect(await texts("s:g:a")).toEqual(["0 days ago, 0", "89 days ago, 0"]);
		expect(await texts("s:g:b")).toHaveLength(1);
		expect(await store().load("s:g:a")).toEqual(before);
	});

	it("goes a hundred rows a call where there is more", async () => {
		for (const daysAgo of [100, 110]) await happened("s:g:c", daysAgo, 60);
		await forget("s:g:c");
		expect(await texts("s:g:c")).toHaveLength(20);
		await forget("s:g:c");
		expect(await texts("s:g:c")).toEqual([]);
		await forget("s:g:c");
	});

	it("that can't be had now is no failure", async () => {
		await table().stop();
		await expect(forget("s:g:a")).resolves.toBeUndefined();
	});
});

describe("an answer to the question for old events that holds other rows", () => {
	it("removes neither state nor what is not old", async () => {
		const storage = await startStorage();
		try {
			const client = new TableClient(storage.table.url, "keepalived", storage.credential, { retryOptions: { maxRetries: 0 } });
			const store = createStateTable({ client, deadlines: createDeadlines(), callDeadline: 20_000 });
			const at = new Date(now).toISOString();
			const before = await store.load("s:g:d");
			const events = [{ at, kind: "Told", text: "today" }];
			await store.commit("s:g:d", { before, after: before.keeper, messages: [], events, at, commitId: "commit-today" });
			const keys = async (): Promise<readonly string[]> => {
				const found: string[] = [];
				for await (const { rowKey } of client.listEntities()) found.push(rowKey ?? "");
				return found;
			};
			const there = await keys();
			const body = { value: there.map((rowKey) => ({ PartitionKey: "s:g:d", RowKey: rowKey })) };
			const headers = { "content-type": "application/json;odata=minimalmetadata" };
			storage.table.meddle(({ method }) => (method === "GET" ? { status: 200, body, headers } : "pass"));
			await store.forgetHistory("s:g:d", new Date(now - 90 * day).toISOString());
			storage.table.meddle();
			expect(there).toEqual([expect.stringMatching(/^event-/), "state"]);
			expect(await keys()).toEqual(there);
		} finally {
			await storage.close();
		}
	});
});
