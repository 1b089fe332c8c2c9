/** What a person or a script asks of the state: numbers and instants, judged at one moment. Pure. */
import { firstShut } from "./domain/gates/index.ts";
import type { Instant } from "./domain/observation.ts";
import type { Policy } from "./domain/policy.ts";
import { deadlineOf } from "./domain/run-course.ts";
import { type Progress, progressOf } from "./domain/run-progress.ts";
import { startOf } from "./domain/starts.ts";
import type { Keeper, Memory, PhaseName, Run, Start } from "./domain/state.ts";
import type { Loaded } from "./ports.ts";

/** `--json` prints it as it is. Instants are ISO 8601 UTC. */
export interface Status {
	readonly at: Instant;
	readonly environment: { readonly cluster: string; readonly resourceGroup: string };
	readonly phase: PhaseName;
	/** Why the app does what it does just now, in one word. */
	readonly reason: string;
	/** The cluster as last seen; null: never. */
	readonly cluster: { readonly state: string; readonly seenAt: Instant } | null;
	readonly notFound: { readonly count: number; readonly threshold: number };
	readonly attempts: { readonly made: number; readonly most: number };
	readonly deploysThisWeek: { readonly made: number; readonly most: number };
	/** First gate that would hold a deploy now, judged without a look; null: all are open. */
	readonly gate: { readonly reason: string; readonly sentence: string } | null;
	readonly needsHuman: { readonly reason: string; readonly sentence: string; readonly since: Instant } | null;
	readonly pause: { readonly until: Instant; readonly by: string; readonly why: string } | null;
	readonly run: RunStatus | null;
	readonly lastRun: Memory["lastRun"];
	readonly messages: { readonly waiting: number; readonly oldestAt: Instant | null; readonly tries: number };
	/** When each timer last gave a sign of life: written at most every ten minutes. */
	readonly pulses: { readonly checkCluster: Instant | null; readonly watchContainer: Instant | null };
}

export interface RunStatus {
	readonly id: string;
	/** null: none is issued just now. */
	readonly containerGroup: string | null;
	readonly state: "waiting" | "starting" | "acting" | "given up" | "stopping" | "over";
	readonly since: Instant;
	/** When the app stops it at the latest. */
	readonly stopsAt: Instant | null;
	readonly progress: Progress | null;
}

/** The start of the run that is on; null: none. */
export function currentStart({ stage, memory }: Keeper): Start | null {
	return stage.phase === "Watching" ? null : (startOf(memory, stage.run) ?? null);
}

/** The state of one environment at `now`. `log` is the end of the current start's log. */
export function statusOf(loaded: Loaded, policy: Policy, now: Instant, log: string | null): Status {
	const { memory, stage } = loaded.keeper;
	const shut = firstShut({ memory, policy, now, second: null }, "run");
	const waiting = loaded.outbox.filter(({ sentAt }) => sentAt === null);
	const { needsHuman, pause, lastSight, lastSightAt } = memory;
	return {
		at: now,
		environment: { cluster: policy.names.clusterName, resourceGroup: policy.names.resourceGroup },
		phase: stage.phase,
		reason: reasonOf(loaded.keeper),
		cluster: lastSight === null || lastSightAt === null ? null : { state: lastSight, seenAt: lastSightAt },
		notFound: { count: memory.notFoundCount, threshold: policy.threshold },
		attempts: { made: memory.incident?.attempts ?? 0, most: policy.maxAttempts },
		deploysThisWeek: { made: memory.deploys.length, most: policy.maxDeploysPerWeek },
		gate: shut === null ? null : { reason: shut.gate.reason, sentence: shut.result.sentence },
		needsHuman: needsHuman === null ? null : { reason: needsHuman.reason, sentence: needsHuman.sentence, since: needsHuman.since },
		pause: pause === null ? null : { until: pause.until, by: pause.by, why: pause.why },
		run: stage.phase === "Watching" ? null : runStatus(stage.run, currentStart(loaded.keeper), log),
		lastRun: memory.lastRun,
		messages: {
			waiting: waiting.length,
			oldestAt: waiting.map(({ queuedAt }) => queuedAt).sort()[0] ?? null,
			tries: Math.max(0, ...waiting.map(({ tries }) => tries)),
		},
		pulses: { checkCluster: loaded.pulses.check, watchContainer: loaded.pulses.watch },
	};
}

/** What holds it comes before what it is at. */
function reasonOf({ memory, stage }: Keeper): string {
	if (memory.pause !== null) return "Paused";
	if (memory.needsHuman !== null) return memory.needsHuman.reason;
	if (memory.unreadable !== null) return `Unreadable${memory.unreadable.reason}`;
	if (memory.hold !== null) return memory.hold.reason;
	if (stage.phase !== "Watching") return stage.run.stopping?.why ?? stage.phase;
	if (memory.lastSight === null) return "NotSeenYet";
	return memory.notFoundCount > 0 ? "Counting" : memory.lastSight;
}

function runStatus(run: Run, start: Start | null, log: string | null): RunStatus {
	if (start === null) {
		const over = run.endedAt !== null;
		return {
			id: run.id,
			containerGroup: null,
			state: over ? "over" : "waiting",
			since: run.endedAt ?? run.issuedAt,
			stopsAt: null,
			progress: null,
		};
	}
	return {
		id: run.id,
		containerGroup: start.name,
		state: stateOf(run, start),
		since: start.marker?.at ?? start.issuedAt,
		stopsAt: start.overAt === null ? deadlineOf(run, start) : null,
		progress: progressOf(log, run.kind),
	};
}

function stateOf(run: Run, start: Start): RunStatus["state"] {
	if (start.overAt !== null) return "over";
	if (run.stopping !== null) return "stopping";
	if (start.marker === null) return "starting";
	return start.marker.writer === "script" ? "acting" : "given up";
}
