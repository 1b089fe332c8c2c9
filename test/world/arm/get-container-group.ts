/** GET .../containerGroups/G, with its instance view. */
import { groupNamed, keyOf } from "../state.ts";
import { answer, groupNotFound, resourceNotFound } from "./answer.ts";
import { containerGroupBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const containerGroupType = "Microsoft.ContainerInstance/containerGroups";

export const getContainerGroup: Route = (state, _request, { group, name }) => {
	if (groupNamed(state, group) === undefined) return groupNotFound(group);
	const found = state.containerGroups.get(keyOf(group, name));
	return found === undefined ? resourceNotFound(containerGroupType, name, group) : answer(200, containerGroupBody(state, found, true));
};
