/** The pure world behind the product's ports, without sockets: for virtual time. */
import type {
	ContainerGroupFound,
	ContainerGroupObservation,
	MarkerObservation,
	Verdict,
	VerdictObservation,
} from "../../shared/domain/observation.ts";
import type { Clusters, ContainerGroupRequest, ContainerGroups, ResourceGroups, Runs } from "../../shared/ports.ts";
import { admit, remove } from "../world/containers.ts";
import { actorOf, appIdentity } from "../world/identities.ts";
import { settle } from "../world/settle.ts";
import { clusterNamed, containerGroupNamed, groupNamed, keyOf } from "../world/state.ts";
import type { ContainerGroup, CreateRefusal, Effect, ManagedCluster, WorldState } from "../world/types.ts";

export interface WorldPorts {
	readonly clusters: Clusters;
	readonly resourceGroups: ResourceGroups;
	readonly containerGroups: ContainerGroups;
	readonly runs: Runs;
	/** PUTs of container groups, in order. */
	readonly puts: readonly string[];
	readonly deletes: readonly string[];
	/** What of the environment really stood when each container group was PUT. */
	readonly grounds: readonly Ground[];
	readonly markers: Map<string, Extract<MarkerObservation, { kind: "Marked" }>>;
	readonly verdicts: Map<string, Verdict>;
}

export interface Ground {
	readonly name: string;
	readonly kind: "deploy" | "cleanup";
	/** Of the run: what is newer is someone else's. */
	readonly since: number;
	readonly standing: readonly { readonly name: string; readonly createdAt: number }[];
}

/** Ports over `state`. `apply` is told of every effect; `now` is the world's clock in milliseconds. */
export function worldPorts(state: WorldState, now: () => number, apply: (effects: Effect[]) => void): WorldPorts {
	const puts: string[] = [];
	const deletes: string[] = [];
	const grounds: Ground[] = [];
	const markers: WorldPorts["markers"] = new Map();
	const verdicts = new Map<string, Verdict>();
	const settled = () => apply(settle(state, now()));
	return {
		puts,
		deletes,
		grounds,
		markers,
		verdicts,
		clusters: {
			get: async (names) => {
				settled();
				return seeCluster(clusterNamed(state, names.resourceGroup, names.clusterName));
			},
			list: async (names) => {
				settled();
				const inside = [...state.clusters.values()].filter((one) => one.resourceGroup.toLowerCase() === names.resourceGroup.toLowerCase());
				return { kind: "Listed", items: inside.map(clusterFound) };
			},
		},
		resourceGroups: {
			get: async (_subscription, name) => {
				settled();
				const group = groupNamed(state, name);
				if (group === undefined) return { kind: "NotFound", code: "ResourceGroupNotFound" };
				return { kind: "Found", name: group.name, provisioningState: group.provisioningState, createdAt: group.tags.createdAt ?? null };
			},
			location: async () => "westus3",
		},
		containerGroups: {
			get: async (start) => {
				settled();
				return seeGroup(containerGroupNamed(state, start.name));
			},
			list: async () => {
				settled();
				return { kind: "Listed", items: [...state.containerGroups.values()].map(groupFound) };
			},
			create: async (request) => {
				settled();
				puts.push(request.start.name);
				grounds.push(groundOf(state, request));
				const group = newGroup(state, request, now());
				const refusal = refusalFor(state, group);
				if (refusal !== null) return { kind: "Refused", code: refusal.code, detail: refusal.message ?? refusal.code };
				apply(admit(state, group, now()));
				return { kind: "Accepted" };
			},
			delete: async (start) => {
				settled();
				deletes.push(start.name);
				const group = containerGroupNamed(state, start.name);
				if (group !== undefined) apply(remove(state, group, now()));
				return { kind: "Accepted" };
			},
			logTail: async (start) => containerGroupNamed(state, start.name)?.log.join("\n") || null,
		},
		runs: {
			marker: async (start) => markers.get(start.name) ?? { kind: "None" },
			revoke: async (start, nonce) => mark(markers, start.name, "app", nonce, now()),
			verdict: async (start): Promise<VerdictObservation> => verdicts.get(start.name) ?? { kind: "None" },
		},
	};
}

function groundOf(state: WorldState, request: ContainerGroupRequest): Ground {
	const standing = state.names.groups.flatMap((name) => groupNamed(state, name) ?? []).map(({ name, createdAt }) => ({ name, createdAt }));
	return { name: request.start.name, kind: request.run.kind, since: Date.parse(request.run.since), standing };
}

/** The rules' refusal of this create, counted down. */
function refusalFor(state: WorldState, group: ContainerGroup): CreateRefusal | null {
	const refusal = state.rules.refusals.find(
		(one) => one.count !== 0 && (one.locations === undefined || one.locations.includes(group.location)),
	);
	if (refusal?.count !== undefined) refusal.count -= 1;
	return refusal ?? null;
}

/** Exclusive create: whoever is first stays. */
export function mark(
	markers: WorldPorts["markers"],
	name: string,
	writer: "app" | "script",
	nonce: string,
	now: number,
): Extract<MarkerObservation, { kind: "Marked" }> {
	const standing = markers.get(name) ?? { kind: "Marked" as const, writer, nonce, at: new Date(now).toISOString() };
	markers.set(name, standing);
	return standing;
}

function seeCluster(cluster: ManagedCluster | undefined) {
	return cluster === undefined ? ({ kind: "NotFound", code: "ResourceNotFound" } as const) : clusterFound(cluster);
}

function clusterFound(cluster: ManagedCluster) {
	const stopped = cluster.provisioningState === "Succeeded" && cluster.powerState === "Stopped";
	return {
		kind: "Found" as const,
		name: cluster.name,
		state: stopped ? "Stopped" : cluster.provisioningState,
		createdAt: new Date(cluster.createdAt).toISOString(),
		createdBy: cluster.createdBy.id,
		createdByType: cluster.createdBy.type,
	};
}

function seeGroup(group: ContainerGroup | undefined): ContainerGroupObservation {
	return group === undefined ? { kind: "NotFound", code: "ResourceNotFound" } : groupFound(group);
}

function groupFound(group: ContainerGroup): ContainerGroupFound {
	const pending = group.phase === "Pending";
	return {
		kind: "Found",
		name: group.name,
		provisioningState: group.provisioningState,
		state: pending ? "Pending" : group.phase === "Running" ? "Running" : "Succeeded",
		containerState: pending ? null : group.phase,
		exitCode: group.exitCode,
		detail: null,
		restartCount: group.restartCount,
		previousExitCode: group.previous?.exitCode ?? null,
		events: group.events.map((event) => `${event.name}: ${event.message}`),
		tags: group.tags,
	};
}

function newGroup(state: WorldState, request: ContainerGroupRequest, now: number): ContainerGroup {
	const { start, tags, variables } = request;
	const before = state.containerGroups.get(keyOf(state.runnerResourceGroup, start.name));
	if (before !== undefined) throw new Error(`container group ${start.name} was PUT twice`);
	return {
		resourceGroup: state.runnerResourceGroup,
		name: start.name,
		location: start.location,
		tags: { ...tags },
		properties: {},
		identity: null,
		variables: variables.map((variable) => ({ ...variable })),
		command: [],
		createdAt: now,
		createdBy: actorOf(appIdentity.clientId),
		phase: "Pending",
		provisioningState: "Creating",
		generation: 0,
		startsAt: null,
		startedAt: null,
		finishedAt: null,
		exitCode: null,
		restartCount: 0,
		previous: null,
		events: [],
		log: [],
		goneAt: null,
	};
}
