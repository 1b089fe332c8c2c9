/** Resource groups and clusters: how they come, change and go. */
import type { Actor, Effect, ManagedCluster, ResourceGroup, WorldState } from "./types.ts";

/** A line for people about the environment. */
export function told(text: string): Effect {
	return { kind: "event", event: { kind: "environment", text } };
}

export interface NewGroup {
	name: string;
	location: string;
	tags: Record<string, string>;
	provisioningState?: string | undefined;
}

/** What a deploy makes: in the environment's region, without tags of its own. */
export function environmentGroup(name: string): NewGroup {
	return { name, location: "westus3", tags: {} };
}

/** Makes or replaces a group. As the subscription's policy does, a group without `createdAt` tag is stamped. */
export function makeGroup(state: WorldState, wanted: NewGroup, now: number): ResourceGroup {
	const group: ResourceGroup = {
		name: wanted.name,
		location: wanted.location,
		tags: { createdAt: new Date(now).toISOString(), ...wanted.tags },
		createdAt: now,
		provisioningState: wanted.provisioningState ?? "Succeeded",
		goneAt: null,
	};
	state.resourceGroups.set(group.name.toLowerCase(), group);
	return group;
}

export interface NewCluster {
	resourceGroup: string;
	name: string;
	by: Actor;
	location?: string | undefined;
	tags?: Record<string, string> | undefined;
	/** Default Creating, then Succeeded after the rules' time. */
	state?: string | undefined;
	creatingMs?: number | undefined;
}

/** Makes or replaces a cluster. */
export function makeCluster(state: WorldState, wanted: NewCluster, now: number): ManagedCluster {
	const creating = wanted.state === undefined;
	const cluster: ManagedCluster = {
		resourceGroup: wanted.resourceGroup,
		name: wanted.name,
		location: wanted.location ?? "westus3",
		tags: wanted.tags ?? {},
		provisioningState: wanted.state ?? "Creating",
		powerState: "Running",
		createdAt: now,
		createdBy: wanted.by,
		settles: creating ? { state: "Succeeded", at: now + (wanted.creatingMs ?? state.rules.creatingMs) } : null,
		goneAt: null,
	};
	state.clusters.set(`${wanted.resourceGroup}/${wanted.name}`.toLowerCase(), cluster);
	return cluster;
}

/** The cluster turns Deleting and is gone after `takesMs`. */
export function deleteCluster(cluster: ManagedCluster, takesMs: number, now: number): Effect[] {
	cluster.provisioningState = "Deleting";
	cluster.settles = null;
	cluster.goneAt = Math.min(cluster.goneAt ?? Number.POSITIVE_INFINITY, now + takesMs);
	return [told(`cluster ${cluster.name} is being deleted`)];
}

/** The group turns Deleting and is gone after `takesMs`; its clusters go halfway, as a cluster goes before its group. */
export function deleteGroup(state: WorldState, group: ResourceGroup, takesMs: number, now: number): Effect[] {
	group.provisioningState = "Deleting";
	group.goneAt = Math.min(group.goneAt ?? Number.POSITIVE_INFINITY, now + takesMs);
	const inside = [...state.clusters.values()].filter((cluster) => cluster.resourceGroup.toLowerCase() === group.name.toLowerCase());
	return [told(`resource group ${group.name} is being deleted`), ...inside.flatMap((cluster) => deleteCluster(cluster, takesMs / 2, now))];
}
