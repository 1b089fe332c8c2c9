import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	keeperOf,
	lockColumns,
	outboxColumns,
	outboxRowOf,
	type Row,
	StateUnusable,
	stateColumns,
} from "../../shared/adapters/state-rows.ts";
import type { Message } from "../../shared/domain/message.ts";
import { newKeeper, type Stage } from "../../shared/domain/state.ts";
import { keeperIn, stages } from "./keepers.ts";
import { run, startNamed } from "./samples.ts";

const phases = Object.keys(stages) as Stage["phase"][];
const stage: Stage = { phase: "Deploying", run };
const stateRow: Row = stateColumns({ ...newKeeper, stage }, "a-commit");
const lockRow: Row = lockColumns(stage, "a-commit") ?? {};
const message: Message = { kind: "RedeployStarted", title: "redeploy 1 of 3 started", lines: ["a", "b"], log: null, weight: "transition" };
const outboxRow: Row = {
	...outboxColumns(message, "2026-11-30T09:00:00.000Z", { tries: 0, plain: false, notBefore: null, sentAt: null }),
	etag: "e",
};

function refusal(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		expect(error).toBeInstanceOf(StateUnusable);
		return (error as StateUnusable).message;
	}
	throw new Error("it was taken");
}

describe("the rows of a keeper", () => {
	it.each(phases)("hold everything there is to know in %s", (phase) => {
		fc.assert(
			fc.property(keeperIn(phase), (keeper) => {
				const state = stateColumns(keeper, "c");
				const lock = lockColumns(keeper.stage, "c");
				expect(keeperOf(state, lock ?? undefined)).toEqual(keeper);
				expect(lock === null).toBe(phase === "Watching");
			}),
			{ numRuns: 60 },
		);
	});

	it("have no column for what is null, and none that a table would refuse", () => {
		fc.assert(
			fc.property(keeperIn("Verifying"), (keeper) => {
				for (const value of Object.values({ ...stateColumns(keeper, "c"), ...lockColumns(keeper.stage, "c") })) {
					expect(["string", "number", "boolean"]).toContain(typeof value);
					if (typeof value === "number") expect(Math.abs(value)).toBeLessThan(2 ** 31);
					if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(32 * 1024);
				}
			}),
			{ numRuns: 40 },
		);
	});

	it("that are not there are an app that has never looked", () => {
		expect(keeperOf(undefined, undefined)).toEqual(newKeeper);
	});
});

describe("a keeper that could not be read again", () => {
	it.each<[string, object]>([
		["notFoundCount", { notFoundCount: Number.NaN }],
		["notFoundCount", { notFoundCount: -1 }],
		["runCounter", { runCounter: 2 ** 31 }],
		["outboxSequence", { outboxSequence: 1n }],
		["nextCheckAt", { nextCheckAt: "soon" }],
		["usualSeconds.0", { usualSeconds: [Number.NaN] }],
		["starts.0.issuedAt", { starts: [{ ...startNamed("a"), issuedAt: "Invalid Date" }] }],
	])("is not written, and says where: %s %o", (path, changes) => {
		const memory = { ...newKeeper.memory, ...changes };
		expect(refusal(() => stateColumns({ ...newKeeper, memory }, "c"))).toContain(`row state can't be written, column ${path}:`);
	});

	it("is not written for its run or its verification either", () => {
		const late: Stage = { phase: "Deploying", run: { ...run, triesSpent: 0.5 } };
		expect(refusal(() => lockColumns(late, "c"))).toContain("row lock can't be written, column triesSpent:");
		const verifying = { phase: "Verifying", run, since: "never", outcome: "Whole", runSeconds: null, sha: null } as const;
		expect(refusal(() => stateColumns({ ...newKeeper, stage: verifying }, "c"))).toContain("column verifying.since:");
	});
});

