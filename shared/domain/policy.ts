/** What the settings mean for decisions about one environment. Durations are milliseconds. */
import type { EnvironmentNames, RunSpec } from "./state.ts";

export interface Policy {
	readonly names: EnvironmentNames;
	/** How people call the environment, e.g. `oasis-svc`. */
	readonly label: string;
	/** Six hex digits of the partition key: part of each container group's name. */
	readonly nameHash: string;
	/** Tag values: of the environment, and of the one app with its state that keeps it. */
	readonly environmentTag: string;
	readonly keeperTag: string;
	readonly threshold: number;
	readonly healthyInterval: number;
	readonly unhealthyInterval: number;
	readonly provisioningInterval: number;
	readonly maxAttempts: number;
	readonly retryBackoff: number;
	readonly maxDeploysPerWeek: number;
	readonly leftoverGroups: "cleanup" | "deploy" | "hold";
	/** What a run issued now is started with, without accepted leftovers. */
	readonly spec: RunSpec;
}
