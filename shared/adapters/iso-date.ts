/** Dates that others wrote, read strictly: what is no full date is none. */
import type { Instant } from "../domain/observation.ts";

/** With its zone: `Date.parse` also takes `5` (for May 2001), and local time where no zone is given. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** The instant of an ISO 8601 date with zone, or of a Date; null for everything else. */
export function isoDate(value: Date | string | null | undefined): Instant | null {
	if (value === null || value === undefined) return null;
	if (typeof value === "string" && !iso.test(value.trim())) return null;
	const ms = typeof value === "string" ? Date.parse(value.trim()) : value.getTime();
	return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
