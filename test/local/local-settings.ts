/** The settings that every local app has besides the world's: short intervals, so that a story takes seconds. */

export const localNames = {
	subscriptionId: "11111111-2222-4333-8444-555555555555",
	resourceGroup: "hcp-underlay-pers-usw3oasi-svc",
	clusterName: "pers-usw3oasi-svc",
	groups: ["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
};

export const runnerResourceGroup = "keepalived-runner";

/** Intervals and schedules of a story that does not say otherwise. */
export const shortIntervals: Readonly<Record<string, string>> = {
	CHECK_SCHEDULE: "* * * * * *",
	WATCH_SCHEDULE: "* * * * * *",
	HEALTHY_INTERVAL: "2s",
	UNHEALTHY_INTERVAL: "1s",
	PROVISIONING_INTERVAL: "1s",
	NOT_FOUND_THRESHOLD: "3",
};

/** Stands where the world's own settings will stand, so that the rest can be checked before a world is started. */
export const placeholders: Readonly<Record<string, string>> = {
	AZURE_SUBSCRIPTION_ID: localNames.subscriptionId,
	AZURE_RESOURCE_GROUP: localNames.resourceGroup,
	AKS_CLUSTER_NAME: localNames.clusterName,
	DEPLOY_USER: "oasis",
	RUNNER_IMAGE: "keepalived.azurecr.io/runner:1.0.0",
	RUNNER_RESOURCE_GROUP: runnerResourceGroup,
	RUNNER_IDENTITY_ID: `/subscriptions/${localNames.subscriptionId}/resourceGroups/${runnerResourceGroup}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/keepalived-runner`,
	RUNS_URL: "https://127.0.0.1:10000/devstoreaccount1/runs",
	AzureWebJobsStorage__tableServiceUri: "https://127.0.0.1:10002/devstoreaccount1",
	AZURE_RESOURCE_MANAGER_ENDPOINT: "https://localhost:10443",
};
