/**
 * Issued starts and what looks say of them. A start is open (no marker), revoked
 * (the app's marker), acting (the script's) or over (the script's, and a look
 * begun after reading it showed its container group terminated or gone).
 */
import { act, type Draft, remember, withStart } from "./draft.ts";
import { passed, plus } from "./instant.ts";
import { limits } from "./limits.ts";
import type { Answer, ContainerGroupFound, ContainerGroupObservation, Instant, Listing } from "./observation.ts";
import type { Policy } from "./policy.ts";
import type { Sight, StartSight } from "./sight.ts";
import type { Memory, Run, Start } from "./state.ts";

/** A start that can never act, or act again. */
export function isSettled(start: Start): boolean {
	return start.marker?.writer === "app" || start.overAt !== null;
}

/** The start that a run waits for; undefined: none is issued just now. */
export function startOf(memory: Memory, run: Run): Start | undefined {
	return memory.starts.find((one) => one.name === run.current);
}

/** Whether the one container of a group ran to an end. A group's word alone is not enough: `Failed` may come back. */
export function isTerminated(group: ContainerGroupObservation): boolean {
	if (group.kind !== "Found") return false;
	if (group.containerState !== null) return group.containerState === "Terminated";
	return group.state === "Succeeded" || group.state === "Stopped";
}

/** Whether a start's group is missing for long enough, on looks far enough apart, to be gone. */
export function isGone(start: Start, now: Instant): boolean {
	return start.missingSince !== null && passed(start.missingSince, limits.goneSpacing, now);
}

/** Takes in what was seen of every start. */
export function takeInStarts(draft: Draft, sight: Sight, now: Instant): Draft {
	return draft.memory.starts.reduce((next, start) => {
		const view = sight.starts[start.name];
		return view === undefined ? next : withStart(next, start.name, changeOf(start, view, sight.containerGroups, now));
	}, draft);
}

function changeOf(start: Start, view: StartSight, list: Listing<ContainerGroupFound> | null, now: Instant): Partial<Start> {
	const marker = view.marker.kind === "Marked" ? { writer: view.marker.writer, at: view.marker.at } : start.marker;
	const away = view.group.kind === "NotFound" || isTerminated(view.group);
	const over = start.overAt ?? (view.marker.kind === "Marked" && view.marker.writer === "script" && away ? now : null);
	return { marker, overAt: over, missingSince: missing(start, view.group, list, now) };
}

/** Doubt keeps what was known; a sight of it, in the look or in the list, ends the row. */
function missing(start: Start, group: ContainerGroupObservation, list: Listing<ContainerGroupFound> | null, now: Instant): Instant | null {
	if (group.kind === "Unreadable" || list === null || list.kind === "Unreadable") return start.missingSince;
	const listed = list.items.some((item) => item.name === start.name);
	return group.kind === "NotFound" && !listed ? (start.missingSince ?? now) : null;
}

/** Asks for the deletion of a start's group, at most once each few minutes, never under a pause. */
export function deleteGroup(draft: Draft, name: string, now: Instant): Draft {
	const start = draft.memory.starts.find((one) => one.name === name);
	if (start === undefined || start.missingSince !== null || isPaused(draft, now)) return draft;
	if (start.deleteRequestedAt !== null && !passed(start.deleteRequestedAt, limits.deleteAgain, now)) return draft;
	return act(withStart(draft, name, { deleteRequestedAt: now }), { type: "DeleteContainerGroup", start: { id: start.id, name } });
}

export function isPaused(draft: Draft, now: Instant): boolean {
	const { pause } = draft.memory;
	return pause !== null && Date.parse(pause.until) > Date.parse(now);
}

/** The next start of a run: a name that was never used, and its place. */
export function nextStart(run: Run, policy: Policy, now: Instant): Start {
	const number = run.starts.length + 1;
	const name = `keepalived-${policy.nameHash}-${run.number}-${number}`;
	const { locations, runnerGroupId } = run.spec;
	return {
		name,
		id: `${runnerGroupId}/providers/Microsoft.ContainerInstance/containerGroups/${name}`,
		run: run.number,
		runsUrl: run.spec.runsUrl,
		location: locations[(number - 1) % Math.max(1, locations.length)] ?? "",
		issuedAt: now,
		notAfter: plus(now, limits.startLifetime),
		answer: null,
		revokeRequestedAt: null,
		marker: null,
		overAt: null,
		deleteRequestedAt: null,
		missingSince: null,
	};
}

/** Issues a start in the run of the draft's phase: remembered first, created after the commit. */
export function issue(draft: Draft, start: Start, now: Instant): Draft {
	if (draft.stage.phase === "Watching") return draft;
	const before = draft.stage.run;
	const run: Run = {
		...before,
		starts: [...before.starts, start.name],
		current: start.name,
		issuedAt: before.starts.length === 0 ? now : before.issuedAt,
	};
	const issued = remember(draft, { starts: [...draft.memory.starts, start] });
	return act({ ...issued, stage: { ...draft.stage, run } }, { type: "CreateContainerGroup", start, run });
}

/** The answer to a create, as a hint for later looks. */
export function withAnswer(starts: readonly Start[], name: string, answer: Answer): readonly Start[] {
	const code = answer.kind === "Refused" ? answer.code : "";
	return starts.map((start) => (start.name === name ? { ...start, answer: { kind: answer.kind, code } } : start));
}
