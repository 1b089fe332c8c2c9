import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createSlack } from "../../shared/adapters/slack.ts";
import type { Message } from "../../shared/domain/message.ts";
import type { Deadlines, SendAnswer } from "../../shared/ports.ts";
import { deadlinesOnDemand, hangs } from "./arm-access.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";

const message: Message = { kind: "RedeployStarted", title: "redeploy 1 of 3 started", lines: ["a line"], log: null, weight: "transition" };
const secret = "/services/T000/B000/a-secret-path";

let slack: Loopback;
beforeAll(async () => {
	slack = await loopback();
});
afterAll(() => slack.close());

function send(plain = false, deadlines: Deadlines = createDeadlines()): Promise<SendAnswer> {
	return createSlack(`${slack.origin}${secret}`, deadlines, 20_000).send("the environment", message, plain);
}

/** What the webhook's answer is taken for. */
async function meaning(reply: Reply): Promise<SendAnswer> {
	slack.says(reply);
	const answer = await send();
	expect(slack.asked).toHaveLength(1);
	expect(JSON.stringify(answer)).not.toContain("a-secret-path");
	return answer;
}

const text = { "content-type": "text/plain" };

describe("a message to the webhook", () => {
	it("is one POST of JSON, with blocks or without", async () => {
		slack.says({ status: 200, body: "ok", headers: text });
		await send();
		await send(true);
		const [blocks, plain] = slack.asked;
		expect([blocks?.method, blocks?.url]).toEqual(["POST", secret]);
		expect(blocks?.headers["content-type"]).toContain("application/json");
		expect(JSON.parse(blocks?.body ?? "")).toMatchObject({ text: message.title, blocks: [{ type: "section" }, { type: "section" }] });
		expect(Object.keys(JSON.parse(plain?.body ?? ""))).toEqual(["text"]);
	});

	it("is sent when Slack says ok", async () => {
		expect(await meaning({ status: 200, body: "ok", headers: text })).toEqual({ kind: "Sent" });
		expect(await meaning({ status: 200, body: "ok" })).toEqual({ kind: "Sent" });
	});

	it.each<[string, Reply]>([
		["another word", { status: 200, body: "no_service", headers: text }],
		["a page", { status: 200, body: "<html>ok</html>", headers: { "content-type": "text/html" } }],
		["nothing", { status: 200 }],
		["JSON", { status: 200, body: { ok: true } }],
		["201", { status: 201, body: "ok" }],
		["204", { status: 204 }],
		["500", { status: 500, body: "ok" }],
		["503", { status: 503, headers: { "retry-after": "600" } }],
		["401", { status: 401 }],
		["a reset", "reset"],
	])("is not sent, and tried later, after %s", async (_name, reply) => {
		expect(await meaning(reply)).toMatchObject({ kind: "Failed" });
	});

	it("is refused by a 400, in Slack's own word", async () => {
		expect(await meaning({ status: 400, body: "invalid_blocks", headers: text })).toEqual({
			kind: "Refused",
			detail: "400 invalid_blocks",
		});
	});

	it.each([
		[403, "action_prohibited"],
		[404, "no_service"],
		[410, "channel_is_archived"],
	])("says that the webhook is dead by %i %s", async (status, body) => {
		expect(await meaning({ status, body, headers: text })).toEqual({ kind: "Dead", detail: `${status} ${body}` });
	});

	it("quotes no answer that is no word of Slack's: it could be anything", async () => {
		const answer = await meaning({ status: 404, body: `<html>${secret}</html>` });
		expect(answer).toEqual({ kind: "Dead", detail: "404 (no word of Slack's)" });
	});

	it.each<[string, Readonly<Record<string, string>>, number]>([
		["as long as it is told", { "retry-after": "30" }, 30_000],
		["a minute when it is told nothing", {}, 60_000],
		["a minute when it is told nonsense", { "retry-after": "soon" }, 60_000],
		["a minute when it is told no time", { "retry-after": "-5" }, 60_000],
	])("waits %s after a 429", async (_name, headers, ms) => {
		expect(await meaning({ status: 429, body: "rate_limited", headers })).toEqual({ kind: "Wait", ms });
	});

	it("is tried later when nothing is answered in time", async () => {
		const deadlines = deadlinesOnDemand();
		slack.says(hangs(deadlines));
		expect(await send(false, deadlines)).toMatchObject({ kind: "Failed" });
	});

	it.each(["https://hooks.invalid/services/a-secret-path", "https://127.0.0.1:1/services/a-secret-path", "not a URL with a-secret-path"])(
		"names neither host nor path when the webhook is out of reach: %s",
		async (url) => {
			const answer = await createSlack(url, createDeadlines(), 20_000).send("the environment", message, false);
			expect(answer).toMatchObject({ kind: "Failed" });
			expect(JSON.stringify(answer)).not.toMatch(/a-secret-path|hooks\.invalid|127\.0\.0\.1/);
		},
	);
});
