/** What happens by itself as time passes. */
import { run, vanish } from "./containers.ts";
import { told } from "./environment.ts";
import type { ContainerGroup, Effect, ManagedCluster, ResourceGroup, WorldState } from "./types.ts";

/** Lets everything happen that is due at `now`. To be called before every look and every act. */
export function settle(state: WorldState, now: number): Effect[] {
	return [
		...[...state.clusters].flatMap(([key, cluster]) => settleCluster(state, key, cluster, now)),
		...[...state.resourceGroups].flatMap(([key, group]) => settleGroup(state, key, group, now)),
		...[...state.containerGroups.values()].flatMap((group) => settleContainerGroup(state, group, now)),
	];
}

/** When `settle` next has something to do; null: nothing is under way. */
export function nextChangeAt(state: WorldState): number | null {
	const instants = [
		...[...state.clusters.values()].flatMap((cluster) => [cluster.goneAt, cluster.settles?.at ?? null]),
		...[...state.resourceGroups.values()].map((group) => group.goneAt),
		...[...state.containerGroups.values()].flatMap((group) => [group.goneAt, group.startsAt]),
	].filter((at) => at !== null);
	return instants.length === 0 ? null : Math.min(...instants);
}

function due(at: number | null | undefined, now: number): boolean {
	return at !== null && at !== undefined && at <= now;
}

function settleCluster(state: WorldState, key: string, cluster: ManagedCluster, now: number): Effect[] {
	if (due(cluster.goneAt, now)) {
		state.clusters.delete(key);
		return [told(`cluster ${cluster.name} is gone`)];
	}
	if (cluster.settles === null || !due(cluster.settles.at, now)) return [];
	const change = `${cluster.provisioningState} -> ${cluster.settles.state}`;
	cluster.provisioningState = cluster.settles.state;
	cluster.settles = null;
	return [told(`cluster ${cluster.name}: ${change}`)];
}

function settleGroup(state: WorldState, key: string, group: ResourceGroup, now: number): Effect[] {
	if (!due(group.goneAt, now)) return [];
	state.resourceGroups.delete(key);
	for (const clusterKey of state.clusters.keys()) {
		if (clusterKey.startsWith(`${key}/`)) state.clusters.delete(clusterKey);
	}
	const inside = [...state.containerGroups].filter(([containerKey]) => containerKey.startsWith(`${key}/`));
	return [told(`resource group ${group.name} is gone`), ...inside.flatMap(([, container]) => vanish(state, container, "deleted"))];
}

function settleContainerGroup(state: WorldState, group: ContainerGroup, now: number): Effect[] {
	if (due(group.goneAt, now)) return vanish(state, group, "deleted");
	return due(group.startsAt, now) && group.phase === "Pending" ? run(group, now) : [];
}
