/** What one look at the cluster changes in memory, in whatever phase: doubt, the state word, the counter. */
import { because, type Draft, remember, tell } from "./draft.ts";
import { compact, passed, plus } from "./instant.ts";
import { limits, tolerance } from "./limits.ts";
import { cannotSee, canSeeAgain, clusterChanged, firstLook } from "./messages/cluster.ts";
import type { ClusterFound, ClusterObservation, Instant, Unreadable } from "./observation.ts";
import type { Policy } from "./policy.ts";
import type { Memory } from "./state.ts";

/** The state word of a certain look. */
export function stateOf(sight: ClusterObservation): string | null {
	if (sight.kind === "Found") return sight.state;
	return sight.kind === "NotFound" ? "NotFound" : null;
}

/** A cluster that a deploy meant to make. */
export function isUp(sight: ClusterObservation | null): boolean {
	return sight?.kind === "Found" && (sight.state === "Succeeded" || sight.state === "Stopped");
}

/** Takes a look in. `tellChange` false: a change of state is progress of a run, not news. */
export function takeIn(draft: Draft, sight: ClusterObservation, policy: Policy, now: Instant, tellChange: boolean): Draft {
	if (sight.kind === "Unreadable") return doubt(draft, sight, policy, now);
	const certain = endDoubt(draft, sight, now);
	const state = stateOf(sight) ?? "NotFound";
	const told = tellChange ? tellState(certain, state, policy) : certain;
	const seen = remember(told, { lastSight: state, lastSightAt: now, nextCheckAt: plus(now, interval(told, state, policy)) });
	return sight.kind === "Found" ? found(seen, sight, now) : because(seen, "NotFound");
}

function found(draft: Draft, sight: ClusterFound, now: Instant): Draft {
	return remember(because(draft, sight.state === "Succeeded" ? "Healthy" : sight.state), {
		firstSeenAt: draft.memory.firstSeenAt ?? now,
		notFoundCount: 0,
		lastCountedAt: null,
		leftovers: null,
	});
}

function tellState(draft: Draft, state: string, policy: Policy): Draft {
	const before = draft.memory.lastSight;
	if (before === state) return draft;
	return tell(
		draft,
		before === null ? firstLook(policy.label, state, policy.threshold) : clusterChanged(policy.label, before, state, policy.threshold),
	);
}

function doubt(draft: Draft, sight: Unreadable, policy: Policy, now: Instant): Draft {
	const before = draft.memory.unreadable;
	const count = (before?.count ?? 0) + 1;
	const since = before?.since ?? now;
	const due = count >= limits.unreadableInRow && (before?.toldAt == null || passed(before.toldAt, limits.reminder, now));
	const toldAt = due ? now : (before?.toldAt ?? null);
	const next = remember(because(draft, `Unreadable${sight.reason}`), {
		unreadable: { count, since, reason: sight.reason, toldAt },
		nextCheckAt: plus(now, draft.stage.phase === "Watching" ? policy.unhealthyInterval : policy.provisioningInterval),
	});
	return due ? tell(next, cannotSee(sight, since, now, before?.toldAt != null)) : next;
}

function endDoubt(draft: Draft, sight: ClusterObservation, now: Instant): Draft {
	const before = draft.memory.unreadable;
	if (before === null) return draft;
	const certain = remember(draft, { unreadable: null });
	return before.toldAt === null ? certain : tell(certain, canSeeAgain(stateOf(sight) ?? "there", before.since, now));
}

/** The shortest interval that applies: a run or its verification always polls fast. */
function interval(draft: Draft, state: string, policy: Policy): number {
	if (draft.stage.phase !== "Watching") return policy.provisioningInterval;
	if (state === "Succeeded" || state === "Stopped") return policy.healthyInterval;
	if (state === "NotFound" || state === "Failed" || state === "Canceled") return policy.unhealthyInterval;
	return policy.provisioningInterval;
}

/** Whether a NotFound seen now counts: two counted ones lie an interval apart however often timers fire. */
function spaced(memory: Memory, policy: Policy, now: Instant): boolean {
	const apart = policy.unhealthyInterval - tolerance(policy.unhealthyInterval);
	return memory.lastCountedAt === null || passed(memory.lastCountedAt, apart, now);
}

/** Raises the counter for a clean NotFound seen in Watching, and opens an incident with the first. */
export function count(draft: Draft, policy: Policy, now: Instant): Draft {
	const { memory } = draft;
	if (!spaced(memory, policy, now)) return draft;
	// After a long silence nothing is known of the time between: the row begins anew.
	const gap = 2 * Math.max(policy.healthyInterval, policy.unhealthyInterval);
	const broken = memory.lastCountedAt !== null && passed(memory.lastCountedAt, gap + 1, now);
	const notFoundCount = broken ? 1 : Math.min(memory.notFoundCount + 1, policy.threshold);
	const incident = memory.incident ?? { id: compact(now), openedAt: now, attempts: 0, ordered: null };
	return remember(draft, { notFoundCount, lastCountedAt: now, incident });
}
