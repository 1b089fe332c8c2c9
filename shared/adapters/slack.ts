/** Slack's incoming webhook. The URL is a secret: it is in no error and no log. */
import axios from "axios";
import type { Deadlines, Messenger, SendAnswer } from "../ports.ts";
import { slackPayload } from "./slack-payload.ts";

const defaultWait = 60_000;

interface WebhookAnswer {
	readonly status: number;
	readonly body: string;
	readonly retryAfter: string | undefined;
}

/** One POST a message, nothing followed, nothing retried. */
export function createSlack(url: string, deadlines: Deadlines, callDeadline: number): Messenger {
	return {
		send: async (environment, message, plain) => {
			try {
				return meaning(await post(url, slackPayload(environment, message, plain), deadlines, callDeadline));
			} catch (error) {
				// The error carries the URL in its config: only its code leaves this file.
				const code = axios.isAxiosError(error) ? error.code : error instanceof Error ? error.name : undefined;
				return { kind: "Failed", detail: `the webhook was not reached (${code ?? "unknown"})` };
			}
		},
	};
}

async function post(url: string, payload: unknown, deadlines: Deadlines, callDeadline: number): Promise<WebhookAnswer> {
	const answer = await deadlines.within(callDeadline, (signal) =>
		axios.post<unknown>(url, payload, {
			signal,
			timeout: callDeadline,
			// A 302 would turn the POST into a GET whose 200 looks like success.
			maxRedirects: 0,
			proxy: false,
			responseType: "text",
			validateStatus: () => true,
			maxContentLength: 64 * 1024,
		}),
	);
	const retryAfter: unknown = answer.headers["retry-after"];
	return {
		status: answer.status,
		body: String(answer.data).trim().slice(0, 200),
		retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
	};
}

/** Taken means 200 and `ok`; anything else is named for what helps. */
function meaning({ status, body, retryAfter }: WebhookAnswer): SendAnswer {
	if (status === 200 && body === "ok") return { kind: "Sent" };
	const detail = `${status} ${/^[a-z_ ]{1,60}$/i.test(body) ? body : "(no word of Slack's)"}`;
	if (status === 400) return { kind: "Refused", detail };
	if (status === 403 || status === 404 || status === 410) return { kind: "Dead", detail };
	if (status === 429) return { kind: "Wait", ms: waitOf(retryAfter) };
	return { kind: "Failed", detail };
}

function waitOf(retryAfter: string | undefined): number {
	const seconds = Number(retryAfter);
	return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : defaultWait;
}
