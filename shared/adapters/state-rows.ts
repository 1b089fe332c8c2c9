/** Rows of the state table and what they mean. Scalars are columns of their own kind, structures are JSON in a column. */
import type * as z from "zod";
import type { Message, OutboxRow } from "../domain/message.ts";
import { type Keeper, type Memory, newKeeper, type Run, type Stage } from "../domain/state.ts";
import { oneLine } from "./one-line.ts";
import { memorySchemas, outboxSchemas, phaseSchema, runSchemas, verifyingSchema } from "./row-schemas.ts";

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
	putAll(columns, "state", keeper.memory, memorySchemas);
	if (keeper.stage.phase === "Verifying") putAll(columns, "state", { verifying: keeper.stage }, { verifying: verifyingSchema });
	return columns;
}

/** Columns of the lock row, null where there is no lock. */
export function lockColumns(stage: Stage, commitId: string): Columns | null {
	if (stage.phase === "Watching") return null;
	const columns: Columns = { schemaVersion, commitId };
	putAll(columns, "lock", stage.run, runSchemas);
	return columns;
}

/** Columns of an outbox row. */
export function outboxColumns(
	message: Message,
	queuedAt: string,
	rest: Pick<OutboxRow, "tries" | "plain" | "notBefore" | "sentAt">,
): Columns {
	const columns: Columns = { schemaVersion, queuedAt, tries: rest.tries, plain: rest.plain };
	put(columns, "notBefore", rest.notBefore);
	put(columns, "sentAt", rest.sentAt);
	put(columns, "message", fitting(message));
	return columns;
}

/** A message too long for its column is cut, the log first: what cannot be told whole must not stop the tick. */
function fitting(message: Message): Message {
	const fits = (one: Message): boolean => JSON.stringify(one).length <= columnLimit;
	const withoutLog = { ...message, log: null };
	if (fits(message)) return message;
	return fits(withoutLog) ? withoutLog : { ...withoutLog, lines: withoutLog.lines.slice(0, 10).map((line) => oneLine(line, 500)) };
}

/** A column for each schema. What could not be read again is not written: it would stop every later tick. */
function putAll<T extends object>(
	columns: Columns,
	key: string,
	fields: T,
	schemas: { readonly [K in keyof T]: z.ZodType<unknown> },
): void {
	for (const name of Object.keys(schemas) as (keyof T & string)[]) {
		const parsed = schemas[name].safeParse(fields[name]);
		if (!parsed.success) throw unfit(`row ${key} can't be written`, parsed.error, name);
		put(columns, name, parsed.data);
	}
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
	return fieldsOf("state", row, memorySchemas) as unknown as Memory;
}

function stageOf(state: Row, lock: Row | undefined): Stage {
	const phase = column("state", state, "phase", phaseSchema);
	if (phase === "Watching") {
		if (lock !== undefined) throw new StateUnusable("row lock: it stands while the phase is Watching");
		return { phase };
	}
	if (lock === undefined) throw new StateUnusable(`row lock: it is missing while the phase is ${phase}`);
	checkVersion("lock", lock);
	const run = fieldsOf("lock", lock, runSchemas) as unknown as Run;
	return phase === "Verifying" ? { phase, run, ...column("state", state, "verifying", verifyingSchema) } : { phase, run };
}

/** A message that waits. */
export function outboxRowOf(key: string, row: Row): OutboxRow {
	checkVersion(key, row);
	const sequence = Number(key.slice("outbox-".length));
	const { etag } = row;
	if (!Number.isInteger(sequence) || typeof etag !== "string") throw new StateUnusable(`row ${key}: it is not a message`);
	return { sequence, etag, ...(fieldsOf(key, row, outboxSchemas) as unknown as Omit<OutboxRow, "sequence" | "etag">) };
}

/** Throws for a row without a version, and for one of a newer. */
export function checkVersion(key: string, row: Row): void {
	const version = row.schemaVersion;
	if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
		throw new StateUnusable(`row ${key}, column schemaVersion: not a version`);
	if (version > schemaVersion)
		throw new StateUnusable(`row ${key} was written by a newer version of this app (schema ${version}); publish that one or newer`);
}

/** A field for each schema, from the column of the same name. */
function fieldsOf(key: string, row: Row, schemas: Readonly<Record<string, z.ZodType<unknown>>>): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, column(key, row, name, schema)]));
}

function column<T>(key: string, row: Row, name: string, schema: z.ZodType<T>): T {
	const value = row[name] ?? null;
	// Text that only looks like JSON is text, where text may stand.
	const plain = schema.safeParse(value);
	if (plain.success) return plain.data;
	const parsed = typeof value === "string" && /^[[{]/.test(value) ? schema.safeParse(jsonOf(value)) : plain;
	if (!parsed.success) throw corrupt(key, parsed.error, name);
	return parsed.data;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function corrupt(key: string, error: z.ZodError, name: string): StateUnusable {
	const remedy = key.startsWith("outbox-") ? "that row" : "the rows state and lock of this environment to begin anew";
	return unfit(`row ${key}`, error, name, `. Look at it, then delete ${remedy}`);
}

function unfit(row: string, error: z.ZodError, name: string, advice = ""): StateUnusable {
	const issue = error.issues[0];
	const path = [name, ...(issue?.path.map(String) ?? [])].join(".");
	return new StateUnusable(`${row}, column ${path}: ${issue?.message ?? "not usable"}${advice}`);
}
