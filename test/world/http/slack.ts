/** A Slack incoming webhook that keeps what it takes. */

import { render } from "../slack/render.ts";
import { refusalOf } from "../slack/validate.ts";
import type { WorldEvent } from "../types.ts";
import { jsonAnswer, type Serve } from "./server.ts";

export interface SlackMessage {
	at: string;
	/** As a person reads it. */
	text: string;
	payload: unknown;
}

export interface SlackOptions {
	/** The webhook's secret path. */
	path: string;
	messages: SlackMessage[];
	onEvent: (event: WorldEvent) => void;
}

/** JSON, or the older form with a `payload` field. undefined: neither. */
function payloadOf(body: Buffer, contentType: unknown): unknown {
	const text = body.toString();
	const isForm = String(contentType).startsWith("application/x-www-form-urlencoded");
	try {
		return JSON.parse(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text);
	} catch {
		return undefined;
	}
}

export function serveSlack({ path, messages, onEvent }: SlackOptions): Serve {
	return (call) => {
		if (call.path !== path) return jsonAnswer(404, "no_service");
		// A redirected POST comes as a GET; Slack answers it, but takes nothing.
		if (call.method !== "POST") return jsonAnswer(400, "invalid_payload");
		const payload = payloadOf(call.body, call.headers["content-type"]);
		const refusal = refusalOf(payload);
		const text = payload === undefined ? "" : render(payload);
		if (refusal === null) messages.push({ at: new Date(call.at).toISOString(), text, payload });
		onEvent({ kind: "slack", text, payload, accepted: refusal === null });
		return refusal === null ? jsonAnswer(200, "ok") : jsonAnswer(400, refusal);
	};
}
