/** Small valid things: each test changes what it is about. */
import type { EnvironmentNames, Run, RunSpec, Start } from "../../shared/domain/state.ts";

export const names: EnvironmentNames = {
	subscriptionId: "11111111-2222-4333-8444-555555555555",
	resourceGroup: "hcp-underlay-pers-usw3oasi-svc",
	clusterName: "pers-usw3oasi-svc",
	groups: ["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
};

export const runnerGroupId = `/subscriptions/${names.subscriptionId}/resourceGroups/keepalived-runner`;
const provider = `${runnerGroupId}/providers`;

export const spec: RunSpec = {
	...names,
	user: "oasis",
	repository: "https://github.com/Azure/ARO-HCP.git",
	ref: "main",
	sha: null,
	target: "personal-dev-env",
	makeArgs: ["USE_LATEST_IMAGES=1", "EXTRA_ARGS=--concurrency=16"],
	postTargets: [],
	cleanupTarget: "cleanup-entrypoint/Region",
	cleanupMakeArgs: [],
	persist: false,
	ownerPrincipalId: null,
	goBinaryPath: null,
	image: "keepalived.azurecr.io/runner:1.0.0",
	identityId: `${provider}/Microsoft.ManagedIdentity/userAssignedIdentities/keepalived-runner`,
	runnerGroupId,
	cpu: 4,
	memoryGb: 16,
	locations: ["westus3"],
	runsUrl: "https://runs.example/runs",
	deployTimeoutSeconds: 7_200,
	cleanupTimeoutSeconds: 5_400,
	acceptedLeftovers: [],
};

/** A start named `name`, issued and not yet heard of. */
export function startNamed(name: string, changes: Partial<Start> = {}): Start {
	return {
		name,
		id: `${provider}/Microsoft.ContainerInstance/containerGroups/${name}`,
		run: 7,
		location: "westus3",
		runsUrl: spec.runsUrl,
		issuedAt: "2026-11-30T09:15:00.000Z",
		notAfter: "2026-12-01T09:15:00.000Z",
		answer: null,
		revokeRequestedAt: null,
		marker: null,
		overAt: null,
		deleteRequestedAt: null,
		missingSince: null,
		...changes,
	};
}

export const start = startNamed("keepalived-a1b2c3-7-1");

export const run: Run = {
	kind: "deploy",
	number: 7,
	id: "20261130T091500Z-deploy-7",
	issuedAt: "2026-11-30T09:15:00.000Z",
	starts: [start.name],
	current: start.name,
	spec,
	startedAt: null,
	lateToldAt: null,
	stopping: null,
	notBefore: null,
	triesSpent: 0,
	neverStarted: 0,
	since: "2026-11-30T09:15:00.000Z",
	endedAt: null,
	absentSince: null,
};
