/** Stored instants that lie further ahead than anything may: a clock was wrong, and waiting for them could last for ever. */
import { toMs } from "./instant.ts";
import { limits } from "./limits.ts";
import type { Instant } from "./observation.ts";
import type { Policy } from "./policy.ts";
import type { Keeper } from "./state.ts";

/** Clocks of two machines, and of the services, differ by this much in good order. */
export const clockSlack = 2 * 60_000;

/** How far ahead an instant of that name may lie, in milliseconds. All others name the past. */
function allowances(policy: Policy): Readonly<Record<string, number>> {
	return {
		nextCheckAt: Math.max(policy.healthyInterval, policy.unhealthyInterval, policy.provisioningInterval),
		backOffUntil: Math.max(policy.retryBackoff, limits.startRetry),
		notBefore: Math.max(limits.settleAfterKill, limits.cleanupRetry, limits.startRetry),
		notAfter: limits.startLifetime,
		since: limits.settleAfterKill,
		lastRunEndedAt: limits.settleAfterKill,
		// A pause is at most 30 days; a hold ends with the budget's window at the latest.
		until: 30 * limits.dailyLook,
	};
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

export interface Cut {
	readonly keeper: Keeper;
	/** Names of what was cut, for people. */
	readonly names: readonly string[];
}

/** The keeper with every such instant cut to `now`. The same object when there is none. */
export function cutFuture(keeper: Keeper, policy: Policy, now: Instant): Cut {
	const allowed = allowances(policy);
	const names = new Set<string>();
	const walk = (value: unknown, name: string): unknown => {
		if (typeof value === "string") {
			if (!instant.test(value) || toMs(value) <= toMs(now) + (allowed[name] ?? 0) + clockSlack) return value;
			names.add(name);
			return now;
		}
		if (Array.isArray(value)) return value.map((one) => walk(one, name));
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, isMap(name) ? name : key)]));
	};
	const cut = walk(keeper, "") as Keeper;
	return names.size === 0 ? { keeper, names: [] } : { keeper: cut, names: [...names].sort() };
}

/** Keyed by resource group: the keys are no field names. */
function isMap(name: string): boolean {
	return name === "groupsAbsentSince";
}