describe("a corrupt state row", () => {
	it.each<[string, string, unknown]>([
		["an Int64", "notFoundCount", 3n],
		["text", "notFoundCount", "2"],
		["nothing", "notFoundCount", null],
		["a negative count", "notFoundCount", -1],
		["NaN", "notFoundCount", Number.NaN],
		["half a count", "notFoundCount", 1.5],
		["a date that is none", "backOffUntil", "not a date"],
		["a date that does not exist", "nextCheckAt", "2026-02-30T09:00:00.000Z"],
		["a date of another kind", "lastSightAt", 1_764_493_200_000],
		["a flag as text", "needsCleanup", "true"],
		["broken JSON", "incident", '{"id":"x"'],
		["JSON of another shape", "starts", '{"name":"x"}'],
		["JSON that lacks a field", "pause", '{"since":"2026-11-30T09:00:00.000Z"}'],
		["a bad date within JSON", "deploys", '["2026-11-30T09:00:00.000Z","soon"]'],
		["a reason that there is none of", "unreadable", '{"count":1,"since":"2026-11-30T09:00:00.000Z","reason":"Bored","toldAt":null}'],
		["no phase of ours", "phase", "Sleeping"],
		["no phase", "phase", null],
		["no version", "schemaVersion", null],
		["half a version", "schemaVersion", 1.5],
	])("is refused by row and column: %s", (_name, column, value) => {
		const sentence = refusal(() => keeperOf({ ...stateRow, [column]: value }, lockRow));
		expect(sentence).toContain("row state");
		expect(sentence).toContain(`column ${column}`);
	});

	it.each<[string, string, unknown]>([
		["an Int64", "number", 7n],
		["a date that is none", "since", "not a date"],
		["no kind of ours", "kind", "destroy"],
		["no spec", "spec", null],
		["a spec that lacks its groups", "spec", JSON.stringify({ ...run.spec, groups: undefined })],
		["broken JSON", "starts", "["],
		["no version", "schemaVersion", undefined],
	])("is refused as its lock is: %s", (_name, column, value) => {
		const sentence = refusal(() => keeperOf(stateRow, { ...lockRow, [column]: value }));
		expect(sentence).toContain("row lock");
		expect(sentence).toContain(`column ${column}`);
	});

	it("is refused when lock and phase do not fit", () => {
		expect(refusal(() => keeperOf(stateRow, undefined))).toContain("row lock: it is missing while the phase is Deploying");
		expect(refusal(() => keeperOf({ ...stateRow, phase: "Watching" }, lockRow))).toContain("row lock: it stands");
		expect(refusal(() => keeperOf(undefined, lockRow))).toContain("row lock: there is no state row");
		expect(refusal(() => keeperOf({ ...stateRow, phase: "Verifying" }, lockRow))).toContain("column verifying");
	});

	it("never quotes what stands in it", () => {
		expect(refusal(() => keeperOf({ ...stateRow, backOffUntil: "a-secret-value" }, lockRow))).not.toContain("a-secret-value");
	});

	it.each([
		["state", () => keeperOf({ ...stateRow, schemaVersion: 2 }, lockRow)],
		["lock", () => keeperOf(stateRow, { ...lockRow, schemaVersion: 2 })],
		["outbox-000000000001", () => outboxRowOf("outbox-000000000001", { ...outboxRow, schemaVersion: 2 })],
	])("of a newer version is refused, and says so: %s", (key, read) => {
		expect(refusal(read)).toBe(`row ${key} was written by a newer version of this app (schema 2); publish that one or newer`);
	});
});

describe("the row of a message", () => {
	it("holds all of it", () => {
		expect(outboxRowOf("outbox-000000000012", outboxRow)).toEqual({
			sequence: 12,
			message,
			queuedAt: "2026-11-30T09:00:00.000Z",
			tries: 0,
			plain: false,
			notBefore: null,
			sentAt: null,
			etag: "e",
		});
	});

	it.each<[string, string, unknown]>([
		["an Int64", "tries", 1n],
		["a date that is none", "queuedAt", "not a date"],
		["a wait that is none", "notBefore", "later"],
		["broken JSON", "message", '{"kind":'],
		["no message", "message", null],
	])("is refused by row and column: %s", (_name, column, value) => {
		const sentence = refusal(() => outboxRowOf("outbox-000000000012", { ...outboxRow, [column]: value }));
		expect(sentence).toContain(`row outbox-000000000012, column ${column}`);
		expect(sentence).not.toContain("state and lock");
	});

	it("fits into its column whatever the message says, and gives up the log first", () => {
		const rest = { tries: 0, plain: false, notBefore: null, sentAt: null };
		const fitted = (changes: Partial<Message>) => {
			const columns = outboxColumns({ ...message, ...changes }, "2026-11-30T09:00:00.000Z", rest);
			expect(String(columns.message).length).toBeLessThanOrEqual(32_000);
			return outboxRowOf("outbox-1", { ...columns, etag: "e" }).message;
		};
		expect(fitted({ log: "\u001b".repeat(4_000) }).log).toHaveLength(4_000);
		expect(fitted({ log: "x".repeat(40_000) })).toEqual(message);
		expect(fitted({ lines: ["y".repeat(40_000), "z"] }).lines).toEqual([expect.stringMatching(/^y{499}…$/), "z"]);
	});
});
