/** What a look says about a clean-up: whether anything is in doubt, new, or still there. */
import { between } from "../instant.ts";
import type { ClusterObservation, Instant, ResourceGroupObservation } from "../observation.ts";
import type { Memory, Run } from "../state.ts";

export type Ground =
	| { readonly kind: "Unreadable"; readonly sentence: string }
	/** Made after the run that is cleaned up ended: someone is at work. */
	| { readonly kind: "New"; readonly sentence: string }
	| { readonly kind: "Absent" }
	| { readonly kind: "Remains"; readonly names: readonly string[]; readonly deleting: boolean };

/** Judges cluster and groups together. `memory` is from before this look: it knows what was absent. */
export function ground(
	cluster: ClusterObservation,
	groups: Readonly<Record<string, ResourceGroupObservation>>,
	memory: Memory,
	run: Run,
): Ground {
	if (cluster.kind === "Unreadable") return { kind: "Unreadable", sentence: `the cluster can't be read: ${cluster.detail}` };
	const names = run.spec.groups;
	for (const name of names) {
		const group = groups[name];
		if (group === undefined || group.kind === "Unreadable") {
			return { kind: "Unreadable", sentence: `resource group ${name} can't be read: ${group?.detail ?? "not looked at"}` };
		}
	}
	const fresh = newThing(cluster, groups, memory, run);
	if (fresh !== null) return { kind: "New", sentence: fresh };
	const standing = names.flatMap((name) => {
		const group = groups[name];
		return group?.kind === "Found" ? [group] : [];
	});
	if (standing.length === 0 && cluster.kind === "NotFound") return { kind: "Absent" };
	return {
		kind: "Remains",
		names: standing.map((group) => group.name),
		deleting: standing.some((group) => group.provisioningState === "Deleting"),
	};
}

function newThing(
	cluster: ClusterObservation,
	groups: Readonly<Record<string, ResourceGroupObservation>>,
	memory: Memory,
	run: Run,
): string | null {
	if (cluster.kind === "Found") {
		const wasAbsent = memory.lastSight === "NotFound" && isAfter(memory.lastSightAt, run.since);
		if (wasAbsent || isAfter(cluster.createdAt, run.since)) return `Cluster ${cluster.name} is newer than the run that failed.`;
	}
	for (const name of run.spec.groups) {
		const group = groups[name];
		if (group?.kind !== "Found") continue;
		if (isAfter(memory.groupsAbsentSince[name] ?? null, run.since) || isAfter(group.createdAt, run.since)) {
			return `Resource group ${name} is newer than the run that failed.`;
		}
	}
	return null;
}

function isAfter(instant: Instant | null, since: Instant): boolean {
	return instant !== null && between(since, instant) > 0;
}
