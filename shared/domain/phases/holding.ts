/** Being held: told once per reason, repeated each reminder interval, visible in state. */
import { because, type Draft, remember, tell } from "../draft.ts";
import type { Shut } from "../gates/index.ts";
import { passed } from "../instant.ts";
import { limits } from "../limits.ts";
import { held, needsYou } from "../messages/person.ts";
import type { Instant } from "../observation.ts";

/** Remembers and tells what holds the app. */
export function hold(draft: Draft, shut: Shut, now: Instant): Draft {
	const { reason } = shut.gate;
	const { sentence, until, told } = shut.result;
	const before = draft.memory.hold?.reason === reason ? draft.memory.hold : null;
	const due = told !== "elsewhere" && (before === null || passed(before.toldAt, limits.reminder, now));
	const noted = remember(because(draft, reason), {
		hold: { reason, sentence, since: before?.since ?? now, toldAt: due ? now : (before?.toldAt ?? now), until },
	});
	if (!due) return noted;
	return tell(noted, told === "person" ? needsYou(sentence, [], before !== null) : held(reason, sentence, until, now, before !== null));
}

/** Asks for a person and keeps asking. The gate NeedsHuman is shut from here on. */
export function askPerson(draft: Draft, reason: string, sentence: string, lines: readonly string[], now: Instant): Draft {
	const asked = remember(because(draft, reason), { needsHuman: { reason, sentence, since: now, toldAt: now } });
	return tell(asked, needsYou(sentence, lines, false));
}

/** The request again, when it is due. */
export function remindPerson(draft: Draft, now: Instant): Draft {
	const { needsHuman } = draft.memory;
	if (needsHuman === null || !passed(needsHuman.toldAt, limits.reminder, now)) return draft;
	return tell(remember(draft, { needsHuman: { ...needsHuman, toldAt: now } }), needsYou(needsHuman.sentence, [], true));
}
