/** The settings of one environment, checked and in plain units. Durations are milliseconds. */
import type { EnvironmentNames } from "../domain/state.ts";

export interface Settings {
	readonly names: EnvironmentNames;
	/** Partition key: `<subscription>:<resource group>:<cluster>`, lower case. */
	readonly key: string;
	/** null: messages go to the log. */
	readonly slackWebhookUrl: string | null;
	/** As given; a `git@github.com:` URL without a key is already turned into https. */
	readonly gitRepoUrl: string;
	readonly gitRef: string;
	readonly gitSshKey: string | null;
	readonly deployUser: string;
	readonly goBinaryPath: string | null;
	readonly healthyInterval: number;
	readonly unhealthyInterval: number;
	readonly provisioningInterval: number;
	readonly notFoundThreshold: number;
	readonly runOnce: boolean;
	readonly deployPersist: boolean;
	readonly deployTarget: string;
	readonly cleanupTarget: string;
	readonly deployMakeArgs: readonly string[];
	readonly cleanupMakeArgs: readonly string[];
	readonly postDeployTargets: readonly string[];
	readonly ownerPrincipalId: string | null;
	readonly leftoverGroups: "cleanup" | "deploy" | "hold";
	readonly runner: RunnerSettings;
	readonly deployTimeout: number;
	readonly cleanupTimeout: number;
	readonly maxDeployAttempts: number;
	readonly retryBackoff: number;
	readonly maxDeploysPerWeek: number;
	readonly heartbeatUrl: string | null;
	readonly checkSchedule: string;
	readonly watchSchedule: string;
	readonly storage: StorageSettings;
	/** Without a trailing slash. */
	readonly resourceManagerEndpoint: string;
	/** Client id of the app's own identity, if set. */
	readonly azureClientId: string | null;
}

export type RunnerSettings =
	| { readonly kind: "process" }
	| {
			readonly kind: "aci";
			readonly image: string;
			/** `/subscriptions/<id>/resourceGroups/<name>`. */
			readonly resourceGroupId: string;
			/** Empty: the resource group's own location. */
			readonly locations: readonly string[];
			readonly cpu: number;
			readonly memoryGb: number;
			readonly identityId: string;
			/** Blob container URL without a trailing slash. */
			readonly runsUrl: string;
	  };

/** Where the state table lives: a connection string, or an endpoint with the app's identity. */
export type StorageSettings =
	| { readonly kind: "connectionString"; readonly connectionString: string }
	| { readonly kind: "identity"; readonly tableEndpoint: string };
