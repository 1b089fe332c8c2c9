/** Follows the current start of a run to its outcome, the same for deploys and clean-ups. */
import { act, because, type Draft, remember, tell, withRun, withStart } from "./draft.ts";
import { passed, plus, span, toMs } from "./instant.ts";
import { limits } from "./limits.ts";
import { runsUnreadable } from "./messages/keeper.ts";
import { runStopping } from "./messages/redeploy.ts";
import type { ContainerGroupObservation, Instant, Unreadable, Verdict } from "./observation.ts";
import { codeInEvents, refusalOf } from "./refusals.ts";
import type { Sight, StartSight } from "./sight.ts";
import { deleteGroup, isGone, isPaused, isTerminated, startOf } from "./starts.ts";
import type { Run, Start } from "./state.ts";

/** What a look says of the run. */
export type Outcome =
	| { readonly kind: "Pending" }
	/** It never acted and never can. */
	| { readonly kind: "NeverStarted"; readonly code: string; readonly why: string }
	| { readonly kind: "Judged"; readonly verdict: Verdict; readonly log: string | null }
	/** It acted and is over without a verdict. */
	| { readonly kind: "Lost"; readonly why: string; readonly log: string | null };

export interface Followed {
	readonly draft: Draft;
	readonly outcome: Outcome;
}

/** Takes the run of the draft's phase one step on. `what` is how people call it. */
export function followRun(draft: Draft, run: Run, what: string, sight: Sight, now: Instant): Followed {
	const start = startOf(draft.memory, run);
	const view = start === undefined ? undefined : sight.starts[start.name];
	if (start === undefined || view === undefined) return pending(because(draft, "Waiting"));
	if (view.marker.kind === "Unreadable") return pending(noteUnreadable(draft, view.marker, now));
	const readable = remember(draft, { runsUnreadable: null });
	if (view.marker.kind === "None") return followOpen(readable, run, start, view, now);
	return view.marker.writer === "app" ? followRevoked(readable, start, view, now) : followActing(readable, run, what, start, view, now);
}

function pending(draft: Draft): Followed {
	return { draft, outcome: { kind: "Pending" } };
}

/** No marker: wait, or give the start up when it cannot or should no longer come. */
function followOpen(draft: Draft, run: Run, start: Start, view: StartSight, now: Instant): Followed {
	const refused = start.answer?.kind === "Refused" && view.group.kind === "NotFound";
	const failed = view.group.kind === "Found" && view.group.provisioningState === "Failed";
	const late = passed(start.issuedAt, limits.startDeadline, now);
	if (!refused && !failed && !late && !isTerminated(view.group) && run.stopping === null) return pending(because(draft, "Starting"));
	// Why it failed stands in the group's events, which go with the group.
	const code = view.group.kind === "Found" ? codeInEvents(view.group.events) : "";
	const answer = code === "" ? start.answer : { kind: start.answer?.kind ?? "Unknown", code };
	const asked = withStart(because(draft, "Revoking"), start.name, { revokeRequestedAt: now, answer });
	return pending(act(asked, { type: "RevokeStart", start }));
}

/** Our marker: nothing follows before its group is terminated or gone, or was refused and is not there. */
function followRevoked(draft: Draft, start: Start, view: StartSight, now: Instant): Followed {
	const refusedAway = start.answer?.kind === "Refused" && view.group.kind === "NotFound";
	if (!refusedAway && !isTerminated(view.group) && !isGone(start, now))
		return pending(deleteGroup(because(draft, "GivingUp"), start.name, now));
	const code = refusalCode(start, view.group);
	const silent = code === "" && isTerminated(view.group) && start.deleteRequestedAt === null;
	const why = silent
		? "Its container ended before it could write its marker; see that the runner identity is Storage Blob Data Contributor on the runs container."
		: refusalOf(code).sentence;
	return { draft, outcome: { kind: "NeverStarted", code, why } };
}

function refusalCode(start: Start, group: ContainerGroupObservation): string {
	if (start.answer !== null && start.answer.code !== "") return start.answer.code;
	return group.kind === "Found" ? codeInEvents(group.events) : "";
}

