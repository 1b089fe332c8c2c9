/** The world's state: how it begins and how things in it are found. */
import { environmentGroup, makeCluster, makeGroup } from "./environment.ts";
import { actorOf, person } from "./identities.ts";
import type { ContainerGroup, ManagedCluster, ResourceGroup, Rules, WorldNames, WorldState } from "./types.ts";

export const region = "westus3";

/** An environment that is up was built this long ago: no gate takes it for new. */
const ageMs = 20 * 3_600_000;

/** Short waits: a story is told in seconds. */
export const defaultRules: Rules = {
	startDelayMs: 300,
	groupGoneMs: 300,
	deletingMs: 1_000,
	creatingMs: 500,
	refusals: [],
	neverRuns: 0,
	failedFirst: 0,
	failedForMs: 2_000,
	restartsAfterFailure: 0,
	listLagMs: 0,
};

export interface Beginning {
	names: WorldNames;
	runnerResourceGroup: string;
	rules?: Partial<Rules> | undefined;
	/** Default true. */
	environmentUp?: boolean | undefined;
}

/** A world at `now`: the runner's resource group and, unless told otherwise, an environment that is up. */
export function newWorldState(beginning: Beginning, now: number): WorldState {
	const { names, runnerResourceGroup } = beginning;
	const state: WorldState = {
		names,
		runnerResourceGroup,
		resourceGroups: new Map(),
		clusters: new Map(),
		containerGroups: new Map(),
		// A copy: rules count down, and a scenario may be played again.
		rules: structuredClone({ ...defaultRules, ...beginning.rules }),
	};
	const built = now - ageMs;
	makeGroup(state, { name: runnerResourceGroup, location: region, tags: {} }, built);
	if (beginning.environmentUp !== false) {
		for (const name of names.groups) makeGroup(state, environmentGroup(name), built);
		const by = actorOf(person);
		makeCluster(state, { resourceGroup: names.resourceGroup, name: names.clusterName, by, state: "Succeeded" }, built);
	}
	return state;
}

/** Key of something inside a resource group. */
export function keyOf(resourceGroup: string, name: string): string {
	return `${resourceGroup}/${name}`.toLowerCase();
}

export function groupNamed(state: WorldState, name: string): ResourceGroup | undefined {
	return state.resourceGroups.get(name.toLowerCase());
}

export function clusterNamed(state: WorldState, resourceGroup: string, name: string): ManagedCluster | undefined {
	return state.clusters.get(keyOf(resourceGroup, name));
}

/** The cluster that is watched. */
export function watchedCluster(state: WorldState): ManagedCluster | undefined {
	return clusterNamed(state, state.names.resourceGroup, state.names.clusterName);
}

/** A container group of the runner's resource group by name; without one the youngest that is not finished. */
export function containerGroupNamed(state: WorldState, name?: string): ContainerGroup | undefined {
	if (name !== undefined) return state.containerGroups.get(keyOf(state.runnerResourceGroup, name));
	return [...state.containerGroups.values()].reverse().find((group) => group.phase !== "Terminated");
}
