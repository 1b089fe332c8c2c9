/** The app's own identity. */
import { DefaultAzureCredential, type TokenCredential } from "@azure/identity";

/** No token was to be had. The message is one line without secrets. */
export class NoToken extends Error {
	override readonly name = "NoToken";
}

/**
 * On Azure the managed identity with that client id; on a person's machine their own login.
 * Errors of the credential have no status code, so they are given a class of their own here.
 */
export function createCredential(clientId: string | null): TokenCredential {
	const inner = new DefaultAzureCredential(clientId === null ? {} : { managedIdentityClientId: clientId });
	return {
		getToken: async (scopes, options) => {
			try {
				return await inner.getToken(scopes, options);
			} catch (cause) {
				const text = cause instanceof Error ? cause.message : String(cause);
				throw new NoToken(`no token from the identity: ${text.split("\n")[0]?.slice(0, 200)}`, { cause });
			}
		},
	};
}
