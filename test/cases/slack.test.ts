/** Real trouble with webhooks, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createSlack } from "../../shared/adapters/slack.ts";
import { type Loopback, loopback } from "../adapters/loopback.ts";

let slack: Loopback;
let elsewhere: Loopback;
beforeAll(async () => {
	[slack, elsewhere] = await Promise.all([loopback(), loopback()]);
});
afterAll(() => Promise.all([slack.close(), elsewhere.close()]));

describe("Slack", () => {
	it.each([301, 302, 303, 307, 308])(
		"B50: a webhook that redirects (%i) has not delivered, and where it points is not asked",
		async (status) => {
			elsewhere.says({ status: 200, body: "ok" });
			slack.says({ status, headers: { location: `${elsewhere.origin}/elsewhere` } });
			const message = { kind: "Heals", title: "a title", lines: [], log: null, weight: "transition" } as const;
			const answer = await createSlack(`${slack.origin}/services/x`, createDeadlines(), 20_000).send("the environment", message, false);
			expect(answer).toEqual({ kind: "Failed", detail: `${status} (no word of Slack's)` });
			expect([slack.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
		},
	);
});
