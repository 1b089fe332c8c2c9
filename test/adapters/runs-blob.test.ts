import { ContainerClient } from "@azure/storage-blob";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createRunsBlob, type RunsAccess } from "../../shared/adapters/runs-blob.ts";
import type { Start } from "../../shared/domain/state.ts";
import { deadlinesOnDemand, hangs } from "./arm-access.ts";
import { loopback, type Reply } from "./loopback.ts";
import { startNamed } from "./samples.ts";
import { type Storage, startStorage } from "./storage.ts";

let storage: Storage;
let start: Start;
let counter = 0;

beforeAll(async () => {
	storage = await startStorage();
});
afterAll(() => storage.close());

beforeEach(() => {
	storage.blob.meddle();
	start = startNamed(`keepalived-a1b2c3-${++counter}-1`, { runsUrl: storage.runsUrl });
});

function runs(changes: Partial<RunsAccess> = {}) {
	const { credential } = storage;
	return createRunsBlob({ credential, deadlines: createDeadlines(), callDeadline: 20_000, now: Date.now, ...changes });
}

/** As the script writes it. */
async function write(name: string, text: string): Promise<void> {
	const blob = new ContainerClient(storage.runsUrl, storage.credential).getBlockBlobClient(`${start.name}/${name}`);
	await blob.upload(text, Buffer.byteLength(text), { conditions: { ifNoneMatch: "*" } });
}

