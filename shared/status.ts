/** What a person sees of the state, as text and as JSON. Pure. */
import { firstShut } from "./domain/gates/index.ts";
import { between, clockTime, span } from "./domain/instant.ts";
import type { Instant } from "./domain/observation.ts";
import type { Policy } from "./domain/policy.ts";
import { deadlineOf } from "./domain/run-course.ts";
import type { Loaded } from "./ports.ts";

export interface Status {
	readonly environment: string;
	readonly phase: string;
	readonly cluster: string;
	readonly lastCheck: string;
	readonly notFound: string;
	readonly attempts: string;
	/** First gate that would hold a deploy now, judged without a look. */
	readonly gate: string;
	readonly needsHuman: string | null;
	readonly paused: string | null;
	readonly run: string | null;
	readonly waitingMessages: number;
	readonly lastPulses: string;
}

/** The state of one environment at `now`. */
export function statusOf(loaded: Loaded, policy: Policy, now: Instant): Status {
	const { memory, stage } = loaded.keeper;
	const shut = firstShut({ memory, policy, now, second: null }, "run");
	return {
		environment: `${policy.names.clusterName} in ${policy.names.resourceGroup}`,
		phase: stage.phase,
		cluster: memory.lastSight ?? "not seen yet",
		lastCheck: memory.lastSightAt === null ? "never" : `${span(between(memory.lastSightAt, now))} ago`,
		notFound: `${memory.notFoundCount} of ${policy.threshold}`,
		attempts: `${memory.incident?.attempts ?? 0} of ${policy.maxAttempts}; ${memory.deploys.length} of ${policy.maxDeploysPerWeek} this week`,
		gate: shut === null ? "open (the second look is made with the deploy)" : `${shut.gate.reason}: ${shut.result.sentence}`,
		needsHuman: memory.needsHuman?.sentence ?? null,
		paused: memory.pause === null ? null : `until ${clockTime(memory.pause.until, now)} by ${memory.pause.by}`,
		run: runLine(loaded, now),
		waitingMessages: loaded.outbox.length,
		lastPulses: `check ${pulseAge(loaded.pulses.check, now)}, watch ${pulseAge(loaded.pulses.watch, now)}`,
	};
}

function pulseAge(at: Instant | null, now: Instant): string {
	return at === null ? "never" : `${span(between(at, now))} ago`;
}

function runLine(loaded: Loaded, now: Instant): string | null {
	const { stage, memory } = loaded.keeper;
	if (stage.phase === "Watching") return null;
	const { run } = stage;
	const start = memory.starts.find((one) => one.name === run.current);
	if (start === undefined) return `${run.id}: nothing issued yet`;
	const state = start.marker?.writer === "script" ? "acting" : start.marker?.writer === "app" ? "given up" : "starting";
	return `${run.id}: ${start.name} ${state} since ${span(between(start.issuedAt, now))}, stopped at ${clockTime(deadlineOf(run, start), now)} at the latest`;
}

/** One line a fact, aligned. */
export function statusText(status: Status): string {
	const rows: readonly (readonly [string, string | number | null])[] = [
		["environment", status.environment],
		["phase", status.phase],
		["cluster", `${status.cluster}, checked ${status.lastCheck}`],
		["NotFound", status.notFound],
		["attempts", status.attempts],
		["gates", status.gate],
		["needs you", status.needsHuman],
		["paused", status.paused],
		["run", status.run],
		["messages", `${status.waitingMessages} waiting`],
		["signs of life", status.lastPulses],
	];
	return rows
		.filter(([, value]) => value !== null)
		.map(([name, value]) => `${name.padEnd(14)} ${value}`)
		.join("\n");
}
