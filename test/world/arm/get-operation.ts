/** Long-running operations: their state is read off the world, nothing is kept of them. */
import { clusterNamed, groupNamed } from "../state.ts";
import type { WorldState } from "../types.ts";
import { type ArmAnswer, type ArmRequest, answer } from "./answer.ts";
import type { Route } from "./route.ts";

type Operation = "delete-group" | "delete-cluster" | "make-cluster" | "delete-container-group" | "make-container-group";
type Status = "InProgress" | "Succeeded" | "Failed";

/** Where the operation's status can be asked. */
export function operationUrl(state: WorldState, { origin }: ArmRequest, operation: Operation, subject: string): string {
	const id = `${operation}.${Buffer.from(subject.toLowerCase()).toString("base64url")}`;
	const { subscriptionId } = state.names;
	return `${origin}/subscriptions/${subscriptionId}/providers/Microsoft.Resources/locations/westus3/operations/${id}?api-version=2023-05-01`;
}

function statusOf(state: WorldState, operation: string, subject: string): Status {
	const [group = "", name = ""] = subject.split("/");
	const container = state.containerGroups.get(subject);
	switch (operation) {
		case "delete-group":
			return groupNamed(state, group) === undefined ? "Succeeded" : "InProgress";
		case "delete-cluster":
			return clusterNamed(state, group, name) === undefined ? "Succeeded" : "InProgress";
		case "delete-container-group":
			return container === undefined ? "Succeeded" : "InProgress";
		case "make-cluster": {
			const provisioning = clusterNamed(state, group, name)?.provisioningState ?? "Failed";
			return provisioning === "Succeeded" || provisioning === "Failed" ? provisioning : "InProgress";
		}
		default:
			if (container === undefined || container.provisioningState === "Failed") return "Failed";
			return container.phase === "Pending" ? "InProgress" : "Succeeded";
	}
}

function eventsOf(state: WorldState, subject: string): unknown[] {
	return (state.containerGroups.get(subject)?.events ?? []).map(({ name, message, type }) => ({ name, message, type }));
}

/** A failed create carries no error object, only events: that is how the service does it. */
export const getOperation: Route = (state, _request, { name }): ArmAnswer => {
	const [operation = "", encoded = ""] = name.split(".");
	const subject = Buffer.from(encoded, "base64url").toString();
	const status = statusOf(state, operation, subject);
	if (operation === "delete-group") return answer(status === "InProgress" ? 202 : 200, null);
	return answer(200, { id: name, name, status, properties: { events: eventsOf(state, subject) } });
};
