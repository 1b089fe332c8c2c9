/** What is true in the world: plain data. Instants are milliseconds of the clock that is passed in. */

export interface WorldNames {
	subscriptionId: string;
	resourceGroup: string;
	clusterName: string;
	/** All resource groups of the environment, the cluster's own among them. */
	groups: string[];
}

/** Who does something: shows up in systemData. */
export interface Actor {
	/** A mail address for a user, the application (client) id for an identity. */
	id: string;
	type: "User" | "Application" | "ManagedIdentity";
}

export interface ResourceGroup {
	name: string;
	location: string;
	tags: Record<string, string>;
	createdAt: number;
	provisioningState: string;
	/** While Deleting: when it is gone. null: it stays. */
	goneAt: number | null;
}

export interface ManagedCluster {
	resourceGroup: string;
	name: string;
	location: string;
	tags: Record<string, string>;
	/** Word for word what ARM would say. */
	provisioningState: string;
	/** null: the body has no powerState. */
	powerState: "Running" | "Stopped" | null;
	createdAt: number;
	createdBy: Actor;
	/** Becomes this state at that time. */
	settles: { state: string; at: number } | null;
	/** While Deleting: when it is gone. null: it stays. */
	goneAt: number | null;
}

/** One environment variable of a container as its PUT carried it. */
export interface Variable {
	name: string;
	value: string;
	secret: boolean;
}

export type ContainerPhase =
	/** Asked for; image being pulled, or never more than that. */
	"Pending" | "Running" | "Terminated";

export interface ContainerGroupEvent {
	at: number;
	name: string;
	message: string;
	type: "Normal" | "Warning";
}

export interface ContainerGroup {
	resourceGroup: string;
	name: string;
	location: string;
	tags: Record<string, string>;
	/** Properties of the last PUT without secret values. */
	properties: Record<string, unknown>;
	/** Identity block of the last PUT. */
	identity: Record<string, unknown> | null;
	variables: Variable[];
	command: string[];
	createdAt: number;
	createdBy: Actor;
	phase: ContainerPhase;
	/** Word for word what ARM would say. */
	provisioningState: string;
	/** Counts PUTs and restarts: news of an earlier process is stale. */
	generation: number;
	/** When it starts running. null: never by itself. */
	startsAt: number | null;
	startedAt: number | null;
	finishedAt: number | null;
	exitCode: number | null;
	restartCount: number;
	previous: { exitCode: number | null; startedAt: number; finishedAt: number } | null;
	events: ContainerGroupEvent[];
	/** Lines with their line breaks as written. */
	log: string[];
	/** While being deleted: when it is gone. */
	goneAt: number | null;
}

/** A create that ARM refuses. */
export interface CreateRefusal {
	/** e.g. 409 `ServiceUnavailable` for no capacity, 409 `ContainerGroupQuotaReached`, 400 `InaccessibleImage`. */
	status: number;
	code: string;
	message?: string;
	/** Refuses only these regions. Default: all. */
	locations?: string[];
	/** Refuses this many. Default: until the rules change. */
	count?: number;
}

/** How the platform behaves. All milliseconds. */
export interface Rules {
	/** PUT of a container group to its process. */
	startDelayMs: number;
	/** DELETE of a container group until a GET says 404. */
	groupGoneMs: number;
	/** A resource group or cluster stays Deleting. */
	deletingMs: number;
	/** A cluster stays Creating. */
	creatingMs: number;
	refusals: CreateRefusal[];
	/** The next so many container groups never get past Pending. */
	neverRuns: number;
	/** The next so many show provisioningState Failed and yet run after `failedForMs`. */
	failedFirst: number;
	failedForMs: number;
	/** A container that exits non-zero is started again this many times: what `Never` does not forbid. */
	restartsAfterFailure: number;
	/** The list of container groups leaves out groups younger than this. */
	listLagMs: number;
}

/** Everything that is true in the world. Look at it freely; change it through acts. */
export interface WorldState {
	readonly names: WorldNames;
	readonly runnerResourceGroup: string;
	/** By lower-case name. */
	readonly resourceGroups: Map<string, ResourceGroup>;
	/** By lower-case `group/name`. */
	readonly clusters: Map<string, ManagedCluster>;
	/** By lower-case `group/name`. */
	readonly containerGroups: Map<string, ContainerGroup>;
	rules: Rules;
}
