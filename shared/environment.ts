/** One watched environment and what reaches it: the argument of every tick. */
import type { Policy } from "./domain/policy.ts";
import type { Clock, Clusters, ContainerGroups, Deadlines, Log, Messenger, Random, ResourceGroups, Runs, StateStore } from "./ports.ts";

export interface Environment {
	/** Partition key of its rows. */
	readonly key: string;
	readonly policy: Policy;
	/** Never remembered, never told: handed to a container group as secureValue. */
	readonly gitSshKey: string | null;
	readonly resourceManagerEndpoint: string;
}

export interface Ports {
	readonly clock: Clock;
	readonly deadlines: Deadlines;
	readonly random: Random;
	readonly clusters: Clusters;
	readonly resourceGroups: ResourceGroups;
	readonly containerGroups: ContainerGroups;
	readonly runs: Runs;
	readonly state: StateStore;
	readonly messenger: Messenger;
	readonly log: Log;
}
