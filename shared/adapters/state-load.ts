/** What one query reads of a partition. */
import { odata } from "@azure/data-tables";
import type { Instant } from "../domain/observation.ts";
import type { Loaded } from "../ports.ts";
import { statusOf } from "./arm-errors.ts";
import { refuseNoList } from "./list-page.ts";
import { checkVersion, keeperOf, outboxRowOf, type Row } from "./state-rows.ts";
import { reading, type TableAccess } from "./table-access.ts";

/** Rows of a partition that a tick reads: `lease` to `state`. History (`event-`) sorts before them. */
const firstRow = "lease";
const afterLastRow = "statf";

/** One range query. A table that does not exist yet is made, and is empty. */
export async function load(access: TableAccess, key: string): Promise<Loaded> {
	const rows = await reading(async () => {
		try {
			return await query(access, key);
		} catch (error) {
			if (statusOf(error) !== 404) throw error;
			await access.deadlines.within(access.callDeadline, (abortSignal) => access.client.createTable({ abortSignal }));
			return query(access, key);
		}
	});
	return loadedOf(rows);
}

/** All rows that a tick reads, by their key. Throws what the client throws. */
export async function query(access: TableAccess, key: string): Promise<Map<string, Row>> {
	const filter = odata`PartitionKey eq ${key} and RowKey ge ${firstRow} and RowKey lt ${afterLastRow}`;
	return access.deadlines.within(access.callDeadline, async (abortSignal) => {
		const rows = new Map<string, Row>();
		const onResponse = refuseNoList("the table's answer holds no list of rows");
		for await (const row of access.client.listEntities({ queryOptions: { filter }, abortSignal, onResponse })) {
			if (row.rowKey !== undefined) rows.set(row.rowKey, row);
		}
		return rows;
	});
}

/** What these rows say. Throws StateUnusable. */
export function loadedOf(rows: ReadonlyMap<string, Row>): Loaded {
	const state = rows.get("state");
	const lock = rows.get("lock");
	const outbox = [...rows].filter(([key]) => key.startsWith("outbox-")).map(([key, row]) => outboxRowOf(key, row));
	const keeper = keeperOf(state, lock);
	const past = Math.max(keeper.memory.outboxSequence, ...outbox.map((row) => row.sequence + 1));
	return {
		// Messages may wait beside a state that was begun anew: numbers are never used twice.
		keeper: { ...keeper, memory: { ...keeper.memory, outboxSequence: past } },
		stateEtag: etagOf(state),
		lockEtag: etagOf(lock),
		outbox: outbox.sort((a, b) => a.sequence - b.sequence),
		pulses: { check: pulseOf(rows, "pulse-check"), watch: pulseOf(rows, "pulse-watch") },
		lease: leaseOf(rows.get("lease")),
	};
}

function etagOf(row: Row | undefined): string | null {
	const etag = row?.etag;
	return typeof etag === "string" ? etag : null;
}

function pulseOf(rows: ReadonlyMap<string, Row>, key: string): Instant | null {
	const row = rows.get(key);
	if (row === undefined) return null;
	checkVersion(key, row);
	const { at } = row;
	return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? at : null;
}

/** A lease whose end is no date has run out: it must not become eternal. */
function leaseOf(row: Row | undefined): Loaded["lease"] {
	const etag = etagOf(row);
	if (row === undefined || etag === null) return null;
	checkVersion("lease", row);
	const { holder, until } = row;
	const end = typeof until === "string" && !Number.isNaN(Date.parse(until)) ? until : new Date(0).toISOString();
	return { holder: typeof holder === "string" ? holder : "", until: end, etag };
}
