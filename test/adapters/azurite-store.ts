/** A state store over a real table, for the tests of one `describe`. */
import { afterAll, beforeAll } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createStateTable } from "../../shared/adapters/state-table.ts";
import type { StateStore } from "../../shared/ports.ts";
import { type AzuriteTable, azuriteTable } from "../world/http/azurite-table.ts";

export interface AzuriteStore {
	/** Once the tests run. */
	table(): AzuriteTable;
	store(): StateStore;
}

/** Starts an Azurite before the tests of the calling `describe` and ends it after them. */
export function azuriteStore(): AzuriteStore {
	let table: AzuriteTable;
	let store: StateStore;
	beforeAll(async () => {
		table = await azuriteTable();
		store = createStateTable({ client: table.client, deadlines: createDeadlines(), callDeadline: 10_000 });
	});
	afterAll(() => table.stop());
	return { table: () => table, store: () => store };
}
