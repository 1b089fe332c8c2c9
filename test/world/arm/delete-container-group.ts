/** DELETE .../containerGroups/G: processes are killed at once, the group is seen a little longer. 204 where there is none. */
import { remove } from "../containers.ts";
import { keyOf } from "../state.ts";
import { answer } from "./answer.ts";
import { operationUrl } from "./get-operation.ts";
import type { Route } from "./route.ts";

export const deleteContainerGroup: Route = (state, request, { group, name }, now) => {
	const found = state.containerGroups.get(keyOf(group, name));
	if (found === undefined) return answer(204, null);
	const headers = { "azure-asyncoperation": operationUrl(state, request, "delete-container-group", `${group}/${name}`) };
	return answer(202, null, headers, remove(state, found, now));
};
