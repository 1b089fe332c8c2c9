/** What every ARM client is made with. */
import type { TokenCredential } from "@azure/identity";
import type { Deadlines } from "../ports.ts";

export interface ArmAccess {
	readonly credential: TokenCredential;
	readonly endpoint: string;
	readonly deadlines: Deadlines;
	/** Of one call, in milliseconds. */
	readonly callDeadline: number;
}

/**
 * Retries are off: the next tick is the retry, and a write is never sent twice. Redirects are not followed:
 * ARM sends none, and whoever does send one is not ARM. The clients take the scope by different names.
 */
export function armOptions(endpoint: string) {
	const scope = scopeOf(endpoint);
	return {
		endpoint,
		credentialScopes: scope,
		credentials: { scopes: [scope] },
		retryOptions: { maxRetries: 0 },
		redirectOptions: { maxRetries: 0 },
	};
}

/** Each cloud's ARM takes tokens made out to itself; a stand-in takes those for the public cloud. */
function scopeOf(endpoint: string): string {
	const { host, origin } = new URL(endpoint);
	return `${host.startsWith("management.") ? origin : "https://management.azure.com"}/.default`;
}

/** Keeps one client a subscription. */
export function perSubscription<T>(make: (subscriptionId: string) => T): (subscriptionId: string) => T {
	const made = new Map<string, T>();
	return (subscriptionId) => {
		const client = made.get(subscriptionId) ?? make(subscriptionId);
		made.set(subscriptionId, client);
		return client;
	};
}

/** Parts of a full resource id; throws on what is none. */
export function partsOf(id: string): { readonly subscriptionId: string; readonly resourceGroup: string } {
	const match = id.match(/^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)/i);
	if (match?.[1] === undefined || match[2] === undefined) throw new Error(`not a resource id: ${id}`);
	return { subscriptionId: match[1], resourceGroup: match[2] };
}
