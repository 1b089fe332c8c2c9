/** What an error of an Azure SDK means: a certain absence, or doubt of a named kind. */
import type { Answer, NotFound, Unreadable, UnreadableReason } from "../domain/observation.ts";
import { NoToken } from "./credential.ts";
import { DeadlinePassed } from "./deadlines.ts";

interface Fields {
	readonly name?: unknown;
	readonly statusCode?: unknown;
	readonly status?: unknown;
	readonly code?: unknown;
	readonly message?: unknown;
	readonly cause?: unknown;
}

/** HTTP status of a thrown thing, null for transport errors. The SDKs give it as number or as text. */
export function statusOf(error: unknown): number | null {
	const { statusCode, status } = fieldsOf(error);
	const value = Number(statusCode ?? status);
	return Number.isInteger(value) && value >= 100 ? value : null;
}

/** ARM's error code, empty if there is none. */
export function codeOf(error: unknown): string {
	const { code } = fieldsOf(error);
	return typeof code === "string" ? code : "";
}

function fieldsOf(error: unknown): Fields {
	return typeof error === "object" && error !== null ? error : {};
}

/** Only a 404 with ARM's own code for an absent resource or group is an absence. */
export function absenceOrDoubt(error: unknown): NotFound | Unreadable {
	const code = codeOf(error);
	if (statusOf(error) === 404 && (code === "ResourceNotFound" || code === "ResourceGroupNotFound")) return { kind: "NotFound", code };
	return doubtOf(error);
}

/** Everything that is not a certain answer. */
export function doubtOf(error: unknown): Unreadable {
	const status = statusOf(error);
	return { kind: "Unreadable", reason: status === null ? transportReason(error) : statusReason(status), detail: detailOf(error) };
}

function statusReason(status: number): UnreadableReason {
	if (status === 401) return "Unauthorized";
	if (status === 403) return "Forbidden";
	if (status === 404) return "WrongNotFound";
	if (status === 429) return "Throttled";
	if (status >= 500) return "ServerError";
	return status >= 200 && status < 300 ? "UnusableBody" : "Other";
}

function transportReason(error: unknown): UnreadableReason {
	if (error instanceof NoToken) return "NoToken";
	const { name } = fieldsOf(error);
	if (error instanceof DeadlinePassed || name === "AbortError") return "Timeout";
	const code = codeOf(error);
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Dns";
	if (code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT") return "Timeout";
	if (/^(ECONN|EPIPE|EHOST|ENET|CERT_|SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|REQUEST_SEND_ERROR|ERR_TLS)/.test(code)) return "Network";
	// A body that the SDK cannot take apart throws without a code.
	return error instanceof TypeError || error instanceof SyntaxError || code === "PARSE_ERROR" ? "UnusableBody" : "Other";
}

/** One line for people: status, code, the beginning of the message. Never a token or a whole body. */
export function detailOf(error: unknown): string {
	const { message } = fieldsOf(error);
	const text = typeof message === "string" ? message : String(error);
	const plain = text
		.replace(/Bearer\s+\S+/gi, "Bearer ***")
		.replace(/[?&](sig|code|token)=[^&\s]+/gi, "")
		.replace(/\s+/g, " ")
		.trim();
	const facts = [statusOf(error), codeOf(error)].filter((fact) => fact !== null && fact !== "").join(" ");
	return `${facts}${facts === "" || plain === "" ? "" : ": "}${plain.slice(0, 240)}`;
}

/** Answers that cannot have been acted on: the request was refused before anything began. */
function isDefinite(status: number): boolean {
	return status >= 400 && status < 500 && status !== 408;
}

/** What a write's own answer means, given its status if one came. */
export function answerOf(status: number | null, error: unknown): Answer {
	if (status !== null && status >= 200 && status < 300) return { kind: "Accepted" };
	if (status !== null && isDefinite(status)) {
		return { kind: "Refused", code: codeOf(error) === "" ? `Http${status}` : codeOf(error), detail: detailOf(error) };
	}
	return { kind: "Unknown", detail: detailOf(error) };
}
