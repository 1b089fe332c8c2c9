/** Real trouble with webhooks, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createSlack } from "../../shared/adapters/slack.ts";
import type { Message } from "../../shared/domain/message.ts";
import { parseSettings } from "../../shared/settings/parse.ts";
import { type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { placeholders } from "../local/local-settings.ts";
import { rig } from "../memory/rig.ts";

let slack: Loopback;
let elsewhere: Loopback;
beforeAll(async () => {
	[slack, elsewhere] = await Promise.all([loopback(), loopback()]);
});
afterAll(() => Promise.all([slack.close(), elsewhere.close()]));

const message: Message = { kind: "Heals", title: "a title", lines: [], log: null, weight: "transition" };

describe("Slack", () => {
	it("B44: a webhook is dead, refuses or asks to wait, and the lock waits with it", async () => {
		const replies: readonly (readonly [Reply, string])[] = [
			[{ status: 404, body: "no_service" }, "Dead"],
			[{ status: 410, body: "channel_is_archived" }, "Dead"],
			[{ status: 403, body: "action_prohibited" }, "Dead"],
			[{ status: 400, body: "invalid_payload" }, "Refused"],
			[{ status: 429, headers: { "retry-after": "30" } }, "Wait"],
			[{ status: 500 }, "Failed"],
			["reset", "Failed"],
		];
		for (const [reply, kind] of replies) {
			slack.says(reply);
			const webhook = createSlack(`${slack.origin}/services/x`, createDeadlines(), 20_000);
			const answer = await webhook.send("the environment", message, false);
			expect(answer.kind).toBe(kind);
			expect(slack.asked).toHaveLength(1);
			const app = rig({ wrap: (ports) => ({ ...ports, messenger: { send: async () => answer } }) });
			await app.seenHealthy();
			app.act({ act: "deleteGroups", takesMs: 0 });
			await app.minutes(240);
			expect(app.worldPorts.puts).toHaveLength(1);
			expect(app.table.partition(app.environment.key)?.hasLock).toBe(false);
			expect(app.keeper()).toMatchObject({ stage: { phase: "Watching" }, memory: { incident: null } });
		}
	});

	it("B45: the setting is no webhook at all", () => {
		const values = [
			"@Microsoft.KeyVault(SecretUri=https://kv-example.vault.azure.net/secrets/s)",
			"",
			"changeme",
			"https://hooks.slack.example/x\n",
			"http://169.254.169.254/",
		];
		for (const value of values) {
			const parsed = parseSettings({ ...placeholders, SLACK_WEBHOOK_URL: value });
			expect(parsed.ok, value).toBe(false);
			if (parsed.ok) continue;
			expect(parsed.partial.slackWebhookUrl).toBeNull();
			expect(parsed.error.message).toContain("SLACK_WEBHOOK_URL");
			if (value.trim() !== "" && value !== "changeme") expect(parsed.error.message).not.toContain(value.trim());
		}
	});

	it("B50: a webhook that redirects is taken for delivered", async () => {
		for (const status of [301, 302, 303, 307, 308]) {
			elsewhere.says({ status: 200, body: "ok" });
			slack.says({ status, headers: { location: `${elsewhere.origin}/elsewhere` } });
			const answer = await createSlack(`${slack.origin}/services/x`, createDeadlines(), 20_000).send("the environment", message, false);
			expect(answer).toEqual({ kind: "Failed", detail: `${status} (no word of Slack's)` });
			expect([slack.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
		}
		for (const body of ["no_service", "<html>ok</html>"]) {
			slack.says({ status: 200, body });
			const answer = await createSlack(`${slack.origin}/services/x`, createDeadlines(), 20_000).send("the environment", message, false);
			expect(answer.kind).toBe("Failed");
		}
	});
});
