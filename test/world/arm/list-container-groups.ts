/** GET .../containerGroups, of one resource group or of the subscription; without instance views, and not at once. */
import { groupNamed } from "../state.ts";
import { answer, groupNotFound } from "./answer.ts";
import { containerGroupBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const listContainerGroups: Route = (state, _request, { group }, now) => {
	if (group !== "" && groupNamed(state, group) === undefined) return groupNotFound(group);
	const groups = [...state.containerGroups.values()].filter(({ resourceGroup, createdAt }) => {
		const inside = group === "" || resourceGroup.toLowerCase() === group.toLowerCase();
		return inside && createdAt + state.rules.listLagMs <= now;
	});
	return answer(200, { value: groups.map((found) => containerGroupBody(state, found, false)) });
};
