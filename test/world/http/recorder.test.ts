import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Recorder, writeRecords } from "./recorder.ts";

const dirs: string[] = [];
afterEach(async () => {
	for (const dir of dirs.splice(0)) await rm(dir, { recursive: true });
});

function recorded(recorder: Recorder, changes: Partial<Parameters<Recorder["keep"]>[0]>, answer = "{}"): string {
	const arrived = {
		n: recorder.next(),
		at: 0,
		begun: 0,
		service: "arm" as const,
		method: "GET",
		path: "/a",
		headers: {},
		body: Buffer.alloc(0),
		...changes,
	};
	recorder.keep(arrived, { status: 200, headers: {}, body: Buffer.from(answer) }, 5);
	return JSON.stringify(recorder.records.at(-1));
}

describe("a record", () => {
	it("shows no token, neither in a header nor in a body", () => {
		const recorder = new Recorder(() => {});
		const token = "eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln";
		expect(recorded(recorder, { headers: { authorization: `Bearer ${token}` } })).toContain('"authorization":"Bearer ***"');
		expect(recorded(recorder, {}, JSON.stringify({ access_token: token }))).not.toContain("eyJ");
		expect(recorded(recorder, {}, `a log that prints ${token}`)).not.toContain("eyJ");
	});

	it("shows no secure value, webhook path, signature or identity header", () => {
		const recorder = new Recorder(() => {});
		const body = Buffer.from(JSON.stringify({ environmentVariables: [{ name: "GIT_SSH_KEY", secureValue: "hush" }] }));
		expect(recorded(recorder, { method: "PUT", body })).not.toContain("hush");
		expect(recorded(recorder, { path: "/services/T000/B000/XXXX" })).toContain('"url":"/services/***"');
		expect(recorded(recorder, { path: "/runs/a?sp=r&sig=abc%2Fdef" })).not.toContain("abc");
		expect(recorded(recorder, { headers: { "x-identity-header": "hush" } })).not.toContain("hush");
	});

	it("shows no known secret wherever it stands, even quoted in JSON that is quoted again", () => {
		const recorder = new Recorder(() => {});
		recorder.mask.hide('key "one"\nkey two');
		const body = Buffer.from(JSON.stringify({ Text: JSON.stringify({ log: 'before key "one"\nkey two after' }) }));
		const batch = Buffer.concat([Buffer.from("--batch\r\n\r\n"), body]);
		for (const shown of [recorded(recorder, { body }), recorded(recorder, { service: "table", body: batch })]) {
			expect(shown).toContain("before *** after");
			expect(shown).not.toContain("key two");
		}
	});

	it("goes to its service's file, in the order of arrival, numbered over all", async () => {
		const recorder = new Recorder(() => {});
		const numbers = [recorder.next(), recorder.next(), recorder.next()];
		for (const n of numbers.toReversed()) recorded(recorder, { n, service: n === 2 ? "slack" : "arm" });
		const dir = join(await mkdtemp(join(tmpdir(), "records-")), "new");
		dirs.push(dir);
		await writeRecords(dir, recorder.records);
		const lines = async (file: string) => (await readFile(join(dir, file), "utf8")).split("\n").filter((line) => line !== "");
		expect((await lines("arm.jsonl")).map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([1, 3]);
		expect(Object.keys(JSON.parse((await lines("slack.jsonl"))[0] ?? "{}") as object)).toEqual([
			"n",
			"at",
			"method",
			"url",
			"status",
			"ms",
			"request",
			"response",
		]);
		expect(await lines("table.jsonl")).toEqual([]);
	});
});