const scriptsMarker = JSON.stringify({ writer: "script", nonce: "0badcafe", at: "2026-11-30T09:16:00Z" });
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const blobError = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`;
const refusedWith = (status: number, code: string): Reply => ({
	status,
	body: blobError(code),
	headers: { "content-type": "application/xml", "x-ms-error-code": code },
});

/** Bad answers, and what a look calls them. */
const doubts: readonly (readonly [string, Reply, string])[] = [
	["404 ContainerNotFound", refusedWith(404, "ContainerNotFound"), "WrongNotFound"],
	["404 ResourceNotFound", refusedWith(404, "ResourceNotFound"), "WrongNotFound"],
	["404 without a code", { status: 404 }, "WrongNotFound"],
	["404 with a page", { status: 404, body: "<html></html>", headers: { "content-type": "text/html" } }, "WrongNotFound"],
	["401", refusedWith(401, "InvalidAuthenticationInfo"), "Unauthorized"],
	["403", refusedWith(403, "AuthorizationPermissionMismatch"), "Forbidden"],
	["429", { status: 429, headers: { "retry-after": "600" } }, "Throttled"],
	["500", refusedWith(500, "InternalError"), "ServerError"],
	["503 and when to come back", { status: 503, headers: { "x-ms-error-code": "ServerBusy", "retry-after": "600" } }, "ServerError"],
	["a reset", "reset", "Network"],
	["200 without date", { status: 200, body: scriptsMarker }, "UnusableBody"],
];

describe("a marker", () => {
	it("is None while nobody made it, and that is certain", async () => {
		expect(await runs().marker(start)).toEqual({ kind: "None" });
	});

	it("shows its writer, its nonce and the blob's own date", async () => {
		await write("started", scriptsMarker);
		expect(await runs().marker(start)).toEqual({ kind: "Marked", writer: "script", nonce: "0badcafe", at: iso });
	});

	it.each(["", "{", "null", "{}", '{"writer":"someone","nonce":"1"}', '{"writer":"script","nonce":""}', '{"writer":"script"}'])(
		"that holds garbage is doubt, never an absence: %j",
		async (text) => {
			await write("started", text);
			expect(await runs().marker(start)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
		},
	);

	it("that is far too long is doubt, and is not read", async () => {
		await write("started", JSON.stringify({ writer: "script", nonce: "x".repeat(100_000) }));
		expect(await runs().marker(start)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it.each(doubts)("is doubt after %s, in one request", async (_name, reply, reason) => {
		storage.blob.meddle(() => reply);
		expect(await runs().marker(start)).toMatchObject({ kind: "Unreadable", reason });
		expect(storage.blob.asked).toHaveLength(1);
	});

	it("is doubt in a container that is not there", async () => {
		const elsewhere = { ...start, runsUrl: storage.runsUrl.replace(/runs$/, "other") };
		expect(await runs().marker(elsewhere)).toMatchObject({ kind: "Unreadable", reason: "WrongNotFound" });
	});

	it("is doubt when nothing is answered in time", async () => {
		const deadlines = deadlinesOnDemand();
		storage.blob.meddle(hangs(deadlines));
		expect(await runs({ deadlines }).marker(start)).toMatchObject({ kind: "Unreadable", reason: "Timeout" });
	});

	it("is doubt when the storage has no address", async () => {
		expect(await runs().marker({ ...start, runsUrl: "https://account.invalid/runs" })).toMatchObject({ kind: "Unreadable", reason: "Dns" });
		expect(await runs().marker({ ...start, runsUrl: "not a url" })).toMatchObject({ kind: "Unreadable" });
	});

	it("is looked for where its start was issued", async () => {
		const other = await loopback();
		other.says(refusedWith(404, "BlobNotFound"));
		expect(await runs().marker({ ...start, runsUrl: `${other.origin}/runs` })).toEqual({ kind: "None" });
		expect(other.asked[0]?.url).toBe(`/runs/${start.name}/started`);
		await other.close();
	});
});

describe("a start that is revoked", () => {
	it("is the app's when nobody was there before", async () => {
		expect(await runs().revoke(start, "cafe")).toEqual({ kind: "Marked", writer: "app", nonce: "cafe", at: iso });
		expect(await runs().marker(start)).toMatchObject({ writer: "app", nonce: "cafe" });
	});

	it("is the script's when that was faster, and stays so", async () => {
		await write("started", scriptsMarker);
		expect(await runs().revoke(start, "cafe")).toMatchObject({ kind: "Marked", writer: "script", nonce: "0badcafe" });
		expect(await runs().marker(start)).toMatchObject({ writer: "script" });
	});

	it("is the other tick's when two revoke at once: both see the same marker", async () => {
		const seen = await Promise.all(["a", "b", "c", "d"].map((nonce) => runs().revoke(start, nonce)));
		expect(new Set(seen.map((one) => one.kind === "Marked" && one.nonce)).size).toBe(1);
	});

	it("is the app's although the answer was lost", async () => {
		storage.blob.meddle((asked) => (asked.method === "PUT" ? "lose answer" : "pass"));
		expect(await runs().revoke(start, "cafe")).toMatchObject({ kind: "Marked", writer: "app", nonce: "cafe" });
		expect(storage.blob.asked.map((one) => one.method)).toEqual(["PUT", "GET"]);
	});

	it("is nobody's when the request never arrived", async () => {
		storage.blob.meddle((asked) => (asked.method === "PUT" ? "reset" : "pass"));
		expect(await runs().revoke(start, "cafe")).toEqual({ kind: "None" });
	});

	it.each(doubts)("is doubt when both write and look meet %s", async (_name, reply, reason) => {
		storage.blob.meddle((asked) => (asked.method === "PUT" ? refusedWith(503, "ServerBusy") : reply));
		expect(await runs().revoke(start, "cafe")).toMatchObject({ kind: "Unreadable", reason });
		expect(storage.blob.asked.map((one) => one.method)).toEqual(["PUT", "GET"]);
	});

	it("is not believed to be the app's by an answer that does not come from the storage", async () => {
		storage.blob.meddle((asked) => (asked.method === "PUT" ? { status: 201 } : "pass"));
		expect(await runs().revoke(start, "cafe")).toEqual({ kind: "None" });
	});
});

describe("a verdict", () => {
	const verdict = {
		schemaVersion: 1,
		group: "g",
		run: "r",
		stage: "end",
		code: 0,
		sha: "c3f02f9",
		junit: { tests: 180, failures: 0 },
		message: null,
		startedAt: "2026-11-30T09:16:00Z",
		endedAt: "2026-11-30T10:02:00Z",
		nonce: "0badcafe",
	};

	it("is read as it was written", async () => {
		await write("verdict.json", JSON.stringify(verdict));
		expect(await runs().verdict(start)).toEqual({
			kind: "Verdict",
			stage: "end",
			code: 0,
			sha: "c3f02f9",
			junit: { tests: 180, failures: 0 },
			message: null,
			startedAt: "2026-11-30T09:16:00.000Z",
			endedAt: "2026-11-30T10:02:00.000Z",
		});
	});

	it("may lack everything but stage and code", async () => {
		await write("verdict.json", JSON.stringify({ stage: "clone", code: 30, startedAt: "once" }));
		expect(await runs().verdict(start)).toMatchObject({ kind: "Verdict", stage: "clone", code: 30, junit: null, startedAt: null });
	});

	it("is None while there is none", async () => {
		expect(await runs().verdict(start)).toEqual({ kind: "None" });
	});

	it.each([
		JSON.stringify(verdict).slice(0, 60),
		"",
		"{}",
		'{"stage":"end"}',
		'{"stage":"end","code":"0"}',
		'{"stage":"end","code":null}',
		'{"stage":"","code":0}',
		'{"stage":"end","code":-1}',
		'{"stage":"end","code":0,"junit":{"tests":180}}',
		'{"stage":"end","code":0,"junit":"none"}',
	])("that is malformed is doubt, neither good nor absent: %s", async (text) => {
		await write("verdict.json", text);
		expect(await runs().verdict(start)).toMatchObject({ kind: "Unreadable", reason: "UnusableBody" });
	});

	it.each(doubts)("is doubt after %s", async (_name, reply, reason) => {
		storage.blob.meddle(() => reply);
		expect(await runs().verdict(start)).toMatchObject({ kind: "Unreadable", reason });
	});
});
