/** Who asks ARM, and what their roles let them do. */
import { appIdentity, runnerIdentity } from "../identities.ts";
import type { Actor, WorldState } from "../types.ts";

export interface Caller {
	/** How they show up in systemData. */
	actor: Actor;
	objectId: string;
}

/** The caller that a token's claims name. A token without appid is a person's. */
export function callerOf(claims: { appid?: unknown; oid?: unknown; upn?: unknown }): Caller {
	const objectId = typeof claims.oid === "string" ? claims.oid : "";
	if (typeof claims.upn === "string") return { actor: { id: claims.upn, type: "User" }, objectId };
	return { actor: { id: typeof claims.appid === "string" ? claims.appid : "", type: "Application" }, objectId };
}

export const appCaller: Caller = callerOf({ appid: appIdentity.clientId, oid: appIdentity.objectId });
export const runnerCaller: Caller = callerOf({ appid: runnerIdentity.clientId, oid: runnerIdentity.objectId });

/**
 * Roles as infrastructure gives them: the app reads the subscription and manages
 * container groups in the runner's group; runner and people do as they like; others nothing.
 */
export function mayDo(state: WorldState, caller: Caller, method: string, target: { group: string | null; type: string }): boolean {
	if (caller.actor.type === "User" || caller.objectId === runnerIdentity.objectId) return true;
	if (caller.objectId !== appIdentity.objectId) return false;
	if (method === "GET" || method === "HEAD") return true;
	const own = target.group?.toLowerCase() === state.runnerResourceGroup.toLowerCase();
	return own && target.type.toLowerCase() === "microsoft.containerinstance/containergroups";
}

/** The action's name as ARM words it in its 403. */
export function actionOf(method: string, type: string): string {
	const verbs: Record<string, string> = { GET: "read", HEAD: "read", PUT: "write", PATCH: "write", DELETE: "delete" };
	return `${type}/${verbs[method] ?? "action"}`;
}
