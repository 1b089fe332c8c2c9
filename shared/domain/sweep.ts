/** Container groups that no run waits for: known until seen gone, and never left to act. */
import { act, type Draft, remember, tell, withStart } from "./draft.ts";
import { passed, plus } from "./instant.ts";
import { isDailyLookDue, limits } from "./limits.ts";
import { stray } from "./messages/keeper.ts";
import type { ContainerGroupFound, Instant } from "./observation.ts";
import type { Policy } from "./policy.ts";
import type { Sight } from "./sight.ts";
import { deleteGroup, isGone, isSettled, isTerminated } from "./starts.ts";
import type { Start } from "./state.ts";

/** Revokes starts that could still act, deletes the groups of settled ones and of those that upload for too long, forgets what is gone. */
export function sweepStarts(draft: Draft, sight: Sight, now: Instant): Draft {
	const awaited = draft.stage.phase === "Deploying" || draft.stage.phase === "CleaningUp" ? draft.stage.run.current : null;
	const known = draft.memory.starts.filter((start) => start.name === awaited || !(isSettled(start) && isGone(start, now)));
	return known.reduce(
		(next, start) => {
			if (start.name === awaited) return next;
			if (sight.starts[start.name]?.marker.kind === "None") {
				return act(withStart(next, start.name, { revokeRequestedAt: now }), { type: "RevokeStart", start });
			}
			const judged = draft.memory.lastRunEndedAt;
			const tooLong = start.marker?.writer === "script" && judged !== null && passed(judged, limits.upload, now);
			return isSettled(start) || tooLong ? deleteGroup(next, start.name, now) : next;
		},
		remember(draft, { starts: known }),
	);
}

/** Takes the list of tagged groups in: strays of ours are adopted, a live run of another app is noted. */
export function takeInList(draft: Draft, sight: Sight, policy: Policy, runnerGroup: string, now: Instant): Draft {
	if (sight.containerGroups?.kind !== "Listed") return draft;
	const ours = sight.containerGroups.items.filter((group) => group.tags["keepalived-environment"] === policy.environmentTag);
	const other = ours.find((group) => group.tags["keepalived-keeper"] !== policy.keeperTag && !isTerminated(group));
	const strays = ours.filter(
		(group) => group.tags["keepalived-keeper"] === policy.keeperTag && !draft.memory.starts.some((start) => start.name === group.name),
	);
	const noted = remember(daily(draft, now), { anotherKeeper: other?.name ?? null });
	return strays.reduce((next, group) => adopt(next, group, { runnerGroup, runsUrl: policy.spec.runsUrl }, now), noted);
}

/** What is done once a day with it, so that an idle tick has nothing to write: history that nobody needs any more goes. */
function daily(draft: Draft, now: Instant): Draft {
	if (!isDailyLookDue(draft.memory.strayLookAt, now)) return draft;
	return act(remember(draft, { strayLookAt: now }), { type: "ForgetHistory", before: plus(now, -limits.history) });
}

/** A stray becomes a start that is known: it is fenced, deleted and looked at until it is gone. */
function adopt(
	draft: Draft,
	group: ContainerGroupFound,
	{ runnerGroup, runsUrl }: { readonly runnerGroup: string; readonly runsUrl: string },
	now: Instant,
): Draft {
	const start: Start = {
		name: group.name,
		id: `${runnerGroup}/providers/Microsoft.ContainerInstance/containerGroups/${group.name}`,
		run: 0,
		location: "",
		runsUrl,
		issuedAt: now,
		notAfter: now,
		answer: null,
		revokeRequestedAt: null,
		marker: null,
		overAt: null,
		deleteRequestedAt: null,
		missingSince: null,
	};
	const adopted = remember(draft, { starts: [...draft.memory.starts, start] });
	return deleteGroup(tell(adopted, stray(group.name, !isTerminated(group))), group.name, now);
}
