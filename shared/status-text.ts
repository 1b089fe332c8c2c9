/** A status as a person reads it: one line a fact, aligned. */
import { between, clockTime, span } from "./domain/instant.ts";
import type { Instant } from "./domain/observation.ts";
import type { RunStatus, Status } from "./status.ts";

export function statusText(status: Status): string {
	const { at, cluster, notFound, attempts, deploysThisWeek, gate, needsHuman, pause, run, lastRun, pulses } = status;
	const rows: readonly (readonly [string, string | null])[] = [
		["environment", `${status.environment.cluster} in ${status.environment.resourceGroup}`],
		["phase", `${status.phase} (${status.reason})`],
		["cluster", cluster === null ? "not seen yet" : `${cluster.state}, seen ${ago(cluster.seenAt, at)}`],
		["NotFound", `${notFound.count} of ${notFound.threshold}`],
		["attempts", `${attempts.made} of ${attempts.most}; ${deploysThisWeek.made} of ${deploysThisWeek.most} this week`],
		["gates", gate === null ? "open (the second look is made with the deploy)" : `${gate.reason}: ${gate.sentence}`],
		["needs you", needsHuman === null ? null : `${needsHuman.sentence} Since ${clockTime(needsHuman.since, at)}.`],
		["paused", pause === null ? null : `until ${clockTime(pause.until, at)} by ${pause.by}${pause.why === "" ? "" : `: ${pause.why}`}`],
		["run", run === null ? null : runText(run, at)],
		["progress", run === null ? null : progressText(run)],
		["last run", lastRun === null ? null : `${lastRun.id}: ${lastRun.outcome}, ${ago(lastRun.at, at)}`],
		["messages", messagesText(status)],
		["signs of life", `checkCluster ${ago(pulses.checkCluster, at)}, watchContainer ${ago(pulses.watchContainer, at)}`],
	];
	return rows.flatMap(([name, value]) => (value === null ? [] : [`${name.padEnd(14)} ${value}`])).join("\n");
}

function ago(instant: Instant | null, now: Instant): string {
	return instant === null ? "never" : `${span(between(instant, now))} ago`;
}

function runText({ id, containerGroup, state, since, stopsAt }: RunStatus, now: Instant): string {
	const place = containerGroup === null ? "" : ` in ${containerGroup}`;
	const limit = stopsAt === null ? "" : `, stopped at ${clockTime(stopsAt, now)} at the latest`;
	return `${id}: ${state}${place} for ${span(between(since, now))}${limit}`;
}

function progressText({ progress }: RunStatus): string | null {
	if (progress === null) return null;
	return progress.stage === null ? progress.line : `${progress.stage}: ${progress.line}`;
}

function messagesText({ messages, at }: Status): string {
	if (messages.waiting === 0) return "none waiting";
	const tried = messages.tries === 0 ? "" : `, tried ${messages.tries} times`;
	return `${messages.waiting} waiting, the oldest for ${messages.oldestAt === null ? "a while" : span(between(messages.oldestAt, at))}${tried}`;
}
