/**
 * NCRONTAB schedules. The Functions host disables a function whose schedule it
 * cannot read, in silence; so the text is checked here, more strictly than croner
 * alone would: only what croner and the host's own parser read alike passes.
 */
import { Cron } from "croner";
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

const expects = "six NCRONTAB fields (second minute hour day month weekday), such as 0 */5 * * * *";

/** NCRONTAB ands day and weekday, where other crons or them. */
const options = { mode: "6-part", domAndDow: true, paused: true, timezone: "UTC" } as const;

/** Numbers, three-letter names, lists, ranges and steps: no `?`, `L`, `W`, `#`, nicknames or `%SETTING%`. */
const field =
	/^(\*|\d{1,2}|[A-Za-z]{3})(-(\d{1,2}|[A-Za-z]{3}))?(\/\d{1,2})?(,(\d{1,2}|[A-Za-z]{3})(-(\d{1,2}|[A-Za-z]{3}))?(\/\d{1,2})?)*$/;

/** Leap years and 1 January on each weekday lie within croner's reach of this instant. */
const reference = "2024-01-01T00:00:00Z";

/** The six fields with one space between them, or why the host would not run them. */
export function parseSchedule(text: string): Parsed<string> {
	const fields = text.split(/\s+/);
	if (fields.length !== 6) return bad(`has not six fields; it must be ${expects}.`);
	if (!fields.every((word) => field.test(word))) return bad(`has a field that NCRONTAB cannot read; it must be ${expects}.`);
	if (/(^|[,/-])0*7($|[,/-])/.test((fields[5] ?? "").replace(/\/\d+/g, "")))
		return bad("has weekday 7, which NCRONTAB lacks: Sunday is 0.");
	try {
		const next = new Cron(fields.join(" "), options).nextRun(new Date(reference));
		return next === null ? bad("names a day that never comes.") : good(fields.join(" "));
	} catch {
		return bad(`has a field that NCRONTAB cannot read; it must be ${expects}.`);
	}
}

/** See parseSchedule. */
export const schedule: Kind<string> = parsed(expects, parseSchedule);
