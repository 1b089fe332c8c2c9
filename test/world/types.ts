/**
 * The local world as its players see it: what can be asked of it, done to it,
 * and read from it. Instants inside the state are milliseconds of the clock
 * that is passed in; everything that leaves over a wire is ISO 8601 UTC.
 *
 * `startWorld(options)` in `start-world.ts` makes one; nothing here does I/O.
 */

export type Service = "arm" | "identity" | "table" | "blob" | "slack";

/** How a matching call is answered instead of, or on top of, the real answer. */
export interface FaultAnswer {
	/** Answered in place of the service. Default 200 when only headers or body are given. */
	status?: number;
	headers?: Record<string, string>;
	/** An object becomes JSON, a string is sent verbatim. */
	body?: unknown;
	/**
	 * The call reaches the service that much later, and is done even if the caller has
	 * given up by then; alone, the real answer follows late.
	 */
	delayMs?: number;
	/** Accepts the call and never says anything; with dropAnswer it is done all the same. */
	hang?: true;
	/** Cuts the connection before the service sees the call. */
	reset?: true;
	/** The service does what was asked; its answer is lost. */
	dropAnswer?: true;
	/**
	 * The name of the service stops resolving (`arm` only: it alone is reached by
	 * a name, `localhost`, all others by address). No server can fake this, so the
	 * app's host process does: see DnsFault.
	 */
	dns?: true;
}

export interface FaultRule {
	service: Service;
	/** In capitals, e.g. `GET`. Default: all. */
	method?: string;
	/** Regular expression on path and query, case-insensitive. Default: all. */
	path?: string;
	/** Lets this many matching calls pass first. */
	skip?: number;
	/** Then applies to this many. Default: until removed. */
	count?: number;
	answer: FaultAnswer;
	/** To remove it again. */
	name?: string;
}

/**
 * What the host process of the app is told of a dns fault, as the IPC message
 * itself: while `fail` is true, `dns.lookup` of `host` fails with ENOTFOUND,
 * after `skip` lookups and for `count` of them (absent: until told otherwise).
 * `fail: false` ends it. Counting is the host's, since such a call never comes here.
 */
export interface DnsFault {
	type: "dns";
	host: string;
	fail: boolean;
	skip?: number;
	count?: number;
}

/** One call to one service. `n` counts over all services; secrets are masked. */
export interface CallRecord {
	n: number;
	at: string;
	service: Service;
	method: string;
	url: string;
	/** null: the caller never got an answer. */
	status: number | null;
	ms: number;
	request: unknown;
	response: unknown;
	/** Name (or answer) of the fault that was applied. */
	fault?: string;
}

export type ContainerEvent = "created" | "started" | "line" | "exited" | "deleted" | "restarted" | "refused" | "lost";

export type WorldEvent =
	| { kind: "call"; record: CallRecord }
	| {
			kind: "slack";
			/** As a person reads it. */
			text: string;
			payload: unknown;
			/** false: refused; nobody sees it. */
			accepted: boolean;
	  }
	| { kind: "container"; name: string; event: ContainerEvent; text?: string }
	| { kind: "environment"; text: string }
	/** To be passed on to the app's host process (see DnsFault). */
	| { kind: "dns"; message: DnsFault };

/** Knobs of the stand-in repository, passed on to `makeStandInRepository` as they are. */
export type RepositoryKnobs = Readonly<Record<string, unknown>>;

export interface WorldNames {
	subscriptionId: string;
	resourceGroup: string;
	clusterName: string;
	/** All resource groups of the environment, the cluster's own among them. */
	groups: string[];
}

export interface WorldOptions {
	names: WorldNames;
	runnerResourceGroup: string;
	faults?: FaultRule[];
	onEvent?: (event: WorldEvent) => void;
	/** Everything on disk lives here; the caller removes it. Made if missing. */
	workDir: string;
	repository?: RepositoryKnobs;
	/** How the platform behaves, from the start. */
	rules?: Partial<Rules>;
	/** false: begin with an empty subscription (runner group only). Default: the environment is up and old. */
	environmentUp?: boolean;
	/** What a container runs. Default `infra/runner/run.sh` of this checkout. */
	script?: string;
	/** Folders that go first on a container's PATH. Default the stand-in tools, `test/world/bin`. */
	toolPath?: string[];
	/** A git repository to use instead of making the stand-in. */
	repositoryUrl?: string;
}

