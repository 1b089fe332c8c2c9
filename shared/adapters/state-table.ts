/**
 * The state table: one partition an environment, state and lock always in one
 * transaction, each write under the ETag that was read. A commit that got no
 * answer is settled by reading its commit id back.
 */
import { odata } from "@azure/data-tables";
import type { StateStore } from "../ports.ts";
import { statusOf } from "./arm-errors.ts";
import { commitOnce, outboxKey } from "./state-commit.ts";
import { forgetHistory } from "./state-history.ts";
import { load } from "./state-load.ts";
import { outboxColumns, schemaVersion } from "./state-rows.ts";
import { reading, refused, type TableAccess } from "./table-access.ts";

export { StateRefused, type TableAccess } from "./table-access.ts";

export function createStateTable(access: TableAccess): StateStore {
	const { client } = access;
	const call = <T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => access.deadlines.within(access.callDeadline, work);
	return {
		load: (key) => load(access, key),
		commit: (key, commit) => commitOnce(access, key, commit),
		forgetHistory: (key, before) => forgetHistory(access, key, before),
		locked: () =>
			reading(async () => {
				const queryOptions = { filter: odata`RowKey eq 'lock'`, select: ["PartitionKey"] };
				return call(async (abortSignal) => {
					const keys: string[] = [];
					for await (const { partitionKey } of client.listEntities({ queryOptions, abortSignal })) {
						if (partitionKey !== undefined) keys.push(partitionKey);
					}
					return keys;
				});
			}),
		writePulse: (key, which, at) =>
			reading(async () => {
				await call((abortSignal) =>
					client.upsertEntity({ partitionKey: key, rowKey: `pulse-${which}`, at, schemaVersion }, "Replace", { abortSignal }),
				);
			}),
		takeLease: async (key, loaded, holder, until) => {
			const row = { partitionKey: key, rowKey: "lease", holder, until, schemaVersion };
			return whenFree(() =>
				call((abortSignal) =>
					loaded.lease === null
						? client.createEntity(row, { abortSignal })
						: client.updateEntity(row, "Replace", { etag: loaded.lease.etag, abortSignal }),
				),
			);
		},
		releaseLease: async (key, etag) => {
			const row = { partitionKey: key, rowKey: "lease", holder: "", until: new Date(0).toISOString(), schemaVersion };
			await whenFree(() => call((abortSignal) => client.updateEntity(row, "Replace", { etag, abortSignal })));
		},
		removeMessage: async (key, row) => {
			try {
				await call((abortSignal) => client.deleteEntity(key, outboxKey(row.sequence), { etag: row.etag, abortSignal }));
				return true;
			} catch (error) {
				// Gone already, or another sender's by now.
				return statusOf(error) === 404 || statusOf(error) === 412;
			}
		},
		deferMessage: async (key, row) => {
			const entity = { partitionKey: key, rowKey: outboxKey(row.sequence), ...outboxColumns(row.message, row.queuedAt, row) };
			await whenFree(() => call((abortSignal) => client.updateEntity(entity, "Replace", { etag: row.etag, abortSignal })));
		},
	};
}

/** The new ETag; null when someone else was faster, or nothing was heard. */
async function whenFree(write: () => Promise<{ etag?: string }>): Promise<string | null> {
	try {
		return (await write()).etag ?? null;
	} catch (error) {
		const status = statusOf(error);
		if (status === 401 || status === 403) throw refused(error);
		return null;
	}
}
