/** GET .../managedClusters, of one resource group or of the subscription. */
import { groupNamed } from "../state.ts";
import { answer, groupNotFound } from "./answer.ts";
import { clusterBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const listClusters: Route = (state, _request, { group }) => {
	if (group !== "" && groupNamed(state, group) === undefined) return groupNotFound(group);
	const clusters = [...state.clusters.values()].filter(({ resourceGroup }) => {
		return group === "" || resourceGroup.toLowerCase() === group.toLowerCase();
	});
	return answer(200, { value: clusters.map((cluster) => clusterBody(state, cluster)) });
};
