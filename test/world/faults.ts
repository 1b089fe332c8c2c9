/** Faults: which rule meets a call, and what becomes of the call then. Pure; both skins use it. */
import type { FaultAnswer, FaultRule, Service } from "./types.ts";

/** A rule with its counters. */
export interface ActiveFault {
	readonly rule: FaultRule;
	readonly pattern: RegExp | null;
	skipLeft: number;
	countLeft: number;
}

export interface Call {
	service: Service;
	method: string;
	/** Path and query. */
	path: string;
}

/** Makes a rule ready. Throws on a bad expression and on a dns fault for a service that is reached by address. */
export function arm(rule: FaultRule): ActiveFault {
	if (rule.answer.dns === true && rule.service !== "arm") {
		throw new Error(`a dns fault is possible for arm only: ${rule.service} is reached by address`);
	}
	const pattern = rule.path === undefined ? null : new RegExp(rule.path, "i");
	return { rule, pattern, skipLeft: rule.skip ?? 0, countLeft: rule.count ?? Number.POSITIVE_INFINITY };
}

/**
 * The answer that meets this call, null for none. The first rule that matches and
 * neither lets it pass nor is used up wins; a rule that lets it pass counts it.
 */
export function meet(faults: readonly ActiveFault[], call: Call): FaultRule | null {
	for (const fault of faults) {
		if (!matches(fault, call) || fault.countLeft <= 0) continue;
		if (fault.skipLeft > 0) {
			fault.skipLeft -= 1;
			continue;
		}
		fault.countLeft -= 1;
		return fault.rule;
	}
	return null;
}

/** dns faults never match: such a call does not arrive. */
function matches({ rule, pattern }: ActiveFault, call: Call): boolean {
	if (rule.answer.dns === true || rule.service !== call.service) return false;
	if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
	return pattern === null || pattern.test(call.path);
}

export interface PlainAnswer {
	status: number;
	headers: Record<string, string>;
	/** An object becomes JSON; null: no body. */
	body: unknown;
}

/** What becomes of a call. */
export interface Fate {
	/** Before anything else happens. */
	delayMs: number;
	/** Whether the service sees the call. */
	served: boolean;
	/** What the caller gets: the service's answer, this one, a cut connection, or nothing for ever. */
	answer: "real" | "cut" | "none" | PlainAnswer;
}

export function fateOf(fault: FaultAnswer | null): Fate {
	const delayMs = fault?.delayMs ?? 0;
	if (fault === null) return { delayMs, served: true, answer: "real" };
	if (fault.hang === true) return { delayMs, served: fault.dropAnswer === true, answer: "none" };
	if (fault.reset === true) return { delayMs, served: false, answer: "cut" };
	if (fault.dropAnswer === true) return { delayMs, served: true, answer: "cut" };
	if (fault.status === undefined && fault.headers === undefined && fault.body === undefined) {
		return { delayMs, served: true, answer: "real" };
	}
	return {
		delayMs,
		served: false,
		answer: { status: fault.status ?? 200, headers: fault.headers ?? {}, body: fault.body ?? null },
	};
}

/** A word for records: the rule's name, else what it does. */
export function nameOf(rule: FaultRule): string {
	if (rule.name !== undefined) return rule.name;
	const { answer } = rule;
	const words: string[] = (["hang", "reset", "dropAnswer", "dns"] as const).filter((word) => answer[word] === true);
	if (answer.delayMs !== undefined) words.unshift(`delay ${answer.delayMs} ms`);
	if (answer.status !== undefined) words.push(`status ${answer.status}`);
	return words.join(", ") || "answer";
}
