/** Addresses that the app calls. None may carry credentials: addresses end up in logs. */
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

interface AddressRules {
	readonly protocols: readonly string[];
	/** Of an address's path, which begins with a slash. */
	readonly path: RegExp;
}

/** A written-out `scheme://...`, or null. URL itself would mend what other programs read otherwise. */
export function urlOf(text: string): URL | null {
	return /^[a-z]+:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

function address(text: string, expects: string, rules: AddressRules): Parsed<string> {
	const url = urlOf(text);
	if (url === null || !rules.protocols.includes(url.protocol) || url.hostname === "") return bad(`must be ${expects}.`);
	if (url.username !== "" || url.password !== "") return bad(`has a user or password in it; it must be ${expects}.`);
	if (url.search !== "" || url.hash !== "" || /[?#]/.test(text)) return bad(`has a query or fragment; it must be ${expects}, without one.`);
	return rules.path.test(url.pathname) ? good(text.replace(/\/+$/, "")) : bad(`must be ${expects}.`);
}

function addressKind(expects: string, rules: AddressRules): Kind<string> {
	return parsed(expects, (text) => address(text, expects, rules));
}

const anyPath = /^\//;

/** A Slack incoming webhook, or what stands in for one: any https host. */
export const webhook = addressKind("an https address such as https://hooks.slack.com/services/...", {
	protocols: ["https:"],
	path: /^\/./,
});

/** A ping address to which `/fail` can be added. */
export const heartbeat = addressKind("an http or https address such as https://hc-ping.com/<uuid>", {
	protocols: ["https:", "http:"],
	path: anyPath,
});

/** https only: bearer tokens go there. The value has no trailing slash. */
export const endpoint = addressKind("an https address such as https://management.azure.com", { protocols: ["https:"], path: anyPath });

/**
 * A blob container: https://<account>.blob.core.windows.net/<container>, or with
 * the account in the path where the host is an address. The value has no trailing slash.
 */
export const blobContainer = addressKind("the https address of a blob container, such as https://<account>.blob.core.windows.net/runs", {
	protocols: ["https:"],
	path: /^(\/[a-z0-9]{3,24})?\/(?=[a-z0-9-]{3,63}\/?$)[a-z0-9]+(-[a-z0-9]+)*\/?$/,
});
