/** Watching: the cluster is looked at, absences are counted, and past the threshold a redeploy is decided. */
import { count, takeIn } from "../cluster-sight.ts";
import { because, type Draft, enter, remember, tell } from "../draft.ts";
import type { GateFacts, SecondLook } from "../gates/gate.ts";
import { standing } from "../gates/gate.ts";
import { type Asked, firstShut, type Shut } from "../gates/index.ts";
import { between, passed } from "../instant.ts";
import { limits } from "../limits.ts";
import { cleaningUp } from "../messages/cleanup.ts";
import type { ClusterFound, Instant } from "../observation.ts";
import type { Policy } from "../policy.ts";
import type { Facts, Sight } from "../sight.ts";
import { hold } from "./holding.ts";
import { closeIncident, issueDeploy, newRun } from "./incident.ts";
import { secondLookPlan } from "./looks.ts";

/** The regular look. Past the threshold and with the cheap gates open it asks for a second one. */
export function watchHealth(draft: Draft, facts: Facts, policy: Policy): Draft {
	const { now } = facts;
	const sight = facts.sight.cluster;
	if (sight === null) return draft;
	const withGroups = takeInGroups(draft, facts.sight, now);
	if (sight.kind === "Found") return seenThere(withGroups, sight, policy, now);
	const seen = takeIn(withGroups, sight, policy, now, true);
	if (sight.kind === "Unreadable") return seen;
	return mayDeploy(clearWreck(count(seen, policy, now), facts.sight), policy, now);
}

function seenThere(draft: Draft, sight: ClusterFound, policy: Policy, now: Instant): Draft {
	const { memory } = draft;
	const ended = sight.state === "Succeeded" && memory.incident !== null && !isWreck(draft, sight);
	const wasTrouble =
		memory.hold !== null ||
		memory.needsHuman !== null ||
		(memory.incident?.attempts ?? 0) > 0 ||
		memory.notFoundCount >= policy.threshold ||
		memory.incident?.ordered != null;
	const seen = remember(takeIn(draft, sight, policy, now, !(ended && wasTrouble)), { hold: null });
	if (!ended) return seen;
	if (!wasTrouble) return because(remember(seen, { incident: null }), "Healthy");
	return closeIncident(seen, {
		names: policy.names,
		openedAt: memory.incident?.openedAt ?? null,
		now,
		runSeconds: null,
		sha: null,
		repository: null,
		doubt: null,
		by: "someone",
	});
}

/** While a clean-up is owed, a cluster no newer than the last run's end is what that run left. */
function isWreck(draft: Draft, sight: ClusterFound): boolean {
	const { needsCleanup, lastRunEndedAt } = draft.memory;
	if (!needsCleanup || lastRunEndedAt === null) return needsCleanup;
	return sight.createdAt === null || between(lastRunEndedAt, sight.createdAt) <= 0;
}

/** What is owed is done when all groups are seen absent. */
function clearWreck(draft: Draft, sight: Sight): Draft {
	const seen = Object.values(sight.groups);
	const gone = seen.length > 0 && seen.every((group) => group.kind === "NotFound");
	return draft.memory.needsCleanup && gone ? remember(draft, { needsCleanup: false }) : draft;
}

/** Since when each environment group is absent, as far as this look tells. */
export function takeInGroups(draft: Draft, sight: Sight, now: Instant): Draft {
	const names = Object.keys(sight.groups);
	if (names.length === 0) return draft;
	const absent = { ...draft.memory.groupsAbsentSince };
	for (const name of names) {
		const kind = sight.groups[name]?.kind;
		if (kind === "Found") absent[name] = null;
		if (kind === "NotFound") absent[name] = absent[name] ?? now;
	}
	return remember(draft, { groupsAbsentSince: absent, groupsLookedAt: now });
}

/** Threshold or a person's order, then the gates that need no look. */
function mayDeploy(draft: Draft, policy: Policy, now: Instant): Draft {
	const { memory } = draft;
	if (memory.notFoundCount < policy.threshold && memory.incident?.ordered == null) return because(draft, "Counting");
	const shut = firstShut({ memory, policy, now, second: null }, "run");
	if (shut !== null) return hold(draft, shut, now);
	const run = newRun(memory, "deploy", policy.spec, now, now);
	return { ...because(draft, "SecondLook"), look: secondLookPlan(run, policy, now) };
}

/** The look of the same tick: every gate is judged, and the deploy is issued or held. */
export function secondLook(draft: Draft, facts: Facts, policy: Policy, asked: Asked): SecondLooked {
	const second = wholeLook(facts.sight);
	if (second === null) return { draft: because(draft, "SecondLookMissing"), shut: null, second: null };
	const seen = takeInLeftovers(takeInGroups(draft, facts.sight, facts.now), second, facts.now);
	const gateFacts: GateFacts = { memory: seen.memory, policy, now: facts.now, second };
	return { draft: seen, shut: firstShut(gateFacts, asked), second };
}

export interface SecondLooked {
	readonly draft: Draft;
	readonly shut: Shut | null;
	readonly second: SecondLook | null;
}

function wholeLook(sight: Sight): SecondLook | null {
	const { cluster, clusters, groups, nextMarker, containerGroups } = sight;
	if (cluster === null || clusters === null || nextMarker === null || containerGroups === null) return null;
	return { cluster, clusters, groups, nextMarker, containerGroups };
}

/** The set of groups that remain without the cluster, and since when it is just these. */
function takeInLeftovers(draft: Draft, second: SecondLook, now: Instant): Draft {
	const names = standing(second)
		.map((group) => group.name)
		.sort();
	const before = draft.memory.leftovers;
	const same = before !== null && before.names.join("\n") === names.join("\n");
	return remember(draft, { leftovers: names.length === 0 ? null : same ? before : { names, since: now } });
}

/** Decides on the second look in Watching. */
export function decideDeploy(draft: Draft, facts: Facts, policy: Policy): Draft {
	const { draft: seen, shut, second } = secondLook(draft, facts, policy, "run");
	if (second === null) return seen;
	if (shut === null)
		return issueDeploy(
			seen,
			policy,
			standing(second).map((group) => group.name),
			facts.now,
		);
	if (shut.gate.reason === "SecondLookDisagrees") return disagreed(hold(seen, shut, facts.now));
	if (shut.gate.reason === "LeftoverGroups" && cleansLeftovers(seen, policy, facts.now)) return cleanLeftovers(seen, policy, facts.now);
	return hold(seen, shut, facts.now);
}

function disagreed(draft: Draft): Draft {
	const { incident } = draft.memory;
	return remember(draft, { notFoundCount: 0, lastCountedAt: null, incident: incident === null ? null : { ...incident, ordered: null } });
}

function cleansLeftovers(draft: Draft, policy: Policy, now: Instant): boolean {
	const { leftovers } = draft.memory;
	return policy.leftoverGroups === "cleanup" && leftovers !== null && passed(leftovers.since, limits.leftoversSettle, now);
}

/** A clean-up of what a sweep left behind. It spends no attempt. */
function cleanLeftovers(draft: Draft, policy: Policy, now: Instant): Draft {
	const { memory } = draft;
	const run = newRun(memory, "cleanup", policy.spec, memory.incident?.openedAt ?? now, now);
	const names = memory.leftovers?.names ?? [];
	const entered = enter(remember(because(draft, "CleaningLeftovers"), { runCounter: run.number, hold: null }), {
		phase: "CleaningUp",
		run,
	});
	return tell(entered, cleaningUp("The cluster is gone, but some of its environment remains and nobody deletes it.", names, null, now));
}
