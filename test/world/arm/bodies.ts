/** Resources as ARM shows them. */
import type { Actor, ContainerGroup, ManagedCluster, ResourceGroup, WorldState } from "../types.ts";

export function iso(at: number): string {
	return new Date(at).toISOString();
}

function systemData(by: Actor, at: number): Record<string, string> {
	return {
		createdBy: by.id,
		createdByType: by.type,
		createdAt: iso(at),
		lastModifiedBy: by.id,
		lastModifiedByType: by.type,
		lastModifiedAt: iso(at),
	};
}

export function resourceGroupBody(state: WorldState, group: ResourceGroup): Record<string, unknown> {
	return {
		id: `/subscriptions/${state.names.subscriptionId}/resourceGroups/${group.name}`,
		name: group.name,
		type: "Microsoft.Resources/resourceGroups",
		location: group.location,
		tags: group.tags,
		properties: { provisioningState: group.provisioningState },
	};
}

export function clusterBody(state: WorldState, cluster: ManagedCluster): Record<string, unknown> {
	const { name, resourceGroup } = cluster;
	return {
		id: `/subscriptions/${state.names.subscriptionId}/resourcegroups/${resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${name}`,
		name,
		type: "Microsoft.ContainerService/ManagedClusters",
		location: cluster.location,
		tags: cluster.tags,
		sku: { name: "Base", tier: "Free" },
		properties: {
			provisioningState: cluster.provisioningState,
			...(cluster.powerState === null ? {} : { powerState: { code: cluster.powerState } }),
			kubernetesVersion: "1.34",
			dnsPrefix: name,
			fqdn: `${name}.hcp.${cluster.location}.azmk8s.io`,
			nodeResourceGroup: `${resourceGroup}-aks1`,
		},
		systemData: systemData(cluster.createdBy, cluster.createdAt),
	};
}

function currentState(group: ContainerGroup): Record<string, unknown> {
	if (group.phase === "Pending") return { state: "Waiting", detailStatus: "" };
	const startTime = iso(group.startedAt ?? group.createdAt);
	if (group.phase === "Running") return { state: "Running", startTime, detailStatus: "" };
	const finishTime = group.finishedAt === null ? {} : { finishTime: iso(group.finishedAt) };
	const exitCode = group.exitCode === null ? {} : { exitCode: group.exitCode };
	return { state: "Terminated", startTime, ...finishTime, ...exitCode, detailStatus: group.exitCode === 0 ? "Completed" : "Error" };
}

function eventBodies(group: ContainerGroup): Record<string, unknown>[] {
	return group.events.map(({ at, name, message, type }) => {
		return { count: 1, firstTimestamp: iso(at), lastTimestamp: iso(at), name, message, type };
	});
}

function containerView(group: ContainerGroup): Record<string, unknown> {
	const { previous } = group;
	const previousState =
		previous === null
			? {}
			: {
					previousState: {
						state: "Terminated",
						startTime: iso(previous.startedAt),
						finishTime: iso(previous.finishedAt),
						...(previous.exitCode === null ? {} : { exitCode: previous.exitCode }),
						detailStatus: previous.exitCode === 0 ? "Completed" : "Error",
					},
				};
	return { restartCount: group.restartCount, currentState: currentState(group), ...previousState, events: eventBodies(group) };
}

function groupState(group: ContainerGroup): string {
	if (group.phase !== "Terminated") return group.phase;
	return group.exitCode === 0 ? "Succeeded" : "Failed";
}

/**
 * One container group. With `view` as a GET shows it; a list shows none
 * (azure-rest-api-specs#21280: the service leaves instanceView out of lists).
 * Before it runs for the first time the containers have no instanceView either.
 */
export function containerGroupBody(state: WorldState, group: ContainerGroup, view: boolean): Record<string, unknown> {
	const { name, resourceGroup, properties } = group;
	const containers = (properties.containers as Record<string, unknown>[]).map((container) => {
		const shown = { ...(container.properties as Record<string, unknown>) };
		if (view && group.phase !== "Pending") shown.instanceView = containerView(group);
		return { ...container, properties: shown };
	});
	return {
		id: `/subscriptions/${state.names.subscriptionId}/resourceGroups/${resourceGroup}/providers/Microsoft.ContainerInstance/containerGroups/${name}`,
		name,
		type: "Microsoft.ContainerInstance/containerGroups",
		location: group.location,
		tags: group.tags,
		...(group.identity === null ? {} : { identity: group.identity }),
		properties: {
			...properties,
			containers,
			provisioningState: group.provisioningState,
			...(view ? { instanceView: { events: eventBodies(group), state: groupState(group) } } : {}),
		},
	};
}
