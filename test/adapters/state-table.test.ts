import { TableClient } from "@azure/data-tables";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { StateUnusable } from "../../shared/adapters/state-rows.ts";
import { createStateTable, StateRefused, type TableAccess } from "../../shared/adapters/state-table.ts";
import type { Stage } from "../../shared/domain/state.ts";
import { deadlinesOnDemand, hangs } from "./arm-access.ts";
import type { Reply } from "./loopback.ts";
import { run } from "./samples.ts";
import { commitOf, conformsToStateStore, message, win } from "./state-store-conformance.ts";
import { type Storage, startStorage } from "./storage.ts";

let storage: Storage;
let key = "";
let counter = 0;
const deploying: Stage = { phase: "Deploying", run };
const watching: Stage = { phase: "Watching" };
const until = "2026-11-30T09:01:15.000Z";

beforeAll(async () => {
	storage = await startStorage();
});
afterAll(() => storage.close());
beforeEach(() => {
	storage.table.meddle();
	key = `s:g:table${++counter}`;
});

function client(table = "keepalived"): TableClient {
	return new TableClient(storage.table.url, table, storage.credential, { retryOptions: { maxRetries: 0 } });
}

function store(changes: Partial<TableAccess> = {}) {
	return createStateTable({ client: client(), deadlines: createDeadlines(), callDeadline: 20_000, ...changes });
}

conformsToStateStore("a real table", () => store());

/** As Azure Tables words it. */
const refusal = (status: number, code: string): Reply => ({
	status,
	body: { "odata.error": { code, message: { lang: "en-US", value: "x" } } },
	headers: { "content-type": "application/json;odata=minimalmetadata" },
});

const isWrite = ({ method }: { readonly method: string }): boolean => method !== "GET";
const writes = () => storage.table.asked.filter(isWrite);

describe("a commit whose answer is lost", () => {
	it.each(["Watching", "Deploying"] as const)("is won, and can be committed on: %s", async (phase) => {
		const stage = phase === "Watching" ? watching : deploying;
		const loaded = await store().load(key);
		storage.table.meddle((asked) => (isWrite(asked) ? "lose answer" : "pass"));
		const won = await win(store(), key, commitOf(loaded, stage, { messages: [message("one")] }));
		expect(writes()).toHaveLength(1);
		storage.table.meddle((asked) => (isWrite(asked) ? "lose answer" : "pass"));
		const next = await win(store(), key, commitOf(won, watching, { messages: [message("two")] }));
		expect(next.outbox.map((row) => row.message.title)).toEqual(["one", "two"]);
		expect(next.keeper.memory.notFoundCount).toBe(2);
	});

	it("is won although none came in time", async () => {
		const loaded = await store().load(key);
		const commit = commitOf(loaded, deploying);
		const deadlines = deadlinesOnDemand();
		storage.table.meddle((asked, nth) => {
			if (nth > 1 || !isWrite(asked)) return "pass";
			// Another call brings the very same commit through, and then the waiting ends.
			void store().commit(key, commit).then(deadlines.strike);
			return "hang";
		});
		expect((await store({ deadlines }).commit(key, commit)).kind).toBe("Won");
	});

	it("is lost when another's stands there", async () => {
		const loaded = await store().load(key);
		await win(store(), key, commitOf(loaded, watching, { count: 7 }));
		storage.table.meddle((asked) => (isWrite(asked) ? "lose answer" : "pass"));
		expect(await store().commit(key, commitOf(loaded, deploying, { messages: [message("never")] }))).toEqual({ kind: "Lost" });
		storage.table.meddle();
		expect(await store().load(key)).toMatchObject({ keeper: { memory: { notFoundCount: 7 } }, outbox: [] });
	});

	it("is lost when it never arrived", async () => {
		const loaded = await store().load(key);
		storage.table.meddle((asked) => (isWrite(asked) ? "reset" : "pass"));
		expect(await store().commit(key, commitOf(loaded, deploying))).toEqual({ kind: "Lost" });
		expect(writes()).toHaveLength(1);
	});

	it("is neither won nor lost when nothing can be read back", async () => {
		const loaded = await store().load(key);
		storage.table.meddle(() => "reset");
		await expect(store().commit(key, commitOf(loaded, deploying))).rejects.toThrow(StateRefused);
	});
});

