/** Dates that others wrote, read strictly: what is no full date is none. */
import type { Instant } from "../domain/observation.ts";

/** With its zone: `Date.parse` also takes `5` (for May 2001), and local time where no zone is given. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** The instant of an ISO 8601 date with zone, or of a Date; null for everything else. */
export function isoDate(value: unknown): Instant | null {
	const ms =
		value instanceof Date ? value.getTime() : typeof value === "string" && iso.test(value.trim()) ? Date.parse(value.trim()) : Number.NaN;
	return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
