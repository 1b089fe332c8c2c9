/** Each timer tells when the other has shown no sign of life for half an hour. */
import { type Draft, remember, tell } from "../draft.ts";
import { passed } from "../instant.ts";
import { limits } from "../limits.ts";
import { stopped } from "../messages/keeper.ts";
import type { Instant } from "../observation.ts";
import type { SignsOfLife } from "../sight.ts";
import type { Memory } from "../state.ts";

type Timer = keyof SignsOfLife;

function isSilent(pulses: SignsOfLife, timer: Timer, now: Instant): boolean {
	const last = pulses[timer];
	return last !== null && passed(last, limits.silence, now) && isAwake(pulses, timer, now);
}

/** Who has been silent itself (a laptop slept) accuses nobody before it has shown a sign of life of its own. */
function isAwake(pulses: SignsOfLife, other: Timer, now: Instant): boolean {
	const own = pulses[other === "check" ? "watch" : "check"];
	return own !== null && !passed(own, limits.silence, now);
}

/** Whether a silence began or ended that memory does not know of. */
export function silenceChanged(memory: Memory, pulses: SignsOfLife, now: Instant): boolean {
	return (["check", "watch"] as const).some((timer) => isSilent(pulses, timer, now) !== (memory.silenceToldAt[timer] !== null));
}

/** Tells a silence once, with reminders, and forgets it when the other timer is back. `timer` is the other one. */
export function tellSilence(draft: Draft, pulses: SignsOfLife, timer: Timer, now: Instant): Draft {
	const toldAt = draft.memory.silenceToldAt[timer];
	const last = pulses[timer];
	if (last === null || !isSilent(pulses, timer, now)) return toldAt === null ? draft : note(draft, timer, null);
	if (toldAt !== null && !passed(toldAt, limits.reminder, now)) return draft;
	return tell(note(draft, timer, now), stopped(timer === "check" ? "checks have stopped" : "watching has stopped", last, now));
}

function note(draft: Draft, timer: Timer, at: Instant | null): Draft {
	return remember(draft, { silenceToldAt: { ...draft.memory.silenceToldAt, [timer]: at } });
}
