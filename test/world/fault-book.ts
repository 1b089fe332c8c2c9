/** The rules in force. Those that concern the name of a service are passed on, since no server can play them. */
import { type ActiveFault, arm } from "./faults.ts";
import type { DnsFault, FaultRule } from "./types.ts";

/** The one name that the app reaches a service by. */
export const namedHost = "localhost";

export class FaultBook {
	/** The servers look here at every call. */
	readonly active: ActiveFault[] = [];
	readonly #onDns: (message: DnsFault) => void;

	constructor(onDns: (message: DnsFault) => void) {
		this.#onDns = onDns;
	}

	/** Throws when the rule is no rule. */
	add(rule: FaultRule): void {
		this.active.push(arm(rule));
		if (rule.answer.dns === true) this.#onDns(dnsFault(rule));
	}

	/** All rules of that name; none is fine. */
	remove(name: string): void {
		const going = this.active.filter(({ rule }) => rule.name === name);
		const staying = this.active.filter(({ rule }) => rule.name !== name);
		this.active.splice(0, this.active.length, ...staying);
		if (!going.some(({ rule }) => rule.answer.dns === true)) return;
		this.#onDns({ type: "dns", host: namedHost, fail: false });
		for (const message of this.dns()) this.#onDns(message);
	}

	/** What the app's host process has to be told when it starts. */
	dns(): DnsFault[] {
		return this.active.filter(({ rule }) => rule.answer.dns === true).map(({ rule }) => dnsFault(rule));
	}
}

function dnsFault({ skip, count }: FaultRule): DnsFault {
	const limits = { ...(skip === undefined ? {} : { skip }), ...(count === undefined ? {} : { count }) };
	return { type: "dns", host: namedHost, fail: true, ...limits };
}
