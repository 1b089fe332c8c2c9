/** Does what a won commit calls for. Answers are hints; later looks are the truth. */
import type { Action } from "./domain/draft.ts";
import type { Answer } from "./domain/observation.ts";
import type { Environment, Ports } from "./environment.ts";
import { runVariables } from "./run-variables.ts";

/** Performs one action. Never throws. */
export async function perform(action: Action, environment: Environment, ports: Ports): Promise<Answer> {
	switch (action.type) {
		case "CreateContainerGroup":
			return create(action, environment, ports);
		case "DeleteContainerGroup":
			return ports.containerGroups.delete(action.start);
		case "RevokeStart": {
			const marker = await ports.runs.revoke(action.start, ports.random.hex(8));
			return marker.kind === "Marked" ? { kind: "Accepted" } : { kind: "Unknown", detail: "the marker is not there" };
		}
		case "ForgetHistory":
			await ports.state.forgetHistory(environment.key, action.before);
			return { kind: "Accepted" };
	}
}

async function create(action: Extract<Action, { type: "CreateContainerGroup" }>, environment: Environment, ports: Ports): Promise<Answer> {
	const { run, start } = action;
	const location = start.location === "" ? await ports.resourceGroups.location(run.spec.runnerGroupId) : start.location;
	if (location === null) {
		return { kind: "Refused", code: "RunnerResourceGroupUnreadable", detail: "the location of RUNNER_RESOURCE_GROUP can't be read" };
	}
	return ports.containerGroups.create({
		start: { ...start, location },
		run,
		spec: run.spec,
		variables: runVariables(run, start, environment),
		tags: {
			"keepalived-app": "aro-hcp-keepalived",
			"keepalived-environment": environment.policy.environmentTag,
			"keepalived-keeper": environment.policy.keeperTag,
			"keepalived-run": run.id,
			"keepalived-start": start.name,
		},
	});
}
