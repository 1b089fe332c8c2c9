/** Arithmetic on instants. Everything takes the instant it speaks of: nothing here reads a clock. */
import type { Instant } from "./observation.ts";

/** Milliseconds since 1970 as an instant. */
export function toInstant(ms: number): Instant {
	return new Date(ms).toISOString();
}

/** An instant as milliseconds since 1970. */
export function toMs(instant: Instant): number {
	return Date.parse(instant);
}

/** `instant` moved by `ms`, which may be negative. */
export function plus(instant: Instant, ms: number): Instant {
	return toInstant(toMs(instant) + ms);
}

/** Milliseconds from `from` to `to`; negative when `to` is earlier. */
export function between(from: Instant, to: Instant): number {
	return toMs(to) - toMs(from);
}

/** Whether at least `ms` have passed from `from` to `now`. */
export function passed(from: Instant, ms: number, now: Instant): boolean {
	return between(from, now) >= ms;
}

/** The later of those that are there; null if none is. */
export function latest(...instants: readonly (Instant | null)[]): Instant | null {
	return instants.reduce((best, one) => (one !== null && (best === null || toMs(one) > toMs(best)) ? one : best), null);
}

/** `2026-11-30T09:15:00.000Z` as `20261130T091500Z`. */
export function compact(instant: Instant): string {
	return instant.replace(/[-:]/g, "").replace(/\.\d+/, "");
}

/** `14:20 UTC`, or with its date when that is not `now`'s: `2 Dec 14:20 UTC`. */
export function clockTime(instant: Instant, now: Instant): string {
	const time = `${instant.slice(11, 16)} UTC`;
	return instant.slice(0, 10) === now.slice(0, 10) ? time : `${dayAndMonth(instant)} ${time}`;
}

function dayAndMonth(instant: Instant): string {
	const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
	return `${Number(instant.slice(8, 10))} ${months[Number(instant.slice(5, 7)) - 1]}`;
}

/** A span for people: `1h 52m`, `48m`, `35s`. */
export function span(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return `${minutes}m`;
	const hours = Math.floor(minutes / 60);
	if (hours < 48) return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
	return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
