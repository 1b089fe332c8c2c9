/** What the app remembers of one environment between two ticks. Plain data, all instants ISO 8601 UTC. */
import type { Instant, UnreadableReason } from "./observation.ts";

/** Who is watched: stable names of one environment. */
export interface EnvironmentNames {
	readonly subscriptionId: string;
	readonly resourceGroup: string;
	readonly clusterName: string;
	/** All resource groups of the environment, the cluster's own among them. */
	readonly groups: readonly string[];
}

export type RunKind = "deploy" | "cleanup";

/** What a run was started with. It never changes: changed settings count from the next run. */
export interface RunSpec extends EnvironmentNames {
	readonly user: string;
	readonly repository: string;
	readonly ref: string;
	/** Commit to check out; null: whatever `ref` names when the run clones. */
	readonly sha: string | null;
	readonly target: string;
	/** Words for make after the target, in order. */
	readonly makeArgs: readonly string[];
	readonly postTargets: readonly string[];
	readonly cleanupTarget: string;
	readonly cleanupMakeArgs: readonly string[];
	readonly persist: boolean;
	readonly ownerPrincipalId: string | null;
	readonly goBinaryPath: string | null;
	readonly image: string;
	readonly identityId: string;
	/** `/subscriptions/<id>/resourceGroups/<name>` of the container groups. */
	readonly runnerGroupId: string;
	readonly cpu: number;
	readonly memoryGb: number;
	/** Regions in order of preference; none: the resource group's own. */
	readonly locations: readonly string[];
	readonly runsUrl: string;
	readonly deployTimeoutSeconds: number;
	readonly cleanupTimeoutSeconds: number;
	/** Environment groups that may be there when the run begins. */
	readonly acceptedLeftovers: readonly string[];
}

/** One container group that we asked for. Its name is used once. */
export interface Start {
	readonly name: string;
	/** Full resource id. */
	readonly id: string;
	readonly run: number;
	readonly location: string;
	/** Where its marker and verdict lie: a start is fenced where it was issued, whatever the settings say later. */
	readonly runsUrl: string;
	readonly issuedAt: Instant;
	/** Past this the script refuses to act. */
	readonly notAfter: Instant;
	/** What the create answered: a hint. null: not known yet. */
	readonly answer: { readonly kind: "Accepted" | "Refused" | "Unknown"; readonly code: string } | null;
	/** When we asked for our own marker, so that this start can never act. */
	readonly revokeRequestedAt: Instant | null;
	/** The last certain word of the marker. */
	readonly marker: { readonly writer: "app" | "script"; readonly at: Instant } | null;
	/** The marker was the script's and a later look showed the group terminated or gone. */
	readonly overAt: Instant | null;
	readonly deleteRequestedAt: Instant | null;
	/** First of an unbroken row of looks that showed NotFound and not listed. */
	readonly missingSince: Instant | null;
}

export interface Run {
	readonly kind: RunKind;
	readonly number: number;
	/** `<incident>-deploy-7`. */
	readonly id: string;
	readonly issuedAt: Instant;
	/** Names of this run's starts, oldest first; the last is the current one. */
	readonly starts: readonly string[];
	/** The start that is expected to act; null: none was issued yet, or the last was given up. */
	readonly current: string | null;
	readonly spec: RunSpec;
	/** The script's marker was seen and 'started' was told. */
	readonly startedAt: Instant | null;
	/** 'past its usual time' was told. */
	readonly lateToldAt: Instant | null;
	/** The run is given up; nothing follows before its group is gone. */
	readonly stopping: { readonly since: Instant; readonly why: "Overdue" | "Cancelled" | "Restarted"; readonly toldAt: Instant } | null;
	/** Nothing is created before this: a killed deploy settles, a back-off passes. */
	readonly notBefore: Instant | null;
	/** Clean-up: tries that ended badly so far; rounds that never started. */
	readonly triesSpent: number;
	readonly neverStarted: number;
	/** Clean-up: when the run it cleans after ended, or the incident opened for leftovers. */
	readonly since: Instant;
	/** Clean-up: its start came to an end; groups are being looked at. */
	readonly endedAt: Instant | null;
	/** Clean-up: first of two looks that showed all groups absent. */
	readonly absentSince: Instant | null;
}

export type Stage =
	| { readonly phase: "Watching" }
	| { readonly phase: "Deploying"; readonly run: Run }
	| {
			readonly phase: "Verifying";
			readonly run: Run;
			readonly since: Instant;
			/** Whole: the run said so. Partial: failed after the environment was up. Unsure: lost or overdue while up. */
			readonly outcome: "Whole" | "Partial" | "Unsure";
			readonly runSeconds: number | null;
			readonly sha: string | null;
	  }
	| { readonly phase: "CleaningUp"; readonly run: Run };
