/** ARM over https: who asks is read off the token, everything else is the pure part's. */
import { randomUUID } from "node:crypto";
import type { ArmAnswer } from "../arm/answer.ts";
import { callerOf } from "../arm/caller.ts";
import { answerArm } from "../arm/route.ts";
import { tenantId } from "../identities.ts";
import type { Effect, WorldState } from "../types.ts";
import type { Mask } from "./mask.ts";
import type { Arrived } from "./recorder.ts";
import { type Answer, jsonAnswer, type Serve } from "./server.ts";
import { claimsOf } from "./tokens.ts";

export interface ArmServerOptions {
	state: WorldState;
	/** Where answers point to, e.g. for operations. Asked late: the port is known only then. */
	origin: () => string;
	perform: (effects: Effect[]) => void;
	mask: Mask;
}

const audiences = /^https:\/\/management\.(azure\.com|core\.windows\.net)\/?$/;

function unauthorized(code: string, message: string): Answer {
	const authority = `https://login.microsoftonline.com/${tenantId}`;
	return jsonAnswer(
		401,
		{ error: { code, message } },
		{ "www-authenticate": `Bearer authorization_uri="${authority}", error="invalid_token"` },
	);
}

/** The token's claims, or the 401 that a missing, strange or stale token gets. */
function authenticate(header: unknown, now: number): Record<string, unknown> | Answer {
	const token = /^Bearer (.+)$/i.exec(typeof header === "string" ? header : "")?.[1];
	if (token === undefined) return unauthorized("AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
	const claims = claimsOf(token);
	if (claims === null) return unauthorized("InvalidAuthenticationToken", "The access token is invalid.");
	if (!audiences.test(String(claims.aud))) {
		return unauthorized("InvalidAuthenticationToken", "The access token has been obtained for wrong audience or resource.");
	}
	if (Number(claims.exp) * 1_000 < now) return unauthorized("ExpiredAuthenticationToken", "The access token expiry is in the past.");
	return claims;
}

/** A secret is learned before the call is recorded. */
function hideSecrets(mask: Mask, value: unknown): void {
	if (typeof value !== "object" || value === null) return;
	for (const [name, each] of Object.entries(value)) {
		if (name === "secureValue" && typeof each === "string") mask.hide(each);
		else hideSecrets(mask, each);
	}
}

function parsed(call: Arrived): { body: unknown } | null {
	if (call.body.length === 0) return { body: null };
	try {
		return { body: JSON.parse(call.body.toString()) };
	} catch {
		return null;
	}
}

export function serveArm({ state, origin, perform, mask }: ArmServerOptions): Serve {
	return (call) => {
		const now = Date.now();
		const claims = authenticate(call.headers.authorization, now);
		if ("status" in claims && "body" in claims) return claims as Answer;
		const json = parsed(call);
		if (json === null) return jsonAnswer(400, { error: { code: "InvalidRequestContent", message: "The request content is no JSON." } });
		hideSecrets(mask, json.body);
		const request = { method: call.method, path: call.path, body: json.body, caller: callerOf(claims), origin: origin() };
		const { status, body, headers, effects }: ArmAnswer = answerArm(state, request, now);
		perform(effects);
		return jsonAnswer(status, body, { "x-ms-request-id": randomUUID(), ...headers });
	};
}
