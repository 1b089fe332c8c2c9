/** POST .../containerGroups/G/stop: its process is killed, the group stays. */
import { halt } from "../containers.ts";
import { keyOf } from "../state.ts";
import { answer, resourceNotFound } from "./answer.ts";
import { containerGroupType } from "./get-container-group.ts";
import type { Route } from "./route.ts";

export const stopContainerGroup: Route = (state, _request, { group, name }, now) => {
	const found = state.containerGroups.get(keyOf(group, name));
	if (found === undefined) return resourceNotFound(containerGroupType, name, group);
	return answer(204, null, {}, halt(found, now));
};
