/** Looks at what a plan names. Every look is a value; nothing here throws or decides. */
import type { ResourceGroupObservation } from "./domain/observation.ts";
import type { LookPlan, Sight, StartSight } from "./domain/sight.ts";
import { isTerminated } from "./domain/starts.ts";
import type { Start } from "./domain/state.ts";
import type { Ports } from "./environment.ts";

/** All looks of a plan, side by side where they do not depend on each other. A second look begins with the list. */
export async function look(plan: LookPlan, ports: Ports): Promise<Sight> {
	const clusters = plan.clusters ? await ports.clusters.list(plan.names) : null;
	const [cluster, groups, starts, nextMarker] = await Promise.all([
		plan.cluster ? ports.clusters.get(plan.names) : null,
		lookAtGroups(plan, ports),
		lookAtStarts(plan.starts, ports),
		plan.nextStart === null ? null : ports.runs.marker(plan.nextStart),
	]);
	// Last, so that a start is missing from the list only if it was missing after its own look too.
	const containerGroups = plan.runnerGroup === null ? null : await ports.containerGroups.list(plan.runnerGroup);
	return { cluster, clusters, groups, starts, nextMarker, containerGroups };
}

async function lookAtGroups(plan: LookPlan, ports: Ports): Promise<Record<string, ResourceGroupObservation>> {
	const seen = await Promise.all(
		plan.groups.map(async (name) => [name, await ports.resourceGroups.get(plan.names.subscriptionId, name)] as const),
	);
	return Object.fromEntries(seen);
}

async function lookAtStarts(starts: readonly Start[], ports: Ports): Promise<Record<string, StartSight>> {
	const seen = await Promise.all(starts.map(async (start) => [start.name, await lookAtStart(start, ports)] as const));
	return Object.fromEntries(seen);
}

/** The order matters: marker, then group, then verdict. Over means: the group was seen ended after the marker was read. */
async function lookAtStart(start: Start, ports: Ports): Promise<StartSight> {
	const marker = await ports.runs.marker(start);
	const group = await ports.containerGroups.get(start);
	const acted = marker.kind === "Marked" && marker.writer === "script";
	const verdict = acted ? await ports.runs.verdict(start) : null;
	const ended = (verdict !== null && verdict.kind === "Verdict") || isTerminated(group);
	const log = ended && group.kind === "Found" ? await ports.containerGroups.logTail(start) : null;
	return { marker, group, verdict, log };
}
