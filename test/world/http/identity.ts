/**
 * The managed-identity endpoint in its App Service form. Each place (the app, a
 * container) has its own path and header, and gets tokens only of its own identity.
 */
import { randomUUID } from "node:crypto";
import type { Identity } from "../identities.ts";
import type { Recorder } from "./recorder.ts";
import { type Answer, jsonAnswer, type Serve } from "./server.ts";
import { makeToken } from "./tokens.ts";

/** Someone who may ask for tokens. */
export interface Place {
	path: string;
	/** What `X-IDENTITY-HEADER` must hold. */
	header: string;
	identity: Identity;
	/** Resource id of the identity. */
	identityId: string;
	/** Whether a call that names no identity gets this one: so in a container, not on Functions without a system identity. */
	isDefault: boolean;
}

export function newPlace(path: string, identity: Identity, identityId: string, isDefault: boolean): Place {
	return { path, header: randomUUID(), identity, identityId, isDefault };
}

function refused(status: number, message: string): Answer {
	return jsonAnswer(status, { statusCode: status, message, correlationId: randomUUID() });
}

/** Whether the query names the place's identity by one of the four ways there are. */
function isNamed({ identity, identityId, isDefault }: Place, query: URLSearchParams): boolean {
	const byId = query.get("mi_res_id") ?? query.get("msi_res_id");
	if (byId !== null) return byId.toLowerCase() === identityId.toLowerCase();
	const byClient = query.get("client_id") ?? query.get("clientid");
	if (byClient !== null) return byClient.toLowerCase() === identity.clientId;
	const byObject = query.get("principal_id") ?? query.get("object_id");
	return byObject === null ? isDefault : byObject.toLowerCase() === identity.objectId;
}

export function serveIdentity(places: readonly Place[], recorder: Recorder): Serve {
	for (const { header } of places) recorder.mask.hide(header);
	return (call) => {
		const url = new URL(call.path, "http://identity.invalid");
		const place = places.find(({ path }) => path === url.pathname);
		if (place === undefined) return refused(404, "No such endpoint.");
		if (call.headers["x-identity-header"] !== place.header) return refused(401, "The identity header is missing or wrong.");
		const resource = url.searchParams.get("resource");
		if (!url.searchParams.has("api-version") || resource === null) return refused(400, "api-version and resource are required.");
		if (!isNamed(place, url.searchParams)) {
			return refused(400, "Unable to load the proper Managed Identity: no user-assigned identity was found for the given id.");
		}
		const { token, expiresOn } = makeToken(place.identity, resource, Date.now());
		// `resource` word for word: a client that asked for `x/` would not find `x` in its cache.
		return jsonAnswer(200, {
			access_token: token,
			client_id: place.identity.clientId,
			expires_on: String(expiresOn),
			resource,
			token_type: "Bearer",
		});
	};
}
