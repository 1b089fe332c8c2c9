/** PUT .../resourceGroups/G: create, or update tags. The subscription's policy stamps `createdAt` where it is missing. */
import { makeGroup, told } from "../environment.ts";
import { groupNamed } from "../state.ts";
import { answer, beingDeleted, member, refusal, tagsOf, text } from "./answer.ts";
import { iso, resourceGroupBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const putResourceGroup: Route = (state, { body }, { group: name }, now) => {
	const location = text(member(body, "location"));
	if (location === undefined) return refusal(400, "LocationRequired", "The location property is required for this definition.");
	const tags = member(body, "tags");
	const known = groupNamed(state, name);
	if (known === undefined) {
		const made = makeGroup(state, { name, location, tags: tagsOf(tags) }, now);
		return answer(201, resourceGroupBody(state, made), {}, [told(`resource group ${name} was made`)]);
	}
	if (known.provisioningState === "Deleting") return beingDeleted(name);
	if (known.location.toLowerCase() !== location.toLowerCase()) {
		const message = `Invalid resource group location '${location}'. The Resource group already exists in location '${known.location}'.`;
		return refusal(409, "InvalidResourceGroupLocation", message);
	}
	if (tags !== undefined && tags !== null) known.tags = { createdAt: iso(now), ...tagsOf(tags) };
	return answer(200, resourceGroupBody(state, known));
};
