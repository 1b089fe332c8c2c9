/** What a tick needs of the outside world. Adapters implement these; nothing else does I/O. */
import type { Message, OutboxRow } from "./domain/message.ts";
import type {
	Answer,
	ClusterFound,
	ClusterObservation,
	ContainerGroupFound,
	ContainerGroupObservation,
	Instant,
	Listing,
	MarkerObservation,
	ResourceGroupObservation,
	VerdictObservation,
} from "./domain/observation.ts";
import type { SignsOfLife } from "./domain/sight.ts";
import type { EnvironmentNames, Keeper, Run, RunSpec, Start } from "./domain/state.ts";

/** Wall clock and monotonic clock, both in milliseconds. */
export interface Clock {
	now(): number;
	monotonic(): number;
}

/** Ends a wait. `within` rejects with DeadlinePassed after `ms`, whether or not `work` obeys its signal. */
export interface Deadlines {
	within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Fresh names. `hex(4)` gives eight characters. */
export interface Random {
	hex(bytes: number): string;
	uuid(): string;
}

/** Looks at AKS clusters. Never throws: doubt is an Unreadable. */
export interface Clusters {
	get(names: EnvironmentNames): Promise<ClusterObservation>;
	/** All clusters in the environment's own resource group. */
	list(names: EnvironmentNames): Promise<Listing<ClusterFound>>;
}

/** Looks at resource groups. Never throws. */
export interface ResourceGroups {
	get(subscriptionId: string, name: string): Promise<ResourceGroupObservation>;
	/** Location of the group with this full id, null if it cannot be read. */
	location(id: string): Promise<string | null>;
}

/** What one container group is created with. */
export interface ContainerGroupRequest {
	readonly start: Start;
	readonly run: Run;
	readonly spec: RunSpec;
	/** Environment variables of the script; `secret` ones travel as secureValue. */
	readonly variables: readonly { readonly name: string; readonly value: string; readonly secret: boolean }[];
	readonly tags: Readonly<Record<string, string>>;
}

/** Our container groups (or, for RUNNER=process, child processes). Never throws. */
export interface ContainerGroups {
	get(start: Start): Promise<ContainerGroupObservation>;
	/** Groups with our app tag in the resource group with this id. */
	list(runnerGroupId: string): Promise<Listing<ContainerGroupFound>>;
	/** One PUT, no retries. */
	create(request: ContainerGroupRequest): Promise<Answer>;
	/** Gone already counts as accepted. Refuses a group that lacks our tags. */
	delete(start: Pick<Start, "id" | "name">): Promise<Answer>;
	/** The last lines of the log, null if there are none to be had. */
	logTail(start: Start): Promise<string | null>;
}

/** Markers and verdicts of starts. Never throws. */
export interface Runs {
	marker(start: Start): Promise<MarkerObservation>;
	/** Tries to make the marker ours; answers what stands there afterwards. */
	revoke(start: Start, nonce: string): Promise<MarkerObservation>;
	verdict(start: Start): Promise<VerdictObservation>;
}

/** The rows of one partition as one query read them, with what a commit needs to know of them. */
export interface Loaded {
	readonly keeper: Keeper;
	/** null: no row yet. */
	readonly stateEtag: string | null;
	readonly lockEtag: string | null;
	readonly outbox: readonly OutboxRow[];
	readonly pulses: SignsOfLife;
	readonly lease: { readonly holder: string; readonly until: Instant; readonly etag: string } | null;
}

export interface HistoryEvent {
	readonly at: Instant;
	readonly kind: string;
	readonly text: string;
}

/** One transaction: state and lock always together, messages and history with them. */
export interface Commit {
	readonly before: Loaded;
	readonly after: Keeper;
	readonly messages: readonly Message[];
	readonly events: readonly HistoryEvent[];
	readonly at: Instant;
	readonly commitId: string;
}

/** Won carries what the next commit of the same tick is made under. */
export type CommitResult = { readonly kind: "Won"; readonly loaded: Loaded } | { readonly kind: "Lost" };

/** The table. Throws StateUnusable for a corrupt or newer row, StateRefused when the table cannot be used. */
export interface StateStore {
	load(key: string): Promise<Loaded>;
	commit(key: string, commit: Commit): Promise<CommitResult>;
	/** Removes what happened before that instant, up to a hundred rows a call. Never throws: it is tried again the next day. */
	forgetHistory(key: string, before: Instant): Promise<void>;
	/** Keys of partitions that have a lock row: environments with a run on. */
	locked(): Promise<readonly string[]>;
	writePulse(key: string, which: keyof SignsOfLife, at: Instant): Promise<void>;
	/**
	 * Takes the sending lease until `until`, under the ETag that was loaded (or as a new row where none was);
	 * null: someone else was faster. Answers its new etag. The caller has seen that the loaded one ran out.
	 */
	takeLease(key: string, loaded: Loaded, holder: string, until: Instant): Promise<string | null>;
	/**
	 * Ends the lease by replacing its row with one that has run out. The row is never deleted: whoever loaded
	 * the outbox before must not be able to take a lease and send the same again.
	 */
	releaseLease(key: string, etag: string): Promise<void>;
	/** Removes a sent (or filed) row under its etag. false: it may still be there, unchanged. */
	removeMessage(key: string, row: OutboxRow): Promise<boolean>;
	/** Remembers a try in vain, or that a row which could not be removed is told. */
	deferMessage(key: string, row: OutboxRow): Promise<void>;
}

/** What the webhook said. */
export type SendAnswer =
	| { readonly kind: "Sent" }
	| { readonly kind: "Refused"; readonly detail: string } // 400: this message
	| { readonly kind: "Dead"; readonly detail: string } // 403, 404, 410: this webhook
	| { readonly kind: "Wait"; readonly ms: number } // 429
	| { readonly kind: "Failed"; readonly detail: string }; // anything else: later

/** The one way out to people. Never throws. */
export interface Messenger {
	send(environment: string, message: Message, plain: boolean): Promise<SendAnswer>;
}

/** One structured line. Never a secret. */
export interface Log {
	tick(line: Readonly<Record<string, unknown>>): void;
	info(text: string): void;
	warn(text: string): void;
}
