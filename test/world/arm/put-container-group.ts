/** PUT .../containerGroups/G: create-or-update. Over a live group it restarts it in place; a terminated one is made anew. */
import { admit, restart } from "../containers.ts";
import { groupNamed, keyOf } from "../state.ts";
import type { ContainerGroup, Effect, WorldState } from "../types.ts";
import { type ArmAnswer, type ArmRequest, answer, beingDeleted, groupNotFound, refusal } from "./answer.ts";
import { containerGroupBody } from "./bodies.ts";
import { readContainerGroup } from "./container-group-request.ts";
import { operationUrl } from "./get-operation.ts";
import type { Route } from "./route.ts";

export const putContainerGroup: Route = (state, request, { group: resourceGroup, name }, now) => {
	const group = groupNamed(state, resourceGroup);
	if (group === undefined) return groupNotFound(resourceGroup);
	if (group.provisioningState === "Deleting") return beingDeleted(group.name);
	const wanted = readContainerGroup(state, request, { resourceGroup: group.name, name, location: group.location }, now);
	if (!("createdAt" in wanted)) return wanted;
	const refused = refusedByPlatform(state, wanted);
	if (refused !== null) return refused;
	const known = state.containerGroups.get(keyOf(resourceGroup, name));
	if (known === undefined) return made(state, request, wanted, 201, admit(state, wanted, now));
	const conflict = conflictWith(known, wanted);
	if (conflict !== null) return conflict;
	// News of the earlier process must not be taken for news of this one.
	wanted.generation = known.generation + 1;
	if (known.phase !== "Running") return made(state, request, wanted, 200, admit(state, wanted, now));
	return made(state, request, known, 200, updateInPlace(known, wanted, now));
};

function made(state: WorldState, request: ArmRequest, group: ContainerGroup, status: number, effects: Effect[]): ArmAnswer {
	const subject = `${group.resourceGroup}/${group.name}`;
	const headers = { "azure-asyncoperation": operationUrl(state, request, "make-container-group", subject) };
	return answer(status, containerGroupBody(state, group, true), headers, effects);
}

/** An identical PUT restarts as well. */
function updateInPlace(known: ContainerGroup, wanted: ContainerGroup, now: number): Effect[] {
	const { tags, properties, identity, variables, command } = wanted;
	Object.assign(known, { tags, properties, identity, variables, command });
	return restart(known, now);
}

function refusedByPlatform(state: WorldState, { location, name }: ContainerGroup): ArmAnswer | null {
	for (const rule of state.rules.refusals) {
		if (rule.count !== undefined && rule.count <= 0) continue;
		if (rule.locations !== undefined && !rule.locations.some((each) => each.toLowerCase() === location.toLowerCase())) continue;
		if (rule.count !== undefined) rule.count -= 1;
		const message = rule.message ?? `The requested resource is not available in the location '${location}' at this moment.`;
		const refused = refusal(rule.status, rule.code, message);
		return { ...refused, effects: [{ kind: "event", event: { kind: "container", name, event: "refused", text: rule.code } }] };
	}
	return null;
}

function conflictWith(known: ContainerGroup, wanted: ContainerGroup): ArmAnswer | null {
	const { name } = known;
	if (known.goneAt !== null) {
		return refusal(409, "ContainerGroupTransitioning", `The container group '${name}' is still transitioning, please retry later.`);
	}
	if (known.location.toLowerCase() !== wanted.location.toLowerCase()) {
		const message = `The resource '${name}' already exists in location '${known.location}' in resource group '${known.resourceGroup}'. A resource with the same name cannot be created in location '${wanted.location}'. Please select a new resource name.`;
		return refusal(409, "InvalidResourceLocation", message);
	}
	if (known.phase === "Terminated" || fixedParts(known) === fixedParts(wanted)) return null;
	const message = `The updates on container group '${name}' are invalid. If you are going to update the os type, restart policy, network profile, CPU, memory or GPU resources for a container group, you must delete it first and then create a new one.`;
	return refusal(400, "InvalidContainerGroupUpdate", message);
}

/** What an update may not change. */
function fixedParts({ properties }: ContainerGroup): string {
	const containers = properties.containers as { properties?: { resources?: unknown } }[];
	return JSON.stringify([properties.osType, properties.restartPolicy, containers.map((each) => each.properties?.resources)]);
}