describe("a table that refuses", () => {
	it.each<[string, Reply, string]>([
		["403", refusal(403, "AuthorizationPermissionMismatch"), "Storage Table Data Contributor"],
		["401", refusal(401, "InvalidAuthenticationInfo"), "check the app's identity"],
		["500", refusal(500, "InternalError"), "the next tick tries again"],
		["429", { status: 429, headers: { "retry-after": "600" } }, "the next tick tries again"],
		["a reset", "reset", "the next tick tries again"],
		["a page", { status: 502, body: "<html></html>", headers: { "content-type": "text/html" } }, "the next tick tries again"],
	])("stops a load with what to do, in one request: %s", async (_name, reply, advice) => {
		storage.table.meddle(() => reply);
		const error: unknown = await store()
			.load(key)
			.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(StateRefused);
		expect((error as StateRefused).message).toContain(advice);
		expect((error as StateRefused).message).not.toContain("<html");
		expect(storage.table.asked).toHaveLength(1);
	});

	it.each<[string, Reply]>([
		["403", refusal(403, "AuthorizationPermissionMismatch")],
		["401", refusal(401, "InvalidAuthenticationInfo")],
		["400", refusal(400, "InvalidInput")],
		["413", refusal(413, "RequestBodyTooLarge")],
		["503", refusal(503, "ServerBusy")],
		["429", { status: 429, headers: { "retry-after": "600" } }],
	])("a write is no lost race, and is not sent again: %s", async (_name, reply) => {
		const loaded = await store().load(key);
		storage.table.meddle((asked) => (isWrite(asked) ? reply : "pass"));
		await expect(store().commit(key, commitOf(loaded, deploying))).rejects.toThrow(StateRefused);
		expect(writes()).toHaveLength(1);
	});

	it("a pulse or a list of locks says so too", async () => {
		storage.table.meddle(() => refusal(403, "AuthorizationPermissionMismatch"));
		await expect(store().writePulse(key, "check", until)).rejects.toThrow("Storage Table Data Contributor");
		await expect(store().locked()).rejects.toThrow("Storage Table Data Contributor");
	});

	it("a lease is not taken when nothing is heard, and refused when roles are missing", async () => {
		const loaded = await store().load(key);
		storage.table.meddle(() => "reset");
		expect(await store().takeLease(key, loaded, "a", until)).toBeNull();
		storage.table.meddle(() => refusal(403, "AuthorizationPermissionMismatch"));
		await expect(store().takeLease(key, loaded, "a", until)).rejects.toThrow(StateRefused);
	});

	it("to answer at all ends at the deadline", async () => {
		const deadlines = deadlinesOnDemand();
		storage.table.meddle(hangs(deadlines));
		const hasty = store({ deadlines });
		await expect(hasty.load(key)).rejects.toThrow(StateRefused);
		await expect(hasty.locked()).rejects.toThrow(StateRefused);
		await expect(hasty.writePulse(key, "check", until)).rejects.toThrow(StateRefused);
	});
});

/** Answers with status 200 or 202 that do not come from a table. */
const strangers: readonly (readonly [string, Reply])[] = [
	["a page", { status: 200, body: "<html>Sign in</html>", headers: { "content-type": "text/html" } }],
	["nothing", { status: 200 }],
	["{}", { status: 200, body: {} }],
];

describe("an answer that is no table's", () => {
	it.each(strangers)("is no empty partition: %s", async (_name, reply) => {
		await win(store(), key, commitOf(await store().load(key), deploying));
		storage.table.meddle(() => reply);
		await expect(store().load(key)).rejects.toThrow(StateRefused);
	});

	it.each([...strangers, ["202 and nothing", { status: 202 }] as const])("wins no commit: %s", async (_name, reply) => {
		const loaded = await store().load(key);
		storage.table.meddle((asked) => (isWrite(asked) ? reply : "pass"));
		expect(await store().commit(key, commitOf(loaded, deploying))).toEqual({ kind: "Lost" });
		storage.table.meddle();
		expect((await store().load(key)).stateEtag).toBeNull();
	});
});

describe("a table that is not there", () => {
	it("is made by the first load", async () => {
		const fresh = store({ client: client("fresh") });
		expect(await fresh.load(key)).toMatchObject({ stateEtag: null });
		await win(fresh, key, commitOf(await fresh.load(key), deploying));
		expect(await fresh.locked()).toEqual([key]);
	});

	it("is made by two at once", async () => {
		const loaded = await Promise.all([1, 2].map(() => store({ client: client("twice") }).load(key)));
		expect(loaded.map((one) => one.stateEtag)).toEqual([null, null]);
	});

	it("is told when it may not be made", async () => {
		storage.table.meddle((asked) => (isWrite(asked) ? refusal(403, "AuthorizationPermissionMismatch") : "pass"));
		await expect(store({ client: client("forbidden") }).load(key)).rejects.toThrow("Storage Table Data Contributor");
	});
});

