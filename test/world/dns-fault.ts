/**
 * The half of a dns fault that no server can play: it runs in the process of
 * whoever calls, and makes a name fail to resolve there as a resolver would.
 */
import dns from "node:dns";
import type { DnsFault } from "./types.ts";

interface Failing {
	skipLeft: number;
	countLeft: number;
}

type Callback = (error: NodeJS.ErrnoException) => void;

/** What getaddrinfo's failure looks like to a caller. */
function notFound(host: string): NodeJS.ErrnoException {
	const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
	return Object.assign(error, { errno: -3008, code: "ENOTFOUND", syscall: "getaddrinfo", hostname: host });
}

/**
 * From now on look-ups of this process pass through here. Answers a function that
 * takes DnsFault messages and is deaf to any other.
 */
export function obeyDnsFaults(): (message: unknown) => void {
	const failing = new Map<string, Failing>();
	const lookup = dns.lookup;
	const failsNow = (host: string): boolean => {
		const fault = failing.get(host);
		if (fault === undefined || fault.countLeft <= 0) return false;
		if (fault.skipLeft > 0) {
			fault.skipLeft -= 1;
			return false;
		}
		fault.countLeft -= 1;
		return true;
	};
	const patched = (host: string, ...rest: unknown[]) => {
		const callback = rest.at(-1) as Callback;
		if (failsNow(host)) return void process.nextTick(callback, notFound(host));
		return (lookup as (...words: unknown[]) => void)(host, ...rest);
	};
	dns.lookup = Object.assign(patched, lookup) as typeof dns.lookup;
	return (message) => {
		if (!isDnsFault(message)) return;
		if (!message.fail) return void failing.delete(message.host);
		failing.set(message.host, { skipLeft: message.skip ?? 0, countLeft: message.count ?? Number.POSITIVE_INFINITY });
	};
}

function isDnsFault(message: unknown): message is DnsFault {
	return typeof message === "object" && message !== null && "type" in message && message.type === "dns";
}
