/** What players do to the world behind the app's back. */
import { kill, restart, vanish } from "./containers.ts";
import { deleteCluster, deleteGroup, environmentGroup, makeCluster, makeGroup, told } from "./environment.ts";
import { actorOf, person } from "./identities.ts";
import { settle } from "./settle.ts";
import { clusterNamed, containerGroupNamed, groupNamed, keyOf, region, watchedCluster } from "./state.ts";
import type { ContainerGroup, Effect, WorldAct, WorldState } from "./types.ts";

type Act<K extends WorldAct["act"]> = Extract<WorldAct, { act: K }>;

/** Does it at `now`. What has nothing to work on (a cluster that is gone) changes nothing and says so. */
export function applyAct(state: WorldState, act: WorldAct, now: number): Effect[] {
	return [...settle(state, now), ...apply(state, act, now)];
}

function apply(state: WorldState, act: WorldAct, now: number): Effect[] {
	switch (act.act) {
		case "deleteGroups":
			return deleteGroups(state, act, now);
		case "deleteCluster":
			return deleteWatched(state, act, now);
		case "makeEnvironment":
			return makeEnvironment(state, act, now);
		case "makeGroup":
			makeGroup(state, { ...environmentGroup(act.name), tags: act.tags ?? {}, provisioningState: act.provisioningState }, now);
			return [told(`resource group ${act.name} was made`)];
		case "setCluster":
			return setCluster(state, act);
		case "makeCluster":
			return makeAnother(state, act, now);
		case "loseContainerGroup":
			return withContainer(state, act.name, (group) => vanish(state, group, "lost"));
		case "restartContainer":
			return withContainer(state, act.name, (group) => restart(group, now));
		case "killContainer":
			return withContainer(state, act.name, (group) => kill(state, group, act.exitCode ?? 137, now));
		case "makeContainerGroup":
			return makeStray(state, act, now);
		case "setRules":
			state.rules = structuredClone({ ...state.rules, ...act.rules });
			return [];
	}
}

function nothing(text: string): Effect[] {
	return [told(`nothing done: ${text}`)];
}

function deleteGroups(state: WorldState, act: Act<"deleteGroups">, now: number): Effect[] {
	return (act.groups ?? state.names.groups).flatMap((name) => {
		const group = groupNamed(state, name);
		if (group === undefined) return nothing(`no resource group ${name}`);
		return deleteGroup(state, group, act.takesMs ?? state.rules.deletingMs, now);
	});
}

function deleteWatched(state: WorldState, act: Act<"deleteCluster">, now: number): Effect[] {
	const cluster = watchedCluster(state);
	return cluster === undefined ? nothing("no cluster") : deleteCluster(cluster, act.takesMs ?? state.rules.deletingMs, now);
}

function makeEnvironment(state: WorldState, act: Act<"makeEnvironment">, now: number): Effect[] {
	const { names } = state;
	const at = act.createdAt === undefined ? now : Date.parse(act.createdAt);
	for (const name of act.groups ?? names.groups) makeGroup(state, environmentGroup(name), at);
	if (act.cluster !== false) {
		const { creatingMs, state: provisioningState } = act;
		const by = actorOf(act.by ?? person);
		const { resourceGroup, clusterName: name } = names;
		const cluster = makeCluster(state, { resourceGroup, name, by, state: provisioningState, creatingMs }, at);
		if (cluster.settles !== null) cluster.settles.at = now + (creatingMs ?? state.rules.creatingMs);
	}
	return [told(`environment made by ${act.by ?? person}`)];
}

function setCluster(state: WorldState, act: Act<"setCluster">): Effect[] {
	const { names } = state;
	const cluster = clusterNamed(state, names.resourceGroup, act.name ?? names.clusterName);
	if (cluster === undefined) return nothing("no cluster");
	cluster.settles = null;
	if (act.state !== undefined) cluster.provisioningState = act.state;
	if (act.powerState !== undefined) cluster.powerState = act.powerState;
	return [told(`cluster ${cluster.name}: now ${cluster.provisioningState}, ${cluster.powerState ?? "no power state"}`)];
}

function makeAnother(state: WorldState, act: Act<"makeCluster">, now: number): Effect[] {
	const resourceGroup = act.resourceGroup ?? state.names.resourceGroup;
	if (groupNamed(state, resourceGroup) === undefined) return nothing(`no resource group ${resourceGroup}`);
	makeCluster(state, { resourceGroup, name: act.name, by: actorOf(person), state: act.state ?? "Succeeded" }, now);
	return [told(`cluster ${act.name} was made in ${resourceGroup}`)];
}

function withContainer(state: WorldState, name: string | undefined, then: (group: ContainerGroup) => Effect[]): Effect[] {
	const group = containerGroupNamed(state, name);
	return group === undefined ? nothing(`no container group ${name ?? "that runs"}`) : then(group);
}

function makeStray(state: WorldState, act: Act<"makeContainerGroup">, now: number): Effect[] {
	const resourceGroup = state.runnerResourceGroup;
	const ended = act.terminated === true;
	state.containerGroups.set(keyOf(resourceGroup, act.name), {
		resourceGroup,
		name: act.name,
		location: region,
		tags: act.tags,
		properties: {
			osType: "Linux",
			restartPolicy: "Never",
			containers: [{ name: "runner", properties: { image: "example.azurecr.io/other:1" } }],
		},
		identity: null,
		variables: [],
		command: [],
		createdAt: now,
		createdBy: actorOf(person),
		phase: ended ? "Terminated" : "Running",
		provisioningState: "Succeeded",
		generation: 1,
		startsAt: null,
		startedAt: now,
		finishedAt: ended ? now : null,
		exitCode: ended ? 0 : null,
		restartCount: 0,
		previous: null,
		events: [],
		log: [],
		goneAt: null,
	});
	return [{ kind: "event", event: { kind: "container", name: act.name, event: "created" } }];
}
