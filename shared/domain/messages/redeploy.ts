/** What is told of a redeploy, from its decision to its end. */
import { between, clockTime, span } from "../instant.ts";
import type { Message } from "../message.ts";
import type { Instant } from "../observation.ts";
import type { RunStage } from "../run-stages.ts";
import type { EnvironmentNames } from "../state.ts";

/** Which of how many attempts of the incident. */
export interface Attempt {
	readonly number: number;
	readonly of: number;
}

function transition(kind: string, title: string, lines: readonly string[], log: string | null = null): Message {
	return { kind, title, lines, log, weight: "transition" };
}

function named(attempt: Attempt): string {
	return `redeploy ${attempt.number} of ${attempt.of}`;
}

/** The decision: all gates were open in the tick that issued the container group. */
export function redeployStarting(
	count: number,
	threshold: number,
	orderedBy: string | null,
	attempt: Attempt,
	group: string,
	usualMs: number,
): Message {
	const title =
		orderedBy === null ? `NotFound ${count} of ${threshold}, second look agrees` : `redeploy ordered by ${orderedBy}, second look agrees`;
	return transition("RedeployDecided", title, [
		`Starting ${named(attempt)} in container group ${group}; it usually takes ${span(usualMs)}.`,
		"Pause first if you want to build by hand: npm run operate -- pause 4h.",
	]);
}

/** The script's marker was seen: the run acts. */
export function redeployStarted(attempt: Attempt, group: string, usualMs: number, now: Instant): Message {
	return transition("RedeployStarted", `${named(attempt)} started`, [
		`Container group ${group} is at work; expected around ${clockTime(new Date(Date.parse(now) + usualMs).toISOString(), now)}.`,
	]);
}

export function redeployLate(attempt: Attempt, runningMs: number, usualMs: number, deadline: Instant, now: Instant): Message {
	return {
		kind: "RedeployLate",
		title: `${named(attempt)} is past its usual time`,
		lines: [
			`It has run for ${span(runningMs)}; usual is ${span(usualMs)}. It is stopped at ${clockTime(deadline, now)} at the latest, and nothing needs to be done before.`,
		],
		log: null,
		weight: "reminder",
	};
}

/** The script said that it is done. Whether the cluster is there is the next look's to say. */
export function redeployFinished(attempt: Attempt, runSeconds: number | null, sha: string | null, log: string | null): Message {
	const took = runSeconds === null ? "" : ` after ${span(runSeconds * 1000)}`;
	return transition(
		"RedeployFinished",
		`${named(attempt)} finished, looking for the cluster`,
		[`The run ended well${took}${sha === null ? "" : `, from commit ${sha.slice(0, 12)}`}. Success is told once the cluster is seen.`],
		log,
	);
}

/** The environment is up, but not all of the run went well. */
export function redeployPartial(attempt: Attempt, row: RunStage, detail: string | null, log: string | null): Message {
	return transition(
		"RedeployPartial",
		`${named(attempt)} failed after the environment was up: ${row.stage} (code ${row.code})`,
		[detail ?? row.sentence, "Nothing is cleaned up. If you need what is missing, run that target by hand."],
		log,
	);
}

export function redeployFailed(attempt: Attempt, row: RunStage, detail: string | null, next: string, log: string | null): Message {
	return transition(
		"RedeployFailed",
		`${named(attempt)} failed: ${row.stage} (code ${row.code})`,
		[detail === null ? row.sentence : `${row.sentence} ${detail}`, next],
		log,
	);
}

/** The run ended without saying how. */
export function redeployLost(attempt: Attempt, why: string, next: string, log: string | null): Message {
	return transition("RedeployLost", `${named(attempt)} was lost`, [why, next], log);
}

/** It never acted: nothing was built, nothing is spent. */
export function redeployNeverStarted(attempt: Attempt, why: string, next: string): Message {
	return transition("RedeployNeverStarted", `${named(attempt)} never started`, [why, next]);
}

export function environmentExists(attempt: Attempt, detail: string | null): Message {
	return transition("EnvironmentExists", `${named(attempt)} found the environment there`, [
		detail ?? "Someone seems to have begun to build it.",
		"Nothing was built and nothing is cleaned up; counting starts anew.",
	]);
}

/** A run is being stopped; nothing follows before its container group is gone. */
export function runStopping(what: string, why: string, group: string, reminder: boolean): Message {
	return {
		kind: "RunStopping",
		title: `${what} is being stopped`,
		lines: [why, `Container group ${group} is being deleted; nothing follows before it is gone.`],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}

export interface Recovery {
	readonly names: EnvironmentNames;
	readonly openedAt: Instant | null;
	readonly now: Instant;
	/** null: nobody's run of ours brought it back. */
	readonly runSeconds: number | null;
	readonly sha: string | null;
	readonly repository: string | null;
	readonly doubt: string | null;
	readonly by: "us" | "someone";
}

/** The incident is over. Tells how to get in. */
export function back(recovery: Recovery): Message {
	const outage = recovery.openedAt === null ? null : span(between(recovery.openedAt, recovery.now));
	const parts = [outage === null ? "back" : `back after ${outage}`];
	if (recovery.by === "us" && recovery.runSeconds !== null) parts.push(`(redeploy took ${span(recovery.runSeconds * 1000)})`);
	const lines = [
		...(recovery.by === "someone" ? ["Someone rebuilt it by hand; counting starts anew."] : []),
		...(recovery.doubt === null ? [] : [recovery.doubt]),
		`Get in: az aks get-credentials --subscription ${recovery.names.subscriptionId} -g ${recovery.names.resourceGroup} -n ${recovery.names.clusterName} && kubelogin convert-kubeconfig -l azurecli`,
		...(recovery.sha === null
			? []
			: [`Built from commit ${recovery.sha}${recovery.repository === null ? "" : ` of ${recovery.repository}`}.`]),
	];
	return transition("EnvironmentBack", parts.join(" "), lines);
}
