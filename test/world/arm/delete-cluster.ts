/** DELETE .../managedClusters/C: accepted; Deleting for a while. 204 where there is none. */
import { deleteCluster } from "../environment.ts";
import { clusterNamed } from "../state.ts";
import { answer } from "./answer.ts";
import { operationUrl } from "./get-operation.ts";
import type { Route } from "./route.ts";

export const deleteManagedCluster: Route = (state, request, { group, name }, now) => {
	const cluster = clusterNamed(state, group, name);
	if (cluster === undefined) return answer(204, null);
	const effects = deleteCluster(cluster, state.rules.deletingMs, now);
	return answer(202, null, { location: operationUrl(state, request, "delete-cluster", `${group}/${name}`) }, effects);
};
