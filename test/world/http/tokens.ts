/** Access tokens as the tenant would issue them, save for the signature, which nobody here checks. */
import { type Identity, tenantId } from "../identities.ts";

/** Managed identity tokens live a day. */
const lifetimeSeconds = 86_400;

export interface Token {
	token: string;
	/** Epoch seconds. */
	expiresOn: number;
}

function encoded(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}

export function makeToken(identity: Identity, resource: string, now: number): Token {
	const issued = Math.floor(now / 1_000);
	const expiresOn = issued + lifetimeSeconds;
	const claims = {
		aud: resource,
		iss: `https://sts.windows.net/${tenantId}/`,
		iat: issued,
		// Azurite goes by the real time, however far ahead a story has moved the world's.
		nbf: issued - 7 * lifetimeSeconds,
		exp: expiresOn,
		appid: identity.clientId,
		oid: identity.objectId,
		sub: identity.objectId,
		tid: tenantId,
		idtyp: "app",
		ver: "1.0",
	};
	return { token: `${encoded({ typ: "JWT", alg: "RS256" })}.${encoded(claims)}.bm90LXNpZ25lZA`, expiresOn };
}

/** The claims of a token; null for what is no token. */
export function claimsOf(token: string): Record<string, unknown> | null {
	const [, middle] = token.split(".");
	if (middle === undefined) return null;
	try {
		const claims: unknown = JSON.parse(Buffer.from(middle, "base64url").toString());
		return typeof claims === "object" ? (claims as Record<string, unknown> | null) : null;
	} catch {
		return null;
	}
}
