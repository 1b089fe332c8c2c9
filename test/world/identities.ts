/** Who exists in the world: one tenant, the app's identity, the runner's, and a person. */
import type { Actor } from "./types.ts";

export const tenantId = "99999999-8888-4777-8666-555555555555";

/** A user-assigned managed identity. */
export interface Identity {
	name: string;
	/** appid claim: what `AZURE_CLIENT_ID` names. */
	clientId: string;
	/** oid claim: the object id that roles are given to. */
	objectId: string;
}

export const appIdentity: Identity = {
	name: "keepalived-app",
	clientId: "aaaaaaaa-0001-4000-8000-000000000001",
	objectId: "aaaaaaaa-0002-4000-8000-000000000002",
};

export const runnerIdentity: Identity = {
	name: "keepalived-runner",
	clientId: "bbbbbbbb-0001-4000-8000-000000000001",
	objectId: "bbbbbbbb-0002-4000-8000-000000000002",
};

/** Whoever acts when nobody is named. */
export const person = "oasis@example.com";

/** Resource id of an identity that lies in the runner's resource group. */
export function identityId(identity: Identity, subscriptionId: string, resourceGroup: string): string {
	return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${identity.name}`;
}

/** How a name shows up in systemData: a mail address is a user, anything else an application. */
export function actorOf(id: string): Actor {
	return { id, type: id.includes("@") ? "User" : "Application" };
}
