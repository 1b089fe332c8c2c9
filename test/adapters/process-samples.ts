/** A start of a machine's, and what it is begun with. */
import type { Machine } from "../../shared/adapters/machine.ts";
import type { Start } from "../../shared/domain/state.ts";
import type { ContainerGroupRequest } from "../../shared/ports.ts";
import { ourTags } from "./container-group-bodies.ts";
import { run, spec, startNamed } from "./samples.ts";

/** A start named `name` on this machine. */
export function processStart(machine: Machine, name: string): Start {
	const id = `${machine.runnerGroupId}/providers/Microsoft.ContainerInstance/containerGroups/${name}`;
	return startNamed(name, { id, location: "process", runsUrl: machine.runsUrl });
}

/** What it is created with. */
export function processRequest(machine: Machine, name: string): ContainerGroupRequest {
	const variables = [
		{ name: "KEEPALIVED_GROUP", value: name, secret: false },
		{ name: "KEEPALIVED_RUNS_URL", value: machine.runsUrl, secret: false },
		{ name: "GIT_SSH_KEY", value: "a-secret-key", secret: true },
	];
	return { start: processStart(machine, name), run, spec, variables, tags: ourTags(name) };
}
