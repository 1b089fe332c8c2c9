/** The state table in memory, with what makes it a fence: ETags, all-or-nothing commits, lost races. */
import type { OutboxRow } from "../../shared/domain/message.ts";
import type { SignsOfLife } from "../../shared/domain/sight.ts";
import type { Keeper } from "../../shared/domain/state.ts";
import { newKeeper } from "../../shared/domain/state.ts";
import type { Commit, CommitResult, HistoryEvent, Loaded, StateStore } from "../../shared/ports.ts";

interface Partition {
	keeper: Keeper;
	version: number;
	hasLock: boolean;
	lockVersion: number;
	commitId: string;
	outbox: OutboxRow[];
	pulses: SignsOfLife;
	lease: { holder: string; until: string; version: number } | null;
	events: HistoryEvent[];
}

export interface MemoryStateStore extends StateStore {
	partition(key: string): Partition | undefined;
	/** Every won commit, in order: what invariants are checked on. */
	readonly commits: readonly { readonly key: string; readonly commit: Commit }[];
	/** Makes the next commits behave: `loseAnswer` writes and throws the answer away. */
	nextCommit: "plain" | "loseAnswer";
}

/** A fresh, empty table. */
export function memoryStateStore(): MemoryStateStore {
	const partitions = new Map<string, Partition>();
	const commits: { key: string; commit: Commit }[] = [];
	const store: MemoryStateStore = {
		commits,
		nextCommit: "plain",
		partition: (key) => partitions.get(key),
		load: async (key) => loadedOf(partitions.get(key)),
		commit: async (key, commit) => {
			const won = tryCommit(partitions, key, commit);
			if (won) commits.push({ key, commit });
			const loses = store.nextCommit === "loseAnswer";
			store.nextCommit = "plain";
			// A lost answer is followed by a resend, which meets the new ETag: 412. Reading back settles it.
			const mine = partitions.get(key)?.commitId === commit.commitId;
			return won || (loses && mine) ? { kind: "Won", loaded: loadedOf(partitions.get(key)) } : ({ kind: "Lost" } satisfies CommitResult);
		},
		forgetHistory: async (key, before) => {
			const row = partitions.get(key);
			if (row !== undefined) row.events = row.events.filter((event) => Date.parse(event.at) >= Date.parse(before));
		},
		locked: async () => [...partitions].filter(([, row]) => row.hasLock).map(([key]) => key),
		writePulse: async (key, which, at) => {
			const row = partitions.get(key) ?? fresh();
			partitions.set(key, { ...row, pulses: { ...row.pulses, [which]: at } });
		},
		takeLease: async (key, loaded, holder, until) => {
			const row = partitions.get(key) ?? fresh();
			partitions.set(key, row);
			const etag = row.lease === null ? null : String(row.lease.version);
			if (etag !== (loaded.lease?.etag ?? null)) return null;
			const version = (row.lease?.version ?? 0) + 1;
			row.lease = { holder, until, version };
			return String(version);
		},
		releaseLease: async (key, etag) => {
			const row = partitions.get(key);
			if (row?.lease != null && String(row.lease.version) === etag)
				row.lease = { holder: "", until: new Date(0).toISOString(), version: row.lease.version + 1 };
		},
		removeMessage: async (key, sent) => {
			const row = partitions.get(key);
			if (row !== undefined) row.outbox = row.outbox.filter((one) => !isSame(one, sent));
			return true;
		},
		deferMessage: async (key, tried) => {
			const row = partitions.get(key);
			if (row !== undefined) row.outbox = row.outbox.map((one) => (isSame(one, tried) ? { ...tried, etag: `${tried.etag}+` } : one));
		},
	};
	return store;
}

/** Still the row that was loaded: nobody changed it since. */
function isSame(row: OutboxRow, loaded: OutboxRow): boolean {
	return row.sequence === loaded.sequence && row.etag === loaded.etag;
}

function fresh(): Partition {
	return {
		keeper: newKeeper,
		version: 0,
		hasLock: false,
		lockVersion: 0,
		commitId: "",
		outbox: [],
		pulses: { check: null, watch: null },
		lease: null,
		events: [],
	};
}

function loadedOf(row: Partition = fresh()): Loaded {
	return {
		keeper: structuredClone(row.keeper),
		stateEtag: row.version === 0 ? null : String(row.version),
		lockEtag: row.hasLock ? String(row.lockVersion) : null,
		outbox: structuredClone(row.outbox),
		pulses: row.pulses,
		lease: row.lease === null ? null : { holder: row.lease.holder, until: row.lease.until, etag: String(row.lease.version) },
	};
}

function tryCommit(partitions: Map<string, Partition>, key: string, commit: Commit): boolean {
	const row = partitions.get(key) ?? fresh();
	const stateEtag = row.version === 0 ? null : String(row.version);
	const lockEtag = row.hasLock ? String(row.lockVersion) : null;
	if (commit.before.stateEtag !== stateEtag || commit.before.lockEtag !== lockEtag) return false;
	const first = commit.before.keeper.memory.outboxSequence;
	const rows = commit.messages.map(
		(message, index): OutboxRow => ({
			sequence: first + index,
			message,
			queuedAt: commit.at,
			tries: 0,
			plain: false,
			notBefore: null,
			sentAt: null,
			etag: "1",
		}),
	);
	const memory = { ...commit.after.memory, outboxSequence: first + rows.length };
	partitions.set(key, {
		...row,
		keeper: structuredClone({ stage: commit.after.stage, memory }),
		version: row.version + 1,
		hasLock: commit.after.stage.phase !== "Watching",
		lockVersion: row.lockVersion + 1,
		commitId: commit.commitId,
		outbox: [...row.outbox, ...rows],
		events: [...row.events, ...commit.events],
	});
	return true;
}
