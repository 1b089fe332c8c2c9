/** Rows of the state table and what they mean. Scalars are columns of their own kind, structures are JSON in a column. */
import type * as z from "zod";
import type { Message, OutboxRow } from "../domain/message.ts";
import { type Keeper, type Memory, newKeeper, type Stage } from "../domain/state.ts";
import { memorySchemas, messageSchema, runSchema, verifyingSchema } from "./row-schemas.ts";

/** Of every row. An older one is read up, a newer one stops the tick. */
export const schemaVersion = 1;
/** A string property holds 32 Ki characters. */
const columnLimit = 32_000;

/** A row that this version cannot rely on. No state, no deploy. */
export class StateUnusable extends Error {
	override readonly name = "StateUnusable";
}

export type Row = Readonly<Record<string, unknown>>;
type Columns = Record<string, string | number | boolean>;

/** Columns of the state row. null is an absent column: rows are replaced, never merged. */
export function stateColumns(keeper: Keeper, commitId: string): Columns {
	const columns: Columns = { schemaVersion, commitId, phase: keeper.stage.phase };
	for (const [name, value] of Object.entries(keeper.memory)) put(columns, name, value);
	if (keeper.stage.phase === "Verifying") {
		const { since, outcome, runSeconds, sha } = keeper.stage;
		put(columns, "verifying", { since, outcome, runSeconds, sha });
	}
	return columns;
}

/** Columns of the lock row, null where there is no lock. */
export function lockColumns(stage: Stage, commitId: string): Columns | null {
	if (stage.phase === "Watching") return null;
	const columns: Columns = { schemaVersion, commitId };
	for (const [name, value] of Object.entries(stage.run)) put(columns, name, value);
	return columns;
}

/** Columns of an outbox row. */
export function outboxColumns(message: Message, queuedAt: string, rest: Pick<OutboxRow, "tries" | "plain" | "notBefore">): Columns {
	const columns: Columns = { schemaVersion, queuedAt, tries: rest.tries, plain: rest.plain };
	put(columns, "notBefore", rest.notBefore);
	put(columns, "message", message);
	return columns;
}

function put(columns: Columns, name: string, value: unknown): void {
	if (value === null || value === undefined) return;
	const column = typeof value === "object" ? JSON.stringify(value) : value;
	if (typeof column !== "string" && typeof column !== "number" && typeof column !== "boolean")
		throw new StateUnusable(`column ${name} cannot be stored`);
	if (typeof column === "string" && column.length > columnLimit) throw new StateUnusable(`column ${name} is longer than a column can be`);
	columns[name] = column;
}

/** The keeper of both rows. A missing state row is an app that has never looked. */
export function keeperOf(state: Row | undefined, lock: Row | undefined): Keeper {
	if (state === undefined) {
		if (lock !== undefined) throw new StateUnusable("row lock: there is no state row beside it");
		return newKeeper;
	}
	checkVersion("state", state);
	return { memory: memoryOf(state), stage: stageOf(state, lock) };
}

function memoryOf(row: Row): Memory {
	const fields = Object.entries<z.ZodType<unknown>>(memorySchemas).map(([name, schema]) => [
		name,
		column<unknown>("state", row, name, schema),
	]);
	return Object.fromEntries(fields) as unknown as Memory;
}

function stageOf(state: Row, lock: Row | undefined): Stage {
	const phase = state.phase;
	if (phase === "Watching") {
		if (lock !== undefined) throw new StateUnusable("row lock: it stands while the phase is Watching");
		return { phase };
	}
	if (lock === undefined) throw new StateUnusable(`row lock: it is missing while the phase is ${String(phase)}`);
	checkVersion("lock", lock);
	const fields = Object.keys(runFields).map((name) => [name, raw(lock, name)]);
	const parsed = runSchema.safeParse(Object.fromEntries(fields));
	if (!parsed.success) throw corrupt("lock", parsed.error);
	if (phase === "Deploying" || phase === "CleaningUp") return { phase, run: parsed.data };
	if (phase === "Verifying") return { phase, run: parsed.data, ...column("state", state, "verifying", verifyingSchema) };
	throw new StateUnusable("row state, column phase: no phase of this version");
}

/** Every field of a run, so that none is forgotten. */
const runFields: Readonly<Record<keyof Extract<Stage, { phase: "Deploying" }>["run"], true>> = {
	kind: true,
	number: true,
	id: true,
	issuedAt: true,
	starts: true,
	current: true,
	spec: true,
	startedAt: true,
	lateToldAt: true,
	stopping: true,
	notBefore: true,
	triesSpent: true,
	neverStarted: true,
	since: true,
	endedAt: true,
	absentSince: true,
};

/** A message that waits. */
export function outboxRowOf(key: string, row: Row): OutboxRow {
	checkVersion(key, row);
	const { tries, plain, queuedAt, etag, notBefore } = row;
	const sequence = Number(key.slice("outbox-".length));
	if (
		typeof tries !== "number" ||
		typeof plain !== "boolean" ||
		typeof queuedAt !== "string" ||
		typeof etag !== "string" ||
		!Number.isInteger(sequence)
	) {
		throw new StateUnusable(`row ${key}: it is not a message`);
	}
	return {
		sequence,
		message: column(key, row, "message", messageSchema),
		queuedAt,
		tries,
		plain,
		notBefore: typeof notBefore === "string" ? notBefore : null,
		etag,
	};
}

export function checkVersion(key: string, row: Row): void {
	const version = row.schemaVersion;
	if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
		throw new StateUnusable(`row ${key}, column schemaVersion: not a version`);
	if (version > schemaVersion)
		throw new StateUnusable(`row ${key} was written by a newer version of this app (schema ${version}); publish that one or newer`);
}

function column<T>(key: string, row: Row, name: string, schema: z.ZodType<T>): T {
	const parsed = schema.safeParse(raw(row, name));
	if (!parsed.success) throw corrupt(key, parsed.error, name);
	return parsed.data;
}

/** A column as it was before it was stored. What only looks like JSON stays text. */
function raw(row: Row, name: string): unknown {
	const value = row[name];
	if (value === undefined || value === null) return null;
	if (typeof value !== "string" || !/^[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

function corrupt(key: string, error: z.ZodError, name?: string): StateUnusable {
	const issue = error.issues[0];
	const path = [...(name === undefined ? [] : [name]), ...(issue?.path.map(String) ?? [])].join(".");
	return new StateUnusable(
		`row ${key}, column ${path}: ${issue?.message ?? "not usable"}. Look at it, then delete the rows state and lock of this environment to begin anew`,
	);
}
