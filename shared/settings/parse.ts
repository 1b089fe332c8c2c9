/** The door by which the environment comes in: all settings checked together, or one error with every bad one. */
import { SettingsError } from "./error.ts";
import { readAll, readOne, type Variables } from "./read.ts";
import { withoutKey } from "./repository.ts";
import { groupsOf, type Host, rules, type Values } from "./rules.ts";
import type { RunnerSettings, Settings } from "./settings.ts";
import { chooseStorage } from "./storage.ts";
import { settingNames } from "./table.ts";

/** What even bad settings leave usable: enough to register timers and to tell someone. */
export interface PartialSettings {
	/** null: not set, or bad itself. */
	readonly slackWebhookUrl: string | null;
	/** The default where it is bad. */
	readonly checkSchedule: string;
	readonly watchSchedule: string;
}

/** All bad settings in one error, and what is usable all the same. */
export interface SettingsFault {
	readonly ok: false;
	readonly error: SettingsError;
	readonly partial: PartialSettings;
}

/** Told apart by `ok`. */
export type ParsedSettings = { readonly ok: true; readonly settings: Settings } | SettingsFault;

/**
 * Reads settings from environment variables. Never throws, and no value gets into
 * the error. `host` is where the product runs: `RUNNER=process` is refused in Functions.
 */
export function parseSettings(variables: Variables, host: Host = "functions"): ParsedSettings {
	const { values, problems } = readAll(variables);
	const all = new Map(problems);
	for (const { name, problem } of rules) {
		const sentence = problem(values, host);
		if (sentence !== null && !all.has(name)) all.set(name, sentence);
	}
	if (all.size === 0) return { ok: true, settings: assemble(values as Values) };
	const inOrder = settingNames.flatMap((name) => {
		const sentence = all.get(name);
		return sentence === undefined ? [] : [{ name, sentence }];
	});
	return { ok: false, error: new SettingsError(inOrder), partial: partialSettings(variables) };
}

function partialSettings(variables: Variables): PartialSettings {
	return {
		slackWebhookUrl: readOne("SLACK_WEBHOOK_URL", variables) as string | null,
		checkSchedule: readOne("CHECK_SCHEDULE", variables) as string,
		watchSchedule: readOne("WATCH_SCHEDULE", variables) as string,
	};
}

/** A value that the table and the rules vouch for. */
function present<T>(value: T | null | undefined): T {
	if (value === null || value === undefined) throw new TypeError("a setting that was checked is missing");
	return value;
}

function assemble(values: Values): Settings {
	const { AZURE_SUBSCRIPTION_ID: subscriptionId, AZURE_RESOURCE_GROUP: resourceGroup, AKS_CLUSTER_NAME: clusterName } = values;
	return {
		names: { subscriptionId, resourceGroup, clusterName, groups: present(groupsOf(values)) },
		key: `${subscriptionId}:${resourceGroup}:${clusterName}`.toLowerCase(),
		slackWebhookUrl: values.SLACK_WEBHOOK_URL,
		gitRepoUrl: values.GIT_SSH_KEY === null ? withoutKey(values.GIT_REPO_URL) : values.GIT_REPO_URL,
		gitRef: values.GIT_REF,
		gitSshKey: values.GIT_SSH_KEY,
		deployUser: values.DEPLOY_USER,
		goBinaryPath: values.GO_BINARY_PATH,
		healthyInterval: values.HEALTHY_INTERVAL,
		unhealthyInterval: values.UNHEALTHY_INTERVAL,
		provisioningInterval: values.PROVISIONING_INTERVAL,
		notFoundThreshold: values.NOT_FOUND_THRESHOLD,
		runOnce: values.RUN_ONCE,
		deployPersist: values.DEPLOY_PERSIST,
		deployTarget: values.DEPLOY_TARGET,
		cleanupTarget: values.CLEANUP_TARGET,
		deployMakeArgs: values.DEPLOY_MAKE_ARGS,
		cleanupMakeArgs: values.CLEANUP_MAKE_ARGS,
		postDeployTargets: values.POST_DEPLOY_TARGETS,
		ownerPrincipalId: values.OWNER_PRINCIPAL_ID,
		leftoverGroups: values.LEFTOVER_GROUPS,
		runner: runnerOf(values),
		deployTimeout: values.DEPLOY_TIMEOUT,
		cleanupTimeout: values.CLEANUP_TIMEOUT,
		maxDeployAttempts: values.MAX_DEPLOY_ATTEMPTS,
		retryBackoff: values.RETRY_BACKOFF,
		maxDeploysPerWeek: values.MAX_DEPLOYS_PER_WEEK,
		heartbeatUrl: values.HEARTBEAT_URL,
		checkSchedule: values.CHECK_SCHEDULE,
		watchSchedule: values.WATCH_SCHEDULE,
		storage: present(
			chooseStorage(values.AzureWebJobsStorage, values.AzureWebJobsStorage__accountName, values.AzureWebJobsStorage__tableServiceUri),
		),
		resourceManagerEndpoint: values.AZURE_RESOURCE_MANAGER_ENDPOINT,
		azureClientId: values.AZURE_CLIENT_ID,
	};
}

function runnerOf(values: Values): RunnerSettings {
	if (values.RUNNER === "process") return { kind: "process" };
	const place = present(values.RUNNER_RESOURCE_GROUP);
	return {
		kind: "aci",
		image: present(values.RUNNER_IMAGE),
		resourceGroupId: `/subscriptions/${place.subscriptionId ?? values.AZURE_SUBSCRIPTION_ID}/resourceGroups/${place.group}`,
		locations: values.RUNNER_LOCATIONS ?? [],
		cpu: values.RUNNER_CPU,
		memoryGb: values.RUNNER_MEMORY_GB,
		identityId: present(values.RUNNER_IDENTITY_ID).id,
		runsUrl: present(values.RUNS_URL),
	};
}
