/** One transaction: state and lock always together, messages and history with them. */
import type { TransactionAction } from "@azure/data-tables";
import type { OutboxRow } from "../domain/message.ts";
import type { Commit, CommitResult, Loaded } from "../ports.ts";
import { statusOf } from "./arm-errors.ts";
import { eventActions } from "./state-history.ts";
import { load, loadedOf, query } from "./state-load.ts";
import { lockColumns, outboxColumns, stateColumns } from "./state-rows.ts";
import { reading, refused, type TableAccess } from "./table-access.ts";

/** Row key of a message: sorts by its number. */
export function outboxKey(sequence: number): string {
	return `outbox-${String(sequence).padStart(12, "0")}`;
}

/** One transaction; whoever loses the race learns it as a value. */
export async function commitOnce(access: TableAccess, key: string, commit: Commit): Promise<CommitResult> {
	const { keeper, outbox } = withSequence(commit);
	const actions = actionsOf(key, commit, keeper, outbox);
	try {
		const answer = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			access.client.submitTransaction(actions, { abortSignal }),
		);
		// An answer that does not speak of each change is none of the table's.
		if (answer.subResponses.length !== actions.length || answer.subResponses.some(({ status }) => status >= 300)) {
			throw new TypeError("the table's answer does not fit the commit");
		}
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
		sentAt: null,
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
	return [
		stateEtag === null ? ["create", state] : ["update", state, "Replace", { etag: stateEtag }],
		...lockAction(key, commit, keeper, lockEtag),
		...messages,
		...eventActions(key, commit),
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