// ---- State: plain data -----------------------------------------------------------------

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

// ---- What can be done to it -------------------------------------------------------------

/** Something that happens in the world without the app's doing. Data, so that a scenario can hold it. */
export type WorldAct =
	/** The sweeper: these groups (default all of the environment) turn Deleting, then go with all that is in them. */
	| { act: "deleteGroups"; groups?: string[]; takesMs?: number }
	/** The cluster alone goes, its group stays. */
	| { act: "deleteCluster"; takesMs?: number }
	/** Someone builds: groups (default all) and cluster. `createdAt` ISO 8601, default now. */
	| {
			act: "makeEnvironment";
			groups?: string[];
			cluster?: boolean;
			by?: string;
			createdAt?: string;
			state?: string;
			creatingMs?: number;
	  }
	/** Another resource group, or one of ours with chosen tags. */
	| { act: "makeGroup"; name: string; tags?: Record<string, string>; provisioningState?: string }
	| {
			act: "setCluster";
			name?: string;
			state?: string;
			powerState?: "Running" | "Stopped" | null;
	  }
	/** Another cluster in a group (default the watched one's). */
	| { act: "makeCluster"; name: string; resourceGroup?: string; state?: string }
	/** Without a trace: process killed, group gone. Default: the youngest. */
	| { act: "loseContainerGroup"; name?: string }
	/** The platform moves a running container: killed and started again, restartCount + 1. */
	| { act: "restartContainer"; name?: string }
	/** Killed as by running out of memory: exit code 137 (default). */
	| { act: "killContainer"; name?: string; exitCode?: number }
	/** A container group nobody here asked for. It runs nothing and stays Running. */
	| { act: "makeContainerGroup"; name: string; tags: Record<string, string>; terminated?: boolean }
	| { act: "setRules"; rules: Partial<Rules> };

/** What a skin has to do because of an act, a call or the passing of time. */
export type Effect =
	| {
			kind: "startProcess";
			key: string;
			name: string;
			generation: number;
			command: string[];
			variables: Variable[];
			identityId: string | null;
	  }
	| { kind: "stopProcess"; key: string; name: string; generation: number }
	| { kind: "event"; event: WorldEvent };

export interface World {
	/**
	 * Complete app settings for the app's process.env: AZURE_*, RUNNER_*, RUNS_URL, AzureWebJobsStorage__*,
	 * SLACK_WEBHOOK_URL, IDENTITY_ENDPOINT and IDENTITY_HEADER, AZURE_RESOURCE_MANAGER_ENDPOINT, NODE_EXTRA_CA_CERTS,
	 * AZURE_TOKEN_CREDENTIALS, GIT_*, DEPLOY_USER. Intervals and thresholds are the player's.
	 */
	readonly settings: Record<string, string>;
	readonly state: WorldState;
	readonly records: readonly CallRecord[];
	/** Messages that Slack took, as a person reads them. */
	readonly slackMessages: readonly { at: string; text: string; payload: unknown }[];
	/** dns faults in force: an app process that starts later has to be told. */
	readonly dnsFaults: readonly DnsFault[];
	act(act: WorldAct): void;
	/** Throws when the rule is no rule (bad expression, dns for anything but arm). */
	addFault(rule: FaultRule): void;
	/** Removes all rules of that name; none is fine. */
	removeFault(name: string): void;
	/** Kills a container's process without a trace, its group gone too. */
	loseContainerGroup(name: string): void;
	/** Pids of everything the world started and that still runs: Azurite, containers. */
	liveProcesses(): number[];
	/** Writes `arm.jsonl identity.jsonl table.jsonl blob.jsonl slack.jsonl` into `dir`, made if missing. */
	writeRecords(dir: string): Promise<void>;
	/** All processes ended, all servers closed. Twice is fine. */
	stop(): Promise<void>;
}
