/** What a tick means to look at, and what it saw. */
import type {
	ClusterFound,
	ClusterObservation,
	ContainerGroupFound,
	ContainerGroupObservation,
	Instant,
	Listing,
	MarkerObservation,
	ResourceGroupObservation,
	VerdictObservation,
} from "./observation.ts";
import type { EnvironmentNames, Start } from "./state.ts";

/** Why a tick looks: what its decision will be about. */
export type Purpose =
	/** checkCluster: how is the cluster, and what does that mean for the counter and the phase? */
	| "Health"
	/** checkCluster: may a deploy be issued in this very tick? */
	| "SecondLook"
	/** watchContainer: what has become of the issued starts and the run? */
	| "Runs"
	/** watchContainer: as Runs, with the cluster and the environment's groups. */
	| "RunsAndEnvironment";

export interface LookPlan {
	readonly purpose: Purpose;
	readonly names: EnvironmentNames;
	readonly cluster: boolean;
	/** List all clusters in the environment's own group. */
	readonly clusters: boolean;
	/** Environment groups to look at. */
	readonly groups: readonly string[];
	readonly starts: readonly Start[];
	/** A name that is about to be used: only its marker is read, to see that it can be and that there is none. */
	readonly nextStart: Start | null;
	/** Full id of the resource group whose container groups are listed; null: no list. */
	readonly runnerGroup: string | null;
}

export interface StartSight {
	readonly marker: MarkerObservation;
	/** Begun after the marker was read. */
	readonly group: ContainerGroupObservation;
	/** Read after the group, when the marker is the script's; null: not read. */
	readonly verdict: VerdictObservation | null;
	/** End of the log; null: none or not read. */
	readonly log: string | null;
}

export interface Sight {
	readonly cluster: ClusterObservation | null;
	readonly clusters: Listing<ClusterFound> | null;
	readonly groups: Readonly<Record<string, ResourceGroupObservation>>;
	readonly starts: Readonly<Record<string, StartSight>>;
	readonly nextMarker: MarkerObservation | null;
	readonly containerGroups: Listing<ContainerGroupFound> | null;
}

/** What a decision is made from. */
export interface Facts {
	readonly now: Instant;
	readonly purpose: Purpose;
	readonly sight: Sight;
	readonly pulses: SignsOfLife;
}

/** When each timer last wrote its pulse; null: never. */
export interface SignsOfLife {
	readonly check: Instant | null;
	readonly watch: Instant | null;
}

/** A tick that looked at nothing. */
export const nothingSeen: Sight = { cluster: null, clusters: null, groups: {}, starts: {}, nextMarker: null, containerGroups: null };
