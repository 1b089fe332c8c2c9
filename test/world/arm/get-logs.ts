/** GET .../containers/C/logs?tail=N: what is kept of the log of the container's present instance. */
import { lastBytes, runningLogBytes } from "../containers.ts";
import { groupNamed, keyOf } from "../state.ts";
import { answer, groupNotFound, refusal, resourceNotFound } from "./answer.ts";
import { containerGroupType } from "./get-container-group.ts";
import type { Route } from "./route.ts";

export const getLogs: Route = (state, _request, { group, name, container, query }) => {
	if (groupNamed(state, group) === undefined) return groupNotFound(group);
	const found = state.containerGroups.get(keyOf(group, name));
	if (found === undefined) return resourceNotFound(containerGroupType, name, group);
	const containers = found.properties.containers as { name?: unknown }[];
	if (!containers.some((each) => each.name === container)) {
		return refusal(404, "ContainerNotFound", `The container '${container}' in container group '${name}' is not found.`);
	}
	if (found.startedAt === null) {
		return refusal(404, "ContainerLogNotAvailable", `The log of container '${container}' in container group '${name}' is not available.`);
	}
	const tail = Number(query.get("tail") ?? Number.POSITIVE_INFINITY);
	const kept = lastBytes(found.log, runningLogBytes);
	const lines = Number.isFinite(tail) ? kept.slice(-tail) : kept;
	return answer(200, { content: lines.map((line) => `${line}\n`).join("") });
};
