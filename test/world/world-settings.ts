/** The app's settings in this world, and what the platform gives a container. */
import { appIdentity, identityId, runnerIdentity } from "./identities.ts";
import type { WorldNames } from "./types.ts";

/** Where everything listens. */
export interface Endpoints {
	/** By name, so that the name can fail to resolve. */
	arm: string;
	/** With the account, no trailing slash. */
	table: string;
	blob: string;
	/** The container for runs. */
	runs: string;
	webhook: string;
	caFile: string;
}

export interface IdentityPlace {
	endpoint: string;
	header: string;
}

export interface SettingsInput {
	names: WorldNames;
	runnerResourceGroup: string;
	endpoints: Endpoints;
	identity: IdentityPlace;
	repositoryUrl: string;
}

/** All that the app needs; intervals and thresholds are left to whoever plays. */
export function settingsOf({ names, runnerResourceGroup, endpoints, identity, repositoryUrl }: SettingsInput): Record<string, string> {
	return {
		AZURE_SUBSCRIPTION_ID: names.subscriptionId,
		AZURE_RESOURCE_GROUP: names.resourceGroup,
		AKS_CLUSTER_NAME: names.clusterName,
		ENVIRONMENT_RESOURCE_GROUPS: names.groups.join(","),
		DEPLOY_USER: "oasis",
		GIT_REPO_URL: repositoryUrl,
		GIT_REF: "main",
		SLACK_WEBHOOK_URL: endpoints.webhook,
		RUNNER_IMAGE: "keepalived.azurecr.io/runner:1.0.0",
		RUNNER_RESOURCE_GROUP: runnerResourceGroup,
		RUNNER_IDENTITY_ID: identityId(runnerIdentity, names.subscriptionId, runnerResourceGroup),
		RUNS_URL: endpoints.runs,
		AzureWebJobsStorage__tableServiceUri: endpoints.table,
		AzureWebJobsStorage__blobServiceUri: endpoints.blob,
		AZURE_RESOURCE_MANAGER_ENDPOINT: endpoints.arm,
		AZURE_CLIENT_ID: appIdentity.clientId,
		AZURE_TOKEN_CREDENTIALS: "ManagedIdentityCredential",
		IDENTITY_ENDPOINT: identity.endpoint,
		IDENTITY_HEADER: identity.header,
		NODE_EXTRA_CA_CERTS: endpoints.caFile,
	};
}

/** What a container finds besides the variables of its PUT. `identity` null: none was assigned. */
export function platformVariables(
	endpoints: Endpoints,
	identity: IdentityPlace | null,
	toolPath: readonly string[],
): Record<string, string> {
	const own = identity === null ? {} : { IDENTITY_ENDPOINT: identity.endpoint, IDENTITY_HEADER: identity.header };
	return {
		...own,
		PATH: [...toolPath, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
		LANG: "C.UTF-8",
		CURL_CA_BUNDLE: endpoints.caFile,
		SSL_CERT_FILE: endpoints.caFile,
		GIT_SSL_CAINFO: endpoints.caFile,
		NODE_EXTRA_CA_CERTS: endpoints.caFile,
		KEEPALIVED_WORLD_ARM: endpoints.arm,
	};
}
