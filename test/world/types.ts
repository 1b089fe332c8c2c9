/**
 * The local world as its players see it: what can be asked of it, done to it,
 * and read from it. Instants inside the state are milliseconds of the clock
 * that is passed in; everything that leaves over a wire is ISO 8601 UTC.
 *
 * `startWorld(options)` in `start-world.ts` makes one; nothing here does I/O.
 */
import type { Azurite } from "./http/azurite.ts";
import type { WorldAct } from "./types/act.ts";
import type { DnsFault, FaultRule } from "./types/fault.ts";
import type { CallRecord, WorldEvent } from "./types/record.ts";
import type { Rules, WorldNames, WorldState } from "./types/state.ts";

export type * from "./types/act.ts";
export type * from "./types/fault.ts";
export type * from "./types/record.ts";
export type * from "./types/state.ts";

/** Knobs of the stand-in repository, passed on to `makeStandInRepository` as they are. */
export type RepositoryKnobs = Readonly<Record<string, unknown>>;

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
	/** An Azurite to use instead of starting one. It is emptied first, and runs on after the world's end. */
	storage?: Azurite;
	/** A git repository to use instead of making the stand-in. */
	repositoryUrl?: string;
}

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
	/** Pids of the containers that run. */
	containerProcesses(): number[];
	/** Pids of everything the world started and that still runs: containers, and Azurite if it is its own. */
	liveProcesses(): number[];
	/** Writes `arm.jsonl identity.jsonl table.jsonl blob.jsonl slack.jsonl` into `dir`, made if missing. */
	writeRecords(dir: string): Promise<void>;
	/** All processes ended, all servers closed. Twice is fine. */
	stop(): Promise<void>;
}
