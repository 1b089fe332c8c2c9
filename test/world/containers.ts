/** Container groups: how the platform starts, restarts, loses and ends them. Pure; processes are effects. */
import { keyOf } from "./state.ts";
import type { ContainerEvent, ContainerGroup, Effect, WorldState } from "./types.ts";

/** A stopped container keeps this much of its log: the smaller of the two. */
export const stoppedLogLines = 1_000;
export const stoppedLogBytes = 16 * 1024;
/** A running one keeps this much. */
export const runningLogBytes = 4 * 1024 * 1024;

function happened(group: ContainerGroup, event: ContainerEvent, text?: string): Effect {
	return { kind: "event", event: { kind: "container", name: group.name, event, ...(text === undefined ? {} : { text }) } };
}

function stop(group: ContainerGroup): Effect {
	const key = keyOf(group.resourceGroup, group.name);
	return { kind: "stopProcess", key, name: group.name, generation: group.generation };
}

function identityOf(group: ContainerGroup): string | null {
	const assigned = group.identity?.userAssignedIdentities;
	return typeof assigned === "object" && assigned !== null ? (Object.keys(assigned)[0] ?? null) : null;
}

/** Takes up a container group that was asked for; it runs after the rules' delay, if at all. */
export function admit(state: WorldState, group: ContainerGroup, now: number): Effect[] {
	const { rules } = state;
	group.startsAt = now + rules.startDelayMs;
	if (rules.neverRuns > 0) {
		rules.neverRuns -= 1;
		group.startsAt = null;
		group.events = [{ at: now, name: "Pulling", message: "pulling image", type: "Normal" }];
	} else if (rules.failedFirst > 0) {
		rules.failedFirst -= 1;
		group.provisioningState = "Failed";
		group.startsAt = now + rules.failedForMs;
		const message = `The requested resource is not available in the location '${group.location}' at this moment.`;
		group.events = [{ at: now, name: "InsufficientCapacity.", message, type: "Warning" }];
	}
	state.containerGroups.set(keyOf(group.resourceGroup, group.name), group);
	return [happened(group, "created")];
}

/** Starts the group's process. What a look saw as Failed comes back here. */
export function run(group: ContainerGroup, now: number): Effect[] {
	group.generation += 1;
	group.phase = "Running";
	group.provisioningState = "Succeeded";
	group.startsAt = null;
	group.startedAt = now;
	group.finishedAt = null;
	group.exitCode = null;
	group.log = [];
	group.events = [
		{ at: now, name: "Started", message: "Started container", type: "Normal" },
		{ at: now, name: "Pulled", message: "Successfully pulled image", type: "Normal" },
		...group.events,
	];
	return [
		happened(group, "started"),
		{
			kind: "startProcess",
			key: keyOf(group.resourceGroup, group.name),
			name: group.name,
			generation: group.generation,
			command: group.command,
			variables: group.variables,
			identityId: identityOf(group),
		},
	];
}

/** Ends the running process, if any, and runs the container again in place. The log of the first is lost. */
export function restart(group: ContainerGroup, now: number): Effect[] {
	const wasRunning = group.phase === "Running";
	if (group.startedAt !== null) {
		const exitCode = wasRunning ? 137 : group.exitCode;
		group.previous = { exitCode, startedAt: group.startedAt, finishedAt: group.finishedAt ?? now };
		group.restartCount += 1;
	}
	return [...(wasRunning ? [stop(group)] : []), happened(group, "restarted"), ...run(group, now)];
}

/** A line that the process of that generation wrote; an earlier one's is dropped. */
export function processLine(state: WorldState, key: string, generation: number, line: string): Effect[] {
	const group = state.containerGroups.get(key);
	if (group?.generation !== generation || group.phase !== "Running") return [];
	group.log.push(line);
	return [happened(group, "line", line)];
}

/** The process of that generation ended. null: killed from outside. */
export function processExited(state: WorldState, key: string, generation: number, exitCode: number | null, now: number): Effect[] {
	const group = state.containerGroups.get(key);
	if (group?.generation !== generation || group.phase !== "Running") return [];
	group.phase = "Terminated";
	group.finishedAt = now;
	group.exitCode = exitCode ?? 137;
	group.log = stoppedLog(group.log);
	const ended = happened(group, "exited", String(group.exitCode));
	if (group.exitCode !== 0 && state.rules.restartsAfterFailure > 0) {
		state.rules.restartsAfterFailure -= 1;
		return [ended, ...restart(group, now)];
	}
	return [ended];
}

/** The last of a log, as a stopped container keeps it. */
export function stoppedLog(lines: readonly string[]): string[] {
	return lastBytes(lines.slice(-stoppedLogLines), stoppedLogBytes);
}

/** Whole lines from the end that fit in so many bytes, a line break each counted; a first line may be cut. */
export function lastBytes(lines: readonly string[], bytes: number): string[] {
	const kept: string[] = [];
	let left = bytes;
	for (const line of [...lines].reverse()) {
		const size = Buffer.byteLength(line) + 1;
		if (size > left) {
			if (left > 1)
				kept.unshift(
					Buffer.from(line)
						.subarray(-(left - 1))
						.toString(),
				);
			break;
		}
		kept.unshift(line);
		left -= size;
	}
	return kept;
}

/** Kills the process from outside with that exit code; the platform then does as after any exit. */
export function kill(state: WorldState, group: ContainerGroup, exitCode: number, now: number): Effect[] {
	if (group.phase !== "Running") return [];
	const stopped = stop(group);
	return [stopped, ...processExited(state, keyOf(group.resourceGroup, group.name), group.generation, exitCode, now)];
}

/** Ends it for good without a restart: no signal that a process could catch is promised, so none is sent. */
export function halt(group: ContainerGroup, now: number): Effect[] {
	const effects = group.phase === "Running" ? [stop(group)] : [];
	if (group.phase === "Running") {
		group.exitCode = 137;
		group.finishedAt = now;
		group.log = stoppedLog(group.log);
	}
	group.phase = "Terminated";
	group.startsAt = null;
	return effects;
}

/** Asked to go: its process is killed at once, the group is still seen for a while. */
export function remove(state: WorldState, group: ContainerGroup, now: number): Effect[] {
	group.goneAt ??= now + state.rules.groupGoneMs;
	return halt(group, now);
}

/** It is no more. */
export function vanish(state: WorldState, group: ContainerGroup, event: "deleted" | "lost"): Effect[] {
	state.containerGroups.delete(keyOf(group.resourceGroup, group.name));
	return [...(group.phase === "Running" ? [stop(group)] : []), happened(group, event)];
}
