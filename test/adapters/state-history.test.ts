import { describe, expect, it } from "vitest";
import { azuriteStore } from "./azurite-store.ts";

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