export type PhaseName = Stage["phase"];

export interface Incident {
	/** The instant of the first counted NotFound in compact UTC, e.g. `20261130T091500Z`. */
	readonly id: string;
	readonly openedAt: Instant;
	/** Deploys issued in it that started or may have. */
	readonly attempts: number;
	/** A person ordered it: threshold, NeverSeen, BackingOff, AttemptsUsedUp do not hold it. */
	readonly ordered: { readonly by: string; readonly at: Instant } | null;
}

/** Something that keeps the app from acting, and when it was last told. */
export interface Hold {
	readonly reason: string;
	readonly sentence: string;
	readonly since: Instant;
	readonly toldAt: Instant;
	readonly until: Instant | null;
}

export interface Memory {
	/** Counted, spaced NotFounds since the last other sight. */
	readonly notFoundCount: number;
	readonly lastCountedAt: Instant | null;
	/** The cluster as last seen: its state, `NotFound`, or null before the first certain look. */
	readonly lastSight: string | null;
	readonly lastSightAt: Instant | null;
	/** First time this app saw this cluster Found; null: never. */
	readonly firstSeenAt: Instant | null;
	readonly incident: Incident | null;
	/** Unbroken row of unreadable looks at the cluster. */
	readonly unreadable: {
		readonly count: number;
		readonly since: Instant;
		readonly reason: UnreadableReason;
		readonly toldAt: Instant | null;
	} | null;
	readonly nextCheckAt: Instant | null;
	readonly needsCleanup: boolean;
	readonly backOffUntil: Instant | null;
	readonly needsHuman: { readonly reason: string; readonly sentence: string; readonly since: Instant; readonly toldAt: Instant } | null;
	readonly hold: Hold | null;
	readonly pause: { readonly since: Instant; readonly until: Instant; readonly by: string; readonly why: string } | null;
	/** Resume moves deadlines that wait for an act of ours. */
	readonly resumedAt: Instant | null;
	/** Instants of deploys issued, newest last, seven days of them. */
	readonly deploys: readonly Instant[];
	/** Never reset. */
	readonly runCounter: number;
	/** Sequence of the next outbox row. */
	readonly outboxSequence: number;
	readonly starts: readonly Start[];
	/** When the last run ended and whether its wreck may still stand. */
	readonly lastRunEndedAt: Instant | null;
	readonly lastSpec: RunSpec | null;
	/** Rounds over all locations that never started, in this incident. */
	readonly startRounds: number;
	/** Seconds of the last five good deploys, oldest first. */
	readonly usualSeconds: readonly number[];
	/** Per environment group: since when it is absent, null: there or not known. */
	readonly groupsAbsentSince: Readonly<Record<string, Instant | null>>;
	/** The set of groups that remain without the cluster, and since when it is just these. */
	readonly leftovers: { readonly names: readonly string[]; readonly since: Instant } | null;
	readonly groupsLookedAt: Instant | null;
	readonly strayLookAt: Instant | null;
	readonly anotherKeeper: string | null;
	/** When it was told that the other timer stopped; null: it has not. */
	readonly silenceToldAt: { readonly check: Instant | null; readonly watch: Instant | null };
	/** Markers or verdicts could not be read, since when. */
	readonly runsUnreadable: { readonly since: Instant; readonly toldAt: Instant | null } | null;
	/** How the last run ended, for people. */
	readonly lastRun: { readonly id: string; readonly outcome: string; readonly at: Instant } | null;
}

/** Everything in the state and lock rows. */
export interface Keeper {
	readonly memory: Memory;
	readonly stage: Stage;
}

/** An app that has never looked. */
export const newKeeper: Keeper = {
	memory: {
		notFoundCount: 0,
		lastCountedAt: null,
		lastSight: null,
		lastSightAt: null,
		firstSeenAt: null,
		incident: null,
		unreadable: null,
		nextCheckAt: null,
		needsCleanup: false,
		backOffUntil: null,
		needsHuman: null,
		hold: null,
		pause: null,
		resumedAt: null,
		deploys: [],
		runCounter: 0,
		outboxSequence: 0,
		starts: [],
		lastRunEndedAt: null,
		lastSpec: null,
		startRounds: 0,
		usualSeconds: [],
		groupsAbsentSince: {},
		leftovers: null,
		groupsLookedAt: null,
		strayLookAt: null,
		anotherKeeper: null,
		silenceToldAt: { check: null, watch: null },
		runsUnreadable: null,
		lastRun: null,
	},
	stage: { phase: "Watching" },
};