/** The script's marker: a verdict beats every deadline. */
function followActing(draft: Draft, run: Run, what: string, start: Start, view: StartSight, now: Instant): Followed {
	const verdict = view.verdict;
	if (verdict?.kind === "Verdict") return { draft, outcome: { kind: "Judged", verdict, log: view.log } };
	if (start.overAt === null) return pending(keepTime(draft, run, what, start, view.group, now));
	if (verdict?.kind === "None") return { draft, outcome: { kind: "Lost", why: lostBecause(run, view.group), log: view.log } };
	const said = verdictInLog(view.log);
	if (said !== null) return { draft, outcome: { kind: "Judged", verdict: said, log: view.log } };
	return pending(verdict === null ? because(draft, "Waiting") : noteUnreadable(draft, verdict, now));
}

/** Stops a run that is overdue, or whose container the platform started again. */
function keepTime(draft: Draft, run: Run, what: string, start: Start, group: ContainerGroupObservation, now: Instant): Draft {
	if (run.stopping !== null) return deleteGroup(remindStopping(because(draft, "Stopping"), run, what, start.name, now), start.name, now);
	const restarted = group.kind === "Found" && group.restartCount > 0 && group.containerState === "Waiting";
	const overdue = toMs(deadlineOf(run, start)) <= toMs(now);
	if ((!restarted && !overdue) || isPaused(draft, now)) return because(draft, "Running");
	const why = restarted ? "Restarted" : "Overdue";
	const stopping = withRun(because(draft, "Stopping"), { stopping: { since: now, why, toldAt: now } });
	const sentence = restarted ? "The platform started its container again." : "It ran past its deadline.";
	return deleteGroup(tell(stopping, runStopping(what, sentence, start.name, false)), start.name, now);
}

/** A stop that shows no effect is told after half an hour and again each reminder interval. */
function remindStopping(draft: Draft, run: Run, what: string, group: string, now: Instant): Draft {
	if (run.stopping === null) return draft;
	const { since, toldAt } = run.stopping;
	const due = passed(since, limits.stopInVain, now) && (toldAt === since || passed(toldAt, limits.reminder, now));
	if (!due) return draft;
	const why = `It was asked to stop ${span(toMs(now) - toMs(since))} ago and is still there. Delete the container group by hand if this goes on.`;
	return tell(withRun(draft, { stopping: { ...run.stopping, toldAt: now } }), runStopping(what, why, group, true));
}

/** When the app stops the run: the script's own deadline and a margin, from the marker's time. */
export function deadlineOf(run: Run, start: Start): Instant {
	const seconds = run.kind === "deploy" ? run.spec.deployTimeoutSeconds : run.spec.cleanupTimeoutSeconds;
	return plus(start.marker?.at ?? start.issuedAt, seconds * 1000 + limits.overtime);
}

function lostBecause(run: Run, group: ContainerGroupObservation): string {
	if (run.stopping?.why === "Overdue") return "It ran past its deadline and was stopped.";
	if (run.stopping?.why === "Cancelled") return "It was cancelled and stopped.";
	if (group.kind === "NotFound") return "Its container group is gone and left no verdict.";
	if (group.kind === "Found" && group.exitCode === 137)
		return "Its container was killed (exit code 137), most often for want of memory; see RUNNER_MEMORY_GB.";
	return "Its container ended without a verdict.";
}

/** The last stage line of a log tail: the fallback where the verdict blob can't be read. */
export function verdictInLog(log: string | null): Verdict | null {
	const lines = log?.match(/^keepalived: stage=\S+ (?:status=failed .*)?code=\d+.*$/gm) ?? [];
	const match = lines.at(-1)?.match(/stage=(\S+) .*?code=(\d+)/);
	if (match?.[1] === undefined || match[2] === undefined || Number(match[2]) === 80) return null;
	const sha = log?.match(/stage=clone status=ok .*sha=([0-9a-f]{7,40})/)?.[1] ?? null;
	return { kind: "Verdict", stage: match[1], code: Number(match[2]), sha, junit: null, message: null, startedAt: null, endedAt: null };
}

/** Doubt about markers and verdicts is told after half an hour, then reminded; the lock is kept. */
function noteUnreadable(draft: Draft, doubt: Unreadable, now: Instant): Draft {
	const before = draft.memory.runsUnreadable ?? { since: now, toldAt: null };
	const due = passed(before.since, limits.runsUnreadable, now) && (before.toldAt === null || passed(before.toldAt, limits.reminder, now));
	const noted = remember(because(draft, "RunsUnreadable"), { runsUnreadable: due ? { ...before, toldAt: now } : before });
	return due ? tell(noted, runsUnreadable(doubt.detail, before.toldAt !== null)) : noted;
}
