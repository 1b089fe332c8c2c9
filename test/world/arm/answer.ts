/** What every ARM route takes and gives. */

import type { Effect } from "../types.ts";
import type { Caller } from "./caller.ts";

export interface ArmRequest {
	/** In capitals. */
	method: string;
	/** Path and query as sent. */
	path: string;
	/** Parsed JSON, null for none. */
	body: unknown;
	caller: Caller;
	/** Absolute URLs in answers begin with this, no trailing slash. */
	origin: string;
}

export interface ArmAnswer {
	status: number;
	headers: Record<string, string>;
	/** null: no body. */
	body: unknown;
	effects: Effect[];
}

/** An answer with a body and nothing to do. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}, effects: Effect[] = []): ArmAnswer {
	return { status, headers, body, effects };
}

/** ARM's way of saying no. */
export function refusal(status: number, code: string, message: string): ArmAnswer {
	return answer(status, { error: { code, message } });
}

export function groupNotFound(name: string): ArmAnswer {
	return refusal(404, "ResourceGroupNotFound", `Resource group '${name}' could not be found.`);
}

/** `type` as in an id: `Microsoft.ContainerService/managedClusters`. */
export function resourceNotFound(type: string, name: string, resourceGroup: string): ArmAnswer {
	const message = `The Resource '${type}/${name}' under resource group '${resourceGroup}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`;
	return refusal(404, "ResourceNotFound", message);
}

export function beingDeleted(name: string): ArmAnswer {
	const message = `The resource group '${name}' is in deprovisioning state and cannot perform this operation.`;
	return refusal(409, "ResourceGroupBeingDeleted", message);
}

/** The member of an object, undefined when there is none. */
export function member(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function text(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

/** Only the string members of an object. */
export function tagsOf(value: unknown): Record<string, string> {
	const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