describe("rows that people or other versions left", () => {
	async function put(rowKey: string, columns: Record<string, unknown>): Promise<void> {
		await client().upsertEntity({ partitionKey: key, rowKey, ...columns }, "Merge");
	}

	it.each<[string, Record<string, unknown>, string]>([
		["state", { notFoundCount: { type: "Int64", value: "3" } }, "row state, column notFoundCount"],
		["state", { notFoundCount: "3" }, "row state, column notFoundCount"],
		["state", { notFoundCount: -1 }, "row state, column notFoundCount"],
		["state", { backOffUntil: "not a date" }, "row state, column backOffUntil"],
		["state", { schemaVersion: 2 }, "row state was written by a newer version"],
		["lock", { schemaVersion: 2 }, "row lock was written by a newer version"],
		["lock", { since: "never" }, "row lock, column since"],
		["lease", { schemaVersion: 2, until }, "row lease was written by a newer version"],
		["pulse-check", { schemaVersion: 2, at: until }, "row pulse-check was written by a newer version"],
		["outbox-000000000000", { message: "{" }, "row outbox-000000000000, column message"],
	])("are refused by name: %s %j", async (rowKey, columns, sentence) => {
		await win(store(), key, commitOf(await store().load(key), deploying, { messages: [message("one")] }));
		await put(rowKey, columns);
		const error: unknown = await store()
			.load(key)
			.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(StateUnusable);
		expect((error as StateUnusable).message).toContain(sentence);
	});

	it("do not make a lease eternal", async () => {
		for (const bad of ["not a date", "", null]) {
			await put("lease", { holder: "a", until: bad, schemaVersion: 1 });
			const loaded = await store().load(key);
			expect(loaded.lease?.until ?? "1970-01-01T00:00:00.000Z").toBe("1970-01-01T00:00:00.000Z");
		}
	});

	it("give no message a number twice after the state was begun anew", async () => {
		const titled = (names: readonly string[]) => ({ messages: names.map(message) });
		await win(store(), key, commitOf(await store().load(key), watching, titled(["one", "two"])));
		await client().deleteEntity(key, "state");
		await win(store(), key, commitOf(await store().load(key), watching, titled(["three"])));
		const { outbox } = await store().load(key);
		expect(outbox.map((row) => [row.sequence, row.message.title])).toEqual([
			[0, "one"],
			[1, "two"],
			[2, "three"],
		]);
	});

	it("deleted under a commit are a lost race", async () => {
		const loaded = await win(store(), key, commitOf(await store().load(key), watching));
		await client().deleteEntity(key, "state");
		expect(await store().commit(key, commitOf(loaded, deploying))).toEqual({ kind: "Lost" });
	});
});

describe("what a tick asks of the table", () => {
	it("is one query for everything, history left out", async () => {
		const loaded = await store().load(key);
		const events = [{ at: until, kind: "RedeployStarted", text: "redeploy 1 of 3 started" }];
		await win(store(), key, commitOf(loaded, deploying, { events, messages: [message("one")] }));
		storage.table.meddle();
		await store().load(key);
		expect(storage.table.asked).toHaveLength(1);
		const rows: string[] = [];
		for await (const row of client().listEntities({ queryOptions: { filter: `PartitionKey eq '${key}'` } })) rows.push(row.rowKey ?? "");
		expect(rows).toEqual([expect.stringMatching(/^event-\d{13}-/), "lock", "outbox-000000000000", "state"]);
	});

	it("is one transaction a commit, each change under its ETag, and Replace", async () => {
		const loaded = await win(store(), key, commitOf(await store().load(key), deploying));
		storage.table.meddle();
		await win(store(), key, commitOf(loaded, deploying));
		expect(storage.table.asked).toHaveLength(1);
		const { method, url, body } = storage.table.asked[0] ?? { method: "", url: "", body: "" };
		expect([method, url.split("?")[0]]).toEqual(["POST", "/devstoreaccount1/$batch"]);
		expect(body.match(/^(PUT|PATCH|POST|MERGE|DELETE) /gm)).toEqual(["PUT ", "PUT "]);
		expect(body.match(/^If-Match: .*$/gim)?.every((line) => !line.includes("*"))).toBe(true);
		expect(body.match(/^If-Match: /gim)).toHaveLength(2);
	});
});
