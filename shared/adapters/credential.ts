/** The app's own identity. */
import {
	type AccessToken,
	DefaultAzureCredential,
	type GetTokenOptions,
	ManagedIdentityCredential,
	type TokenCredential,
} from "@azure/identity";
import type { Clock, Deadlines } from "../ports.ts";
import { createClock } from "./clock.ts";
import { createDeadlines } from "./deadlines.ts";
import { oneLine } from "./one-line.ts";
import { processEnvironment } from "./process-environment.ts";

/** No token was to be had. The message is one line without secrets. */
export class NoToken extends Error {
	override readonly name = "NoToken";
}

export interface CredentialAccess {
	/** Client id of the app's user-assigned identity; null: the default one, or on a person's machine their own login. */
	readonly clientId: string | null;
	/** Whether the platform's managed identity is asked and nothing else. */
	readonly managed: boolean;
	readonly clock: Clock;
	readonly deadlines: Deadlines;
	/** Of one request for a token, in milliseconds. Shorter than a call's, so that the two can be told apart. */
	readonly deadline: number;
}

const tokenDeadline = 8_000;
/** A token this near to its end is asked for anew; it is used on for as long as it lasts when that fails. */
const renewBefore = 5 * 60_000;
const lastUseBefore = 30_000;

/** The credential of the process, with the machine's own clocks. See createCredentialFrom. */
export function createCredential(clientId: string | null): TokenCredential {
	const managed = isManaged(processEnvironment());
	return createCredentialFrom({ clientId, managed, clock: createClock(), deadlines: createDeadlines(), deadline: tokenDeadline });
}

/** Whether these variables, which the SDK's own credential reads too, speak of a managed identity: so in Azure. */
export function isManaged(variables: Readonly<Record<string, string | undefined>>): boolean {
	const wanted = (variables.AZURE_TOKEN_CREDENTIALS ?? "").trim().toLowerCase();
	return wanted === "" ? (variables.IDENTITY_ENDPOINT ?? "") !== "" : wanted === "managedidentitycredential";
}

/**
 * Errors of the credential have no status code, so they are given a class of their own here: NoToken.
 * Tokens are kept here and handed out as already run out, so that the SDK's clients ask each time: what they
 * do by themselves near a token's end is to ask every three seconds in the background, and to end with a
 * rejection that nobody handles, which costs the Functions host its worker.
 */
export function createCredentialFrom(access: CredentialAccess): TokenCredential {
	const kept = new Map<string, AccessToken>();
	let inner: TokenCredential | undefined;
	return {
		getToken: async (scopes, options = {}) => {
			const name = JSON.stringify([scopes, options.tenantId]);
			const old = options.claims === undefined ? kept.get(name) : undefined;
			const left = (old?.expiresOnTimestamp ?? 0) - access.clock.now();
			if (old !== undefined && left > renewBefore) return stale(old);
			try {
				// Made at the first use: settings of the credential that are wrong must fail a look, not the start.
				inner ??= makeCredential(access);
				const fresh = await ask(inner, scopes, options, access);
				kept.set(name, fresh);
				return stale(fresh);
			} catch (cause) {
				if (old !== undefined && left > lastUseBefore) return stale(old);
				const text = cause instanceof Error ? cause.message : String(cause);
				throw new NoToken(oneLine(`no token from the identity: ${text}`, 280), { cause });
			}
		},
	};
}

/**
 * Retries are off: the next tick is the retry. The managed identity is asked directly, since the default
 * credential, told by AZURE_TOKEN_CREDENTIALS to ask nothing else, forgets client id and retries; and, told
 * nothing, takes a stray AZURE_CLIENT_SECRET first.
 */
function makeCredential({ clientId, managed }: CredentialAccess): TokenCredential {
	const retryOptions = { maxRetries: 0 };
	if (managed) return new ManagedIdentityCredential(clientId === null ? { retryOptions } : { retryOptions, clientId });
	return new DefaultAzureCredential(clientId === null ? { retryOptions } : { retryOptions, managedIdentityClientId: clientId });
}

/** The caller's own signal is left out: a token that comes a little later serves the next call. */
async function ask(
	inner: TokenCredential,
	scopes: string | string[],
	options: GetTokenOptions,
	access: CredentialAccess,
): Promise<AccessToken> {
	const token = await access.deadlines.within(access.deadline, (abortSignal) => inner.getToken(scopes, { ...options, abortSignal }));
	if (token === null) throw new Error("it answered without one");
	return token;
}

function stale({ token }: AccessToken): AccessToken {
	return { token, expiresOnTimestamp: 0 };
}
