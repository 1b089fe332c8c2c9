/** The storage account that Functions itself uses; the state table lives there too. */
import { bad, good, type Kind, type Parsed, parsed, pattern } from "./kind.ts";
import type { StorageSettings } from "./settings.ts";

const expects =
	"UseDevelopmentStorage=true, or a connection string with AccountName and AccountKey, or with TableEndpoint and SharedAccessSignature";

/** A connection string that leads to tables. Keys are compared without regard to case, as the client does. */
export function parseConnectionString(text: string): Parsed<string> {
	const parts = new Map(text.split(";").map(partOf));
	const has = (name: string) => (parts.get(name) ?? "") !== "";
	if (parts.get("usedevelopmentstorage")?.toLowerCase() === "true") return good(text);
	if (has("accountname") && has("accountkey")) return good(completed(text, has));
	return has("tableendpoint") && has("sharedaccesssignature") ? good(text) : bad(`must be ${expects}.`);
}

function partOf(part: string): readonly [string, string] {
	const [name = "", ...value] = part.split("=");
	return [name.trim().toLowerCase(), value.join("=").trim()];
}

/** The table client refuses a string without protocol or suffix, which the host reads as https and the public cloud. */
function completed(text: string, has: (name: string) => boolean): string {
	const protocol = has("defaultendpointsprotocol") ? "" : "DefaultEndpointsProtocol=https;";
	const suffix = has("tableendpoint") || has("endpointsuffix") ? "" : ";EndpointSuffix=core.windows.net";
	return `${protocol}${text.replace(/;+$/, "")}${suffix}`;
}

/** See parseConnectionString. */
export const connectionString: Kind<string> = parsed(expects, parseConnectionString);

/** Of a storage account, without its domain. */
export const accountName: Kind<string> = pattern("a storage account name (3 to 24 lower case letters and digits)", /^[a-z0-9]{3,24}$/);

/**
 * As Functions reads them: a connection string before an identity, a service
 * address before an account name. null: none is set.
 */
export function chooseStorage(text: string | null, account: string | null, tableServiceUri: string | null): StorageSettings | null {
	if (text !== null) return { kind: "connectionString", connectionString: text };
	if (tableServiceUri !== null) return { kind: "identity", tableEndpoint: tableServiceUri };
	// Other clouds name their tables' address themselves.
	return account === null ? null : { kind: "identity", tableEndpoint: `https://${account}.table.core.windows.net` };
}
