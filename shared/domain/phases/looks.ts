/** What each timer looks at, from what is remembered. null: nothing is due. */
import { latest, passed, toMs } from "../instant.ts";
import { isDailyLookDue, limits, tolerance } from "../limits.ts";
import type { Instant } from "../observation.ts";
import type { Policy } from "../policy.ts";
import type { LookPlan, Purpose, SignsOfLife } from "../sight.ts";
import { nextStart } from "../starts.ts";
import type { Keeper, Memory, Run } from "../state.ts";
import { silenceChanged } from "./silence.ts";

const bare = { cluster: false, clusters: false, groups: [], starts: [], nextStart: null, runnerGroup: null } as const;

/** checkCluster's first look of a tick. */
export function checkPlan(keeper: Keeper, policy: Policy, now: Instant): LookPlan | null {
	const { memory, stage } = keeper;
	const names = stage.phase === "Watching" ? policy.names : stage.run.spec;
	// A further start of a run that never acted is issued under the same looks as the first.
	if (stage.phase === "Deploying" && stage.run.current === null) return secondLookPlan(stage.run, policy, now);
	if (!isDue(memory, stage.phase === "Watching" ? policy.healthyInterval : policy.provisioningInterval, now)) return null;
	const wreck = stage.phase === "Watching" && memory.needsCleanup && memory.needsHuman === null;
	const daily = isDailyLookDue(memory.groupsLookedAt, now);
	return { ...bare, purpose: "Health", names, cluster: true, groups: wreck || (daily && stage.phase === "Watching") ? names.groups : [] };
}

function isDue(memory: Memory, interval: number, now: Instant): boolean {
	return memory.nextCheckAt === null || toMs(memory.nextCheckAt) - tolerance(interval) <= toMs(now);
}

/** Everything that a create is decided on, looked at in the tick that issues it. */
export function secondLookPlan(run: Run, policy: Policy, now: Instant): LookPlan {
	return {
		purpose: "SecondLook",
		names: run.spec,
		cluster: true,
		clusters: true,
		groups: run.spec.groups,
		starts: [],
		nextStart: nextStart(run, policy, now),
		runnerGroup: run.spec.runnerGroupId,
	};
}

/** watchContainer's first look of a tick. */
export function watchPlan(keeper: Keeper, policy: Policy, now: Instant, pulses: SignsOfLife): LookPlan | null {
	const { memory, stage } = keeper;
	const strays = isDailyLookDue(memory.strayLookAt, now);
	const waiting = stage.phase === "CleaningUp" && stage.run.current === null;
	if (memory.starts.length === 0 && !strays && !waiting && !reminderDue(memory, now) && !silenceChanged(memory, pulses, now)) return null;
	const runs = runsPlan(keeper, policy, "Runs");
	return strays || memory.starts.length > 0 ? runs : { ...runs, runnerGroup: null };
}

/** Issued starts and the list of container groups; with the environment when a judgement needs it. */
export function runsPlan(keeper: Keeper, policy: Policy, purpose: Purpose): LookPlan {
	const { memory, stage } = keeper;
	const names = stage.phase === "Watching" ? policy.names : stage.run.spec;
	const whole = purpose === "RunsAndEnvironment";
	const runnerGroup = stage.phase === "Watching" ? policy.spec.runnerGroupId : stage.run.spec.runnerGroupId;
	return { ...bare, purpose, names, cluster: whole, groups: whole ? names.groups : [], starts: memory.starts, runnerGroup };
}

/** Whether a repeated request for a person is due. */
export function reminderDue(memory: Memory, now: Instant): boolean {
	return memory.needsHuman !== null && passed(latest(memory.needsHuman.toldAt) ?? now, limits.reminder, now);
}
