/** What an error of an Azure SDK means: a certain absence, or doubt of a named kind. */
import type { Answer, Listing, NotFound, Unreadable, UnreadableReason } from "../domain/observation.ts";
import { NoToken } from "./credential.ts";
import { DeadlinePassed } from "./deadlines.ts";
import { oneLine } from "./one-line.ts";

interface Fields {
	readonly name?: unknown;
	readonly statusCode?: unknown;
	readonly status?: unknown;
	readonly code?: unknown;
	readonly message?: unknown;
}

function fieldsOf(error: unknown): Fields {
	return typeof error === "object" && error !== null ? error : {};
}

/** HTTP status of a thrown thing, null for transport errors. The SDKs give it as number or as text. */
export function statusOf(error: unknown): number | null {
	const { statusCode, status } = fieldsOf(error);
	const value = Number(statusCode ?? status);
	return Number.isInteger(value) && value >= 100 ? value : null;
}

/** The error code: the service's own where there is a status, Node's or the SDK's where there is none. Empty: none. */
export function codeOf(error: unknown): string {
	const { code } = fieldsOf(error);
	return typeof code === "string" ? code : "";
}

/** The code in a service's own answer. PARSE_ERROR is the SDK's word for a body that is none of the service's. */
function serviceCodeOf(error: unknown): string {
	const code = codeOf(error);
	return code === "PARSE_ERROR" ? "" : code;
}

/** Only a 404 with ARM's own code for an absent resource or group is an absence. */
export function absenceOrDoubt(error: unknown): NotFound | Unreadable {
	const code = codeOf(error);
	if (statusOf(error) === 404 && (code === "ResourceNotFound" || code === "ResourceGroupNotFound")) return { kind: "NotFound", code };
	return doubtOf(error);
}

/** A list in a group that is gone is empty; every other failure is doubt. */
export function emptyOrDoubt<T>(error: unknown): Listing<T> {
	const seen = absenceOrDoubt(error);
	if (seen.kind === "Unreadable") return seen;
	return seen.code === "ResourceGroupNotFound" ? { kind: "Listed", items: [] } : doubtOf(error);
}

/** Everything that is not a certain answer. */
export function doubtOf(error: unknown): Unreadable {
	const status = statusOf(error);
	return { kind: "Unreadable", reason: status === null ? transportReason(error) : statusReason(status), detail: detailOf(error) };
}

/** Doubt about an answer that came, but without what a look needs. */
export function unusable(detail: string): Unreadable {
	return { kind: "Unreadable", reason: "UnusableBody", detail };
}

function statusReason(status: number): UnreadableReason {
	if (status === 401) return "Unauthorized";
	if (status === 403) return "Forbidden";
	if (status === 404) return "WrongNotFound";
	if (status === 408) return "Timeout";
	if (status === 429) return "Throttled";
	if (status >= 500) return "ServerError";
	return status >= 200 && status < 300 ? "UnusableBody" : "Other";
}

/** Node's codes of a name that was not resolved. */
const dns = /^(ENOTFOUND|EAI_)/;
/** Node's codes of sockets, TLS and HTTP parsing; the SDK's for a request or an answer that broke off. */
const network = /^(E[A-Z]+|ERR_.+|HPE_.+|CERT_.+|SELF_SIGNED_.+|DEPTH_ZERO_.+|UNABLE_TO_.+|REQUEST_SEND_ERROR|PARSE_ERROR)$/;

function transportReason(error: unknown): UnreadableReason {
	if (error instanceof NoToken) return "NoToken";
	if (error instanceof DeadlinePassed || fieldsOf(error).name === "AbortError") return "Timeout";
	const code = codeOf(error);
	if (dns.test(code)) return "Dns";
	if (code === "ETIMEDOUT") return "Timeout";
	if (network.test(code)) return "Network";
	// A 200 that the SDK cannot take apart throws without status or code; a blob's without its headers, a RangeError.
	const unusable = error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError;
	return unusable ? "UnusableBody" : "Other";
}

/** One line for people, at most 300 characters: status, code, the beginning of the message. No token, no page. */
export function detailOf(error: unknown): string {
	const { message } = fieldsOf(error);
	const facts = [statusOf(error), serviceCodeOf(error)].filter((fact) => fact !== null && fact !== "").join(" ");
	const text = plain(typeof message === "string" ? message : String(error));
	return oneLine(facts === "" || text === "" ? facts + text : `${facts}: ${text}`, 300);
}

/** A page, or what the SDK quotes of one, tells nobody anything. */
function plain(message: string): string {
	if (/<(!doctype|html|head|body)\b/i.test(message)) return "the answer is a web page";
	return message
		.replace(/Bearer\s+\S+/gi, "Bearer ***")
		.replace(/\beyJ[\w-]+\.[\w.-]+/g, "***")
		.replace(/([?&](?:sig|code|token)=)[^&\s]+/gi, "$1***");
}

/**
 * What a write's own answer means, given its status if one came. Refused only where the service itself said so:
 * a 4xx without a code of its own may come from something between, and then the request may have been taken.
 */
export function answerOf(status: number | null, error: unknown): Answer {
	const detail = detailOf(error);
	if (status === null) return { kind: "Unknown", detail };
	if (status >= 200 && status < 300) return { kind: "Accepted" };
	const code = serviceCodeOf(error);
	return status >= 400 && status < 500 && status !== 408 && code !== "" ? { kind: "Refused", code, detail } : { kind: "Unknown", detail };
}
