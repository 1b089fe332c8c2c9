/**
 * The state table: one partition an environment, state and lock always in one
 * transaction, each write under the ETag that was read. A commit that got no
 * answer is settled by reading its commit id back.
 */
import { odata, type TableClient, type TransactionAction } from "@azure/data-tables";
import type { OutboxRow } from "../domain/message.ts";
import type { Instant } from "../domain/observation.ts";
import type { Commit, CommitResult, Deadlines, Loaded, StateStore } from "../ports.ts";
import { detailOf, statusOf } from "./arm-errors.ts";
import { checkVersion, keeperOf, lockColumns, outboxColumns, outboxRowOf, type Row, schemaVersion, stateColumns } from "./state-rows.ts";

/** The table cannot be used: no state, no deploy. The message says what to do. */
export class StateRefused extends Error {
	override readonly name = "StateRefused";
}

export interface TableAccess {
	readonly client: TableClient;
	readonly deadlines: Deadlines;
	/** Of one call, in milliseconds. */
	readonly callDeadline: number;
}

/** Rows of a partition that a tick reads: `lease` to `state`. History (`event-`) sorts before them. */
const firstRow = "lease";
const afterLastRow = "statf";

export function createStateTable(access: TableAccess): StateStore {
	const { client } = access;
	const call = <T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => access.deadlines.within(access.callDeadline, work);
	return {
		load: (key) => load(access, key),
		commit: (key, commit) => commitOnce(access, key, commit),
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
			await whenFree(async () => {
				await call((abortSignal) => client.deleteEntity(key, outboxKey(row.sequence), { etag: row.etag, abortSignal }));
				return {};
			});
		},
		deferMessage: async (key, row) => {
			const entity = { partitionKey: key, rowKey: outboxKey(row.sequence), ...outboxColumns(row.message, row.queuedAt, row) };
			await whenFree(() => call((abortSignal) => client.updateEntity(entity, "Replace", { etag: row.etag, abortSignal })));
		},
	};
}

function outboxKey(sequence: number): string {
	return `outbox-${String(sequence).padStart(12, "0")}`;
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

async function reading<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw refused(error);
	}
}

function refused(cause: unknown): StateRefused {
	const status = statusOf(cause);
	const advice =
		status === 403
			? "give the app's identity Storage Table Data Contributor on the storage account"
			: status === 401
				? "check the app's identity and the storage account's name"
				: "the next tick tries again";
	return new StateRefused(`the state table can't be used (${detailOf(cause)}); nothing is decided without it: ${advice}`, { cause });
}

/** One range query. A table that does not exist yet is made, and is empty. */
async function load(access: TableAccess, key: string): Promise<Loaded> {
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

async function query(access: TableAccess, key: string): Promise<Map<string, Row>> {
	const filter = odata`PartitionKey eq ${key} and RowKey ge ${firstRow} and RowKey lt ${afterLastRow}`;
	return access.deadlines.within(access.callDeadline, async (abortSignal) => {
		const rows = new Map<string, Row>();
		for await (const row of access.client.listEntities({ queryOptions: { filter }, abortSignal })) {
			if (row.rowKey !== undefined) rows.set(row.rowKey, row);
		}
		return rows;
	});
}

function loadedOf(rows: ReadonlyMap<string, Row>): Loaded {
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

/** One transaction; whoever loses the race learns it as a value. */
async function commitOnce(access: TableAccess, key: string, commit: Commit): Promise<CommitResult> {
	const { keeper, outbox } = withSequence(commit);
	const actions = actionsOf(key, commit, keeper, outbox);
	try {
		const answer = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			access.client.submitTransaction(actions, { abortSignal }),
		);
		// Answers come in the order of the actions; those of updates do not name their row.
		const rowKeys = actions.map(([, entity]) => entity.rowKey);
		const etag = (rowKey: string): string | null => answer.subResponses[rowKeys.indexOf(rowKey)]?.etag ?? null;
		const won = wonLoaded(commit, keeper, outbox, etag);
		return { kind: "Won", loaded: won ?? (await load(access, key)) };
	} catch (error) {
		const status = statusOf(error);
		if (status === 401 || status === 403) throw refused(error);
		const rows = await reading(() => query(access, key));
		// Whatever the answer, the row tells whose commit stands.
		if (rows.get("state")?.commitId === commit.commitId) return { kind: "Won", loaded: loadedOf(rows) };
		if (status === null || status === 404 || status === 409 || status === 412) return { kind: "Lost" };
		// Nobody was faster: a write that is refused each time must not look like a race that is lost for ever.
		throw refused(error);
	}
}

interface Sequenced {
	readonly keeper: Commit["after"];
	readonly outbox: readonly Omit<OutboxRow, "etag">[];
}

/** Messages get their numbers from the state row, so that they are part of the race. */
function withSequence(commit: Commit): Sequenced {
	const first = commit.before.keeper.memory.outboxSequence;
	const outbox = commit.messages.map((message, index) => ({
		sequence: first + index,
		message,
		queuedAt: commit.at,
		tries: 0,
		plain: false,
		notBefore: null,
	}));
	const memory = { ...commit.after.memory, outboxSequence: first + outbox.length };
	return { keeper: { stage: commit.after.stage, memory }, outbox };
}

function actionsOf(key: string, commit: Commit, keeper: Commit["after"], outbox: Sequenced["outbox"]): TransactionAction[] {
	const { stateEtag, lockEtag } = commit.before;
	const state = { partitionKey: key, rowKey: "state", ...stateColumns(keeper, commit.commitId) };
	const messages = outbox.map(
		(row): TransactionAction => [
			"create",
			{ partitionKey: key, rowKey: outboxKey(row.sequence), ...outboxColumns(row.message, row.queuedAt, row) },
		],
	);
	const inverted = String(9_999_999_999_999 - Date.parse(commit.at));
	const events = commit.events.map((event, index): TransactionAction => {
		const rowKey = `event-${inverted}-${commit.commitId.slice(0, 8)}-${index}`;
		return ["create", { partitionKey: key, rowKey, at: event.at, kind: event.kind, text: event.text.slice(0, 1_000), schemaVersion }];
	});
	return [
		stateEtag === null ? ["create", state] : ["update", state, "Replace", { etag: stateEtag }],
		...lockAction(key, commit, keeper, lockEtag),
		...messages,
		...events,
	];
}

function lockAction(key: string, commit: Commit, keeper: Commit["after"], etag: string | null): TransactionAction[] {
	const columns = lockColumns(keeper.stage, commit.commitId);
	const place = { partitionKey: key, rowKey: "lock" };
	// The SDK's transactions delete without an ETag. The state row's guards this one: they never change apart.
	if (columns === null) return etag === null ? [] : [["delete", place]];
	const row = { ...place, ...columns };
	return [etag === null ? ["create", row] : ["update", row, "Replace", { etag }]];
}

/** What the next commit of the same tick is made under; null when an answer lacks an ETag. */
function wonLoaded(
	commit: Commit,
	keeper: Commit["after"],
	outbox: Sequenced["outbox"],
	etag: (rowKey: string) => string | null,
): Loaded | null {
	const stateEtag = etag("state");
	const lockEtag = keeper.stage.phase === "Watching" ? null : etag("lock");
	const fresh = outbox.map((row) => ({ ...row, etag: etag(outboxKey(row.sequence)) ?? "" }));
	if (stateEtag === null || (keeper.stage.phase !== "Watching" && lockEtag === null) || fresh.some((row) => row.etag === "")) return null;
	return { ...commit.before, keeper, stateEtag, lockEtag, outbox: [...commit.before.outbox, ...fresh] };
}
