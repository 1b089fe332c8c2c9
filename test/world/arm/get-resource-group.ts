/** GET (and HEAD) .../resourceGroups/G: HEAD says 204 for there. */
import { groupNamed } from "../state.ts";
import { answer, groupNotFound } from "./answer.ts";
import { resourceGroupBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const getResourceGroup: Route = (state, request, { group: name }) => {
	const group = groupNamed(state, name);
	if (group === undefined) return groupNotFound(name);
	return request.method === "HEAD" ? answer(204, null) : answer(200, resourceGroupBody(state, group));
};
