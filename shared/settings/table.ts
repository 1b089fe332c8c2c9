/**
 * All settings, in the order in which people read them. The README's table, the
 * sample and the deployed app settings are made of this one.
 */
import { blobContainer, endpoint, heartbeat, webhook } from "./addresses.ts";
import { duration } from "./durations.ts";
import { image } from "./image.ts";
import { commaSeparated, flag, numberBetween, oneOf } from "./kind.ts";
import { makeWords } from "./make-words.ts";
import { clusterName, deployUser, guid, region, resourceGroupName } from "./names.ts";
import { gitRef, gitUrl, programPath, sshKey } from "./repository.ts";
import { groupNameOrId, identityId } from "./resource-ids.ts";
import { optional, required, requiredForContainers, withDefault } from "./row.ts";
import { schedule } from "./schedule.ts";
import { accountName, connectionString } from "./storage.ts";
import { target, targets } from "./words.ts";

/** Name to row. */
export const table = {
	AZURE_SUBSCRIPTION_ID: required(guid, "subscription of the cluster to watch", "<subscription id>"),
	AZURE_RESOURCE_GROUP: required(resourceGroupName, "its resource group", "<hcp-underlay-pers-usw3oasi-svc>"),
	AKS_CLUSTER_NAME: required(clusterName, "its name", "<pers-usw3oasi-svc>"),
	SLACK_WEBHOOK_URL: optional(webhook, "Slack incoming webhook, any https host. Unset: messages go to the log", {
		secret: true,
		sample: "<https://hooks.slack.com/services/..., or remove this line>",
	}),
	GIT_REPO_URL: withDefault(
		"git@github.com:Azure/ARO-HCP.git",
		gitUrl,
		"a `git@github.com:` address without `GIT_SSH_KEY` is cloned over https",
	),
	GIT_REF: withDefault("main", gitRef, "branch, tag or commit"),
	GIT_SSH_KEY: optional(sshKey, "private key, for a private repository", { secret: true, mayBePadded: true }),
	DEPLOY_USER: withDefault(
		"oasis",
		deployUser,
		"becomes `USER` for make. When `AZURE_RESOURCE_GROUP` starts with `hcp-underlay-`, its stem (without `-svc`, `-mgmt-N`) must end in the first four characters of this: nobody else's environment is ever built or deleted",
	),
	GO_BINARY_PATH: optional(programPath, "its folder goes first on PATH", { defaultWords: "the runner's own Go" }),
	HEALTHY_INTERVAL: withDefault("1h", duration, "poll interval while the cluster is Succeeded"),
	UNHEALTHY_INTERVAL: withDefault("5m", duration, "poll interval while it is NotFound, Failed, Canceled or unreadable"),
	PROVISIONING_INTERVAL: withDefault("5m", duration, "poll interval while it is changing or a run is on"),
	NOT_FOUND_THRESHOLD: withDefault("5", numberBetween(1, 100), "consecutive NotFound checks before a redeploy"),
	RUN_ONCE: withDefault("false", flag, "standalone: one check and one watch tick, then exit"),
	DEPLOY_PERSIST: withDefault("false", flag, "`PERSIST=true` for make: 15 days instead of 48 hours"),
	DEPLOY_TARGET: withDefault("personal-dev-env", target, "make target that builds the environment"),
	CLEANUP_TARGET: withDefault("cleanup-entrypoint/Region", target, "make target that deletes it"),
	DEPLOY_MAKE_ARGS: withDefault(
		"USE_LATEST_IMAGES=1 STEP_CACHE_DIR= EXTRA_ARGS=--concurrency=16",
		makeWords,
		"further words for the deploy's make, split as a shell splits them, never evaluated",
		{ mayBeEmpty: true },
	),
	CLEANUP_MAKE_ARGS: withDefault("", makeWords, "further words for the clean-up's make; its own fixed arguments stay", {
		mayBeEmpty: true,
		defaultWords: "none",
	}),
	POST_DEPLOY_TARGETS: withDefault("", targets, "make targets after a success; their failure is told and cleans up nothing", {
		mayBeEmpty: true,
		defaultWords: "none",
	}),
	OWNER_PRINCIPAL_ID: optional(
		guid,
		"object id of the person whose environment it is: gets the access that a deploy gives to whoever runs it",
	),
	ENVIRONMENT_RESOURCE_GROUPS: optional(
		commaSeparated(resourceGroupName),
		"all resource groups of the environment, separated by commas. Derived from ARO-HCP's naming when `AZURE_RESOURCE_GROUP` ends in `-svc` or `-mgmt-N`, else just that group",
		{ defaultWords: "derived" },
	),
	LEFTOVER_GROUPS: withDefault(
		"cleanup",
		oneOf(["cleanup", "deploy", "hold"]),
		"when the cluster is confirmed gone but the same old groups remain for an hour: `cleanup` first, `deploy` over them, or `hold`",
	),
	RUNNER: withDefault(
		"aci",
		oneOf(["aci", "process"]),
		"`aci`: container groups. `process`: a child process of the standalone mode, with your own `az login`; the other `RUNNER_*` and `RUNS_URL` are then not required",
	),
	RUNNER_IMAGE: requiredForContainers(image, "pinned tag or digest; `latest` is refused", "<registry.azurecr.io/runner:1.0.0>"),
	RUNNER_RESOURCE_GROUP: requiredForContainers(
		groupNameOrId,
		"where container groups are created: a name, or a full resource id where it lies in another subscription; never one of the environment's groups",
		"<keepalived-runner>",
	),
	RUNNER_LOCATIONS: optional(commaSeparated(region), "regions in order of preference, separated by commas", {
		defaultWords: "the group's",
	}),
	RUNNER_CPU: withDefault("4", numberBetween(1, 32, 2), "vCPU of a container group"),
	RUNNER_MEMORY_GB: withDefault("16", numberBetween(1, 256, 1), "memory of a container group"),
	RUNNER_IDENTITY_ID: requiredForContainers(
		identityId,
		"resource id of the runner's user-assigned identity",
		"<resource id of the user-assigned identity>",
	),
	RUNS_URL: requiredForContainers(
		blobContainer,
		"blob container for run markers, verdicts, full logs and artifacts",
		"<https://account.blob.core.windows.net/runs>",
	),
	DEPLOY_TIMEOUT: withDefault("2h", duration, "deadline of a deploy's make"),
	CLEANUP_TIMEOUT: withDefault("90m", duration, "deadline of a clean-up's make"),
	MAX_DEPLOY_ATTEMPTS: withDefault("3", numberBetween(1, 100), "deploys within one incident"),
	RETRY_BACKOFF: withDefault("75m", duration, "wait after a clean-up before the next deploy"),
	MAX_DEPLOYS_PER_WEEK: withDefault("7", numberBetween(1, 100), "deploys within any seven days"),
	HEARTBEAT_URL: optional(heartbeat, "pinged at most every 10 minutes by a tick that ended well, its `/fail` by one that did not", {
		secret: true,
	}),
	CHECK_SCHEDULE: withDefault("0 * * * * *", schedule, "NCRONTAB, six fields, of `checkCluster`; intervals are kept all the same"),
	WATCH_SCHEDULE: withDefault("30 * * * * *", schedule, "NCRONTAB, six fields, of `watchContainer`"),
	AzureWebJobsStorage: optional(connectionString, "storage of Functions itself, and of the state table", {
		secret: true,
		defaultWords: "required, or one of the next two",
		sample: "UseDevelopmentStorage=true",
	}),
	AzureWebJobsStorage__accountName: optional(accountName, "the same by the app's identity"),
	AzureWebJobsStorage__tableServiceUri: optional(endpoint, "the same, where the address is not the public cloud's"),
	AZURE_CLIENT_ID: optional(guid, "client id of the app's own user-assigned identity", { defaultWords: "the default identity" }),
	AZURE_RESOURCE_MANAGER_ENDPOINT: withDefault("https://management.azure.com", endpoint, "other clouds, and the local world"),
};

/** For types made of it. */
export type Table = typeof table;
/** The name of an environment variable. */
export type SettingName = keyof Table;
/** In the order of the table. */
export const settingNames = Object.keys(table) as readonly SettingName[];
