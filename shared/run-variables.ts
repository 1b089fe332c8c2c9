/** The environment variables that the runner script is started with. */
import { toMs } from "./domain/instant.ts";
import type { Run, Start } from "./domain/state.ts";
import type { Environment } from "./environment.ts";

export interface RunVariable {
	readonly name: string;
	readonly value: string;
	/** Travels as secureValue. */
	readonly secret: boolean;
}

/** Lists are one word a line: the script reads lines and evaluates nothing. */
export function runVariables(run: Run, start: Start, environment: Environment): readonly RunVariable[] {
	const { spec, kind } = run;
	const deploy = kind === "deploy";
	const plain: Readonly<Record<string, string>> = {
		KEEPALIVED_KIND: kind,
		KEEPALIVED_GROUP: start.name,
		KEEPALIVED_RUN: run.id,
		KEEPALIVED_RUNS_URL: spec.runsUrl,
		KEEPALIVED_NOT_AFTER: String(Math.floor(toMs(start.notAfter) / 1000)),
		KEEPALIVED_TIMEOUT_SECONDS: String(deploy ? spec.deployTimeoutSeconds : spec.cleanupTimeoutSeconds),
		KEEPALIVED_TARGET: deploy ? spec.target : spec.cleanupTarget,
		KEEPALIVED_MAKE_ARGS: (deploy ? spec.makeArgs : spec.cleanupMakeArgs).join("\n"),
		KEEPALIVED_POST_TARGETS: deploy ? spec.postTargets.join("\n") : "",
		KEEPALIVED_GROUPS: spec.groups.join("\n"),
		KEEPALIVED_ACCEPTED_GROUPS: spec.acceptedLeftovers.join("\n"),
		KEEPALIVED_RESOURCE_GROUP: spec.resourceGroup,
		KEEPALIVED_CLUSTER: spec.clusterName,
		KEEPALIVED_IDENTITY_ID: spec.identityId,
		GIT_REPO_URL: spec.repository,
		GIT_REF: spec.ref,
		GIT_SHA: spec.sha ?? "",
		DEPLOY_USER: spec.user,
		DEPLOY_PERSIST: String(spec.persist),
		OWNER_PRINCIPAL_ID: spec.ownerPrincipalId ?? "",
		GO_BINARY_PATH: spec.goBinaryPath ?? "",
		AZURE_SUBSCRIPTION_ID: spec.subscriptionId,
		AZURE_RESOURCE_MANAGER_ENDPOINT: environment.resourceManagerEndpoint,
	};
	const variables = Object.entries(plain).map(([name, value]) => ({ name, value, secret: false }));
	return environment.gitSshKey === null ? variables : [...variables, { name: "GIT_SSH_KEY", value: environment.gitSshKey, secret: true }];
}
