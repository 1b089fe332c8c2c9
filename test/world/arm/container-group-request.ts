/** Reads a PUT body of a container group (API 2023-05-01) as the service does: what is missing or wrong is refused. */
import { identityId, runnerIdentity } from "../identities.ts";
import type { ContainerGroup, Variable, WorldState } from "../types.ts";
import { type ArmAnswer, type ArmRequest, member, refusal, tagsOf, text } from "./answer.ts";

interface Place {
	resourceGroup: string;
	name: string;
	/** The resource group's, used when the body names none. */
	location: string;
}

/** The group as it begins, or why not. */
export function readContainerGroup(state: WorldState, request: ArmRequest, place: Place, now: number): ContainerGroup | ArmAnswer {
	const properties = member(request.body, "properties");
	const containers = member(properties, "containers");
	const wrong = wrongName(place.name) ?? wrongShape(properties, containers) ?? wrongIdentity(state, member(request.body, "identity"));
	if (wrong !== null) return wrong;
	const shown = (containers as unknown[]).map(withoutSecrets);
	const { resourceGroup, name } = place;
	const first = member((containers as unknown[])[0], "properties");
	const command = member(first, "command");
	return {
		resourceGroup,
		name,
		location: text(member(request.body, "location")) ?? place.location,
		tags: tagsOf(member(request.body, "tags")),
		properties: { ...(properties as object), containers: shown },
		identity: (member(request.body, "identity") as Record<string, unknown> | undefined) ?? null,
		variables: variablesOf(first),
		command: Array.isArray(command) ? command.map(String) : [],
		createdAt: now,
		createdBy: request.caller.actor,
		phase: "Pending",
		provisioningState: "Pending",
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

function wrongName(name: string): ArmAnswer | null {
	if (name.length <= 63 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return null;
	const message = `The container group name '${name}' is invalid. It must be 1 to 63 lower-case letters, digits and single hyphens, and begin and end with a letter or digit.`;
	return refusal(400, "InvalidContainerGroupName", message);
}

function missing(path: string): ArmAnswer {
	return refusal(400, "InvalidRequestContent", `The request content was invalid: required property '${path}' was not found.`);
}

function wrongShape(properties: unknown, containers: unknown): ArmAnswer | null {
	if (member(properties, "osType") === undefined) return missing("properties.osType");
	if (!Array.isArray(containers) || containers.length === 0) return missing("properties.containers");
	for (const container of containers as unknown[]) {
		const inner = member(container, "properties");
		const requests = member(member(inner, "resources"), "requests");
		if (text(member(container, "name")) === undefined) return missing("name");
		if (text(member(inner, "image")) === undefined) return missing("properties.image");
		if (typeof member(requests, "cpu") !== "number" || typeof member(requests, "memoryInGB") !== "number")
			return missing("properties.resources.requests");
		for (const variable of environment(inner)) {
			const name = text(member(variable, "name")) ?? "";
			if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name)) {
				return refusal(400, "InvalidContainerEnvironmentVariable", `The environment variable name '${name}' is invalid.`);
			}
		}
	}
	return null;
}

/** Whoever asks needs the right to assign the identity; here only the runner's may be assigned. */
function wrongIdentity(state: WorldState, identity: unknown): ArmAnswer | null {
	const known = identityId(runnerIdentity, state.names.subscriptionId, state.runnerResourceGroup).toLowerCase();
	const ids = Object.keys((member(identity, "userAssignedIdentities") as object | undefined) ?? {});
	const strange = ids.find((id) => id.toLowerCase() !== known);
	if (strange === undefined) return null;
	const message = `The client has permission to perform action 'Microsoft.ManagedIdentity/userAssignedIdentities/assign/action' on scope of the container group, however the linked scope '${strange}' was not found or is not authorized.`;
	return refusal(403, "LinkedAuthorizationFailed", message);
}

function environment(containerProperties: unknown): unknown[] {
	const variables = member(containerProperties, "environmentVariables");
	return Array.isArray(variables) ? variables : [];
}

function variablesOf(containerProperties: unknown): Variable[] {
	return environment(containerProperties).map((variable) => {
		const secret = text(member(variable, "secureValue"));
		return {
			name: text(member(variable, "name")) ?? "",
			value: secret ?? text(member(variable, "value")) ?? "",
			secret: secret !== undefined,
		};
	});
}

/** secureValue is write only: no look ever shows it. */
function withoutSecrets(container: unknown): unknown {
	const properties = member(container, "properties") as Record<string, unknown>;
	const environmentVariables = environment(properties).map((variable) => {
		const { secureValue: _, ...rest } = variable as Record<string, unknown>;
		return rest;
	});
	return { ...(container as object), properties: { ...properties, environmentVariables } };
}
