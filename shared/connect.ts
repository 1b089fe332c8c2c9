/** From checked settings to everything that a tick reaches: the one place where adapters are made. */
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TableClient } from "@azure/data-tables";
import type { TokenCredential } from "@azure/identity";
import type { ArmAccess } from "./adapters/arm-client.ts";
import { containerGroupsByPlace, runsByPlace } from "./adapters/by-place.ts";
import { createChildProcesses } from "./adapters/child-processes.ts";
import { createClock } from "./adapters/clock.ts";
import { createClusters } from "./adapters/clusters.ts";
import { createContainerGroups } from "./adapters/container-groups.ts";
import { createCredential } from "./adapters/credential.ts";
import { createDeadlines } from "./adapters/deadlines.ts";
import { createHeartbeat, type Heartbeat } from "./adapters/heartbeat.ts";
import { createLogMessenger } from "./adapters/log-messenger.ts";
import { type Machine, openMachine } from "./adapters/machine.ts";
import { personEnvironment } from "./adapters/person-environment.ts";
import { processEnvironment } from "./adapters/process-environment.ts";
import { createRandom } from "./adapters/random.ts";
import { createResourceGroups } from "./adapters/resource-groups.ts";
import { createRunsBlob } from "./adapters/runs-blob.ts";
import { createRunsFolder } from "./adapters/runs-folder.ts";
import { createSlack } from "./adapters/slack.ts";
import { createStateTable } from "./adapters/state-table.ts";
import { limits } from "./domain/limits.ts";
import type { Environment, Ports } from "./environment.ts";
import type { EnvironmentOf } from "./other-environments.ts";
import type { Clock, ContainerGroups, Log, Messenger, Random, StateStore } from "./ports.ts";
import { policyOf, policyOfRun } from "./settings/policy.ts";
import type { Settings, StorageSettings } from "./settings/settings.ts";

export interface Connection {
	readonly environment: Environment;
	/** The environment of another partition, by the spec of its run. */
	readonly environmentOf: EnvironmentOf;
	readonly ports: Ports;
	readonly heartbeat: Heartbeat;
}

const table = "keepalived";

/** Makes clients, asks nothing of anyone yet. */
export function connect(settings: Settings, log: Log): Connection {
	const clock = createClock();
	const deadlines = createDeadlines();
	const random = createRandom();
	const machine = settings.runner.kind === "process" ? openMachine(join(homedir(), ".aro-hcp-keepalived", "runs"), random) : null;
	const credential = createCredential(settings.azureClientId);
	const arm: ArmAccess = { credential, endpoint: settings.resourceManagerEndpoint, deadlines, callDeadline: limits.call };
	const { gitSshKey, resourceManagerEndpoint } = settings;
	const environment: Environment = { key: settings.key, policy: policyOf(settings, machine), gitSshKey, resourceManagerEndpoint };
	const environmentOf: EnvironmentOf = (key, spec) => ({
		key,
		policy: policyOfRun(settings, key, spec, machine),
		gitSshKey,
		resourceManagerEndpoint,
	});
	const ports: Ports = {
		clock,
		deadlines,
		random,
		clusters: createClusters(arm),
		resourceGroups: createResourceGroups(arm),
		containerGroups: containerGroupsByPlace(createContainerGroups(arm), machine && connectProcesses(machine, clock, random)),
		runs: runsByPlace(
			createRunsBlob({ credential, deadlines, callDeadline: limits.call, now: clock.now }),
			machine && createRunsFolder(machine, clock, random),
		),
		state: connectState(settings.storage, credential),
		messenger: connectMessenger(settings.slackWebhookUrl, log),
		log,
	};
	return { environment, environmentOf, ports, heartbeat: createHeartbeat(settings.heartbeatUrl, clock, deadlines, limits.call) };
}

/** Of the standalone mode, which runs from its own sources: the script lies beside them. */
function connectProcesses(machine: Machine, clock: Clock, random: Random): ContainerGroups {
	const script = fileURLToPath(new URL("../infra/runner/run.sh", import.meta.url));
	return createChildProcesses({ machine, clock, random, script, environment: personEnvironment(processEnvironment()) });
}

/** Where messages go: the webhook, or without one the log. */
export function connectMessenger(webhook: string | null, log: Log): Messenger {
	return webhook === null ? createLogMessenger(log) : createSlack(webhook, createDeadlines(), limits.call);
}

function connectState(storage: StorageSettings, credential: TokenCredential): StateStore {
	const options = { retryOptions: { maxRetries: 0 } };
	const client =
		storage.kind === "identity"
			? new TableClient(storage.tableEndpoint, table, credential, options)
			: TableClient.fromConnectionString(storage.connectionString, table, { ...options, allowInsecureConnection: true });
	return createStateTable({ client, deadlines: createDeadlines(), callDeadline: limits.call });
}
