/** PUT .../managedClusters/C: Creating for a while; over a cluster that is there, Updating. */
import { makeCluster, told } from "../environment.ts";
import { clusterNamed, groupNamed } from "../state.ts";
import { answer, beingDeleted, groupNotFound, member, refusal, tagsOf, text } from "./answer.ts";
import { clusterBody } from "./bodies.ts";
import { operationUrl } from "./get-operation.ts";
import type { Route } from "./route.ts";

export const putCluster: Route = (state, request, { group: resourceGroup, name }, now) => {
	const group = groupNamed(state, resourceGroup);
	if (group === undefined) return groupNotFound(resourceGroup);
	if (group.provisioningState === "Deleting") return beingDeleted(group.name);
	const location = text(member(request.body, "location"));
	if (location === undefined) return refusal(400, "LocationRequired", "The location property is required for this definition.");
	const headers = { "azure-asyncoperation": operationUrl(state, request, "make-cluster", `${group.name}/${name}`) };
	const known = clusterNamed(state, resourceGroup, name);
	if (known === undefined) {
		const tags = tagsOf(member(request.body, "tags"));
		const made = makeCluster(state, { resourceGroup: group.name, name, location, tags, by: request.caller.actor }, now);
		return answer(201, clusterBody(state, made), headers, [told(`cluster ${name}: Creating`)]);
	}
	if (known.provisioningState === "Deleting") {
		return refusal(
			409,
			"OperationNotAllowed",
			`Operation is not allowed: another operation (Deleting) is in progress on cluster '${name}'.`,
		);
	}
	known.provisioningState = "Updating";
	known.settles = { state: "Succeeded", at: now + state.rules.creatingMs };
	return answer(200, clusterBody(state, known), headers, [told(`cluster ${name}: Updating`)]);
};
