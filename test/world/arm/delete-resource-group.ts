/** DELETE .../resourceGroups/G: accepted; the group stays Deleting for a while. */
import { deleteGroup } from "../environment.ts";
import { groupNamed } from "../state.ts";
import { answer, groupNotFound } from "./answer.ts";
import { operationUrl } from "./get-operation.ts";
import type { Route } from "./route.ts";

export const deleteResourceGroup: Route = (state, request, { group: name }, now) => {
	const group = groupNamed(state, name);
	if (group === undefined) return groupNotFound(name);
	const effects = deleteGroup(state, group, state.rules.deletingMs, now);
	return answer(202, null, { location: operationUrl(state, request, "delete-group", name) }, effects);
};
