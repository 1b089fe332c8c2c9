/** GET .../managedClusters/C */
import { clusterNamed, groupNamed } from "../state.ts";
import { answer, groupNotFound, resourceNotFound } from "./answer.ts";
import { clusterBody } from "./bodies.ts";
import type { Route } from "./route.ts";

export const getCluster: Route = (state, _request, { group, name }) => {
	if (groupNamed(state, group) === undefined) return groupNotFound(group);
	const cluster = clusterNamed(state, group, name);
	if (cluster === undefined) return resourceNotFound("Microsoft.ContainerService/managedClusters", name, group);
	return answer(200, clusterBody(state, cluster));
};
