/** The app as the Functions host makes it, from settings alone, with servers on loopback for all it speaks to. */
import { vi } from "vitest";
import { createApp } from "../../shared/app.ts";
import type { Timer } from "../../shared/tick.ts";
import { type Asked, type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { placeholders } from "../local/local-settings.ts";

type Remote = "arm" | "table" | "slack";

export interface WholeApp {
	/** One tick. Rejects as the invocation would. */
	run(timer: Timer): Promise<void>;
	asked(remote: Remote): readonly Asked[];
	/** Lines that the app wrote to the console. */
	readonly lines: readonly string[];
	close(): Promise<void>;
}

/** Of these answers; Slack says ok, and the identity has a token, unless told otherwise. `changes` are settings. */
export async function wholeApp(
	replies: Readonly<Partial<Record<Remote | "identity", Reply>>>,
	changes: Readonly<Record<string, string>> = {},
): Promise<WholeApp> {
	const [arm, table, slack, identity] = await Promise.all([loopback(), loopback(), loopback(), loopback("http")]);
	arm.says(replies.arm ?? { status: 500 });
	table.says(replies.table ?? { status: 500 });
	slack.says(replies.slack ?? { status: 200, body: "ok" });
	identity.says(replies.identity ?? tokenFor);
	vi.stubEnv("IDENTITY_ENDPOINT", `${identity.origin}/token`);
	vi.stubEnv("IDENTITY_HEADER", "a-header");
	const lines: string[] = [];
	const console = vi.spyOn(globalThis.console, "log").mockImplementation((line) => void lines.push(String(line)));
	const app = createApp({
		...placeholders,
		AzureWebJobsStorage__tableServiceUri: `${table.origin}/devstoreaccount1`,
		AZURE_RESOURCE_MANAGER_ENDPOINT: arm.origin,
		SLACK_WEBHOOK_URL: `${slack.origin}/services/a-secret-path`,
		...changes,
	});
	const servers: Readonly<Record<Remote, Loopback>> = { arm, table, slack };
	return {
		run: (timer) => app.run(timer),
		asked: (remote) => servers[remote].asked,
		lines,
		close: async () => {
			vi.unstubAllEnvs();
			console.mockRestore();
			await Promise.all([arm, table, slack, identity].map((server) => server.close()));
		},
	};
}

function tokenFor({ url }: Asked): Reply {
	const resource = new URL(url, "http://127.0.0.1").searchParams.get("resource");
	const expires = String(Math.floor(Date.now() / 1_000) + 3_600);
	return { status: 200, body: { access_token: "a-token", expires_on: expires, resource, token_type: "Bearer" } };
}
