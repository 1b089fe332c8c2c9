/** The smallest settings that are all good. Tests change one thing. */
export const subscription = "11111111-2222-4333-8444-555555555555";

/** For container runs, in Functions. */
export const smallest: Readonly<Record<string, string>> = {
	AZURE_SUBSCRIPTION_ID: subscription,
	AZURE_RESOURCE_GROUP: "hcp-underlay-pers-usw3oasi-svc",
	AKS_CLUSTER_NAME: "pers-usw3oasi-svc",
	RUNNER_IMAGE: "registry.azurecr.io/runner:1.0.0",
	RUNNER_RESOURCE_GROUP: "keepalived-runner",
	RUNNER_IDENTITY_ID: `/subscriptions/${subscription}/resourceGroups/keepalived-runner/providers/Microsoft.ManagedIdentity/userAssignedIdentities/runner`,
	RUNS_URL: "https://account.blob.core.windows.net/runs",
	AzureWebJobsStorage__accountName: "keepalived",
};
