/**
 * Durations as Go writes them. The earlier service read its settings with Go's
 * time.ParseDuration; the same texts mean the same here, down to the nanosecond.
 */
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

const unitNanoseconds: Readonly<Record<string, bigint>> = {
	ns: 1n,
	us: 1_000n,
	"\u00b5s": 1_000n, // micro sign
	"\u03bcs": 1_000n, // Greek letter mu
	ms: 1_000_000n,
	s: 1_000_000_000n,
	m: 60_000_000_000n,
	h: 3_600_000_000_000n,
};

/** Words that people try; only these are named back, since a text put here by mistake may be a secret. */
const knownForeignUnits = new Set(
	"d D day days Day Days w W week weeks M mo month months y Y yr year years H hr hrs hour hours min mins minute minutes S sec secs second seconds msec".split(
		" ",
	),
);

/** Go's int64. */
const most = (1n << 63n) - 1n;

/** Whole nanoseconds (negative for `-1s`), or why time.ParseDuration would refuse the text. */
export function parseGoDuration(text: string): Parsed<bigint> {
	const negative = text.startsWith("-");
	const rest = text.replace(/^[-+]/, "");
	if (rest === "0") return good(0n);
	if (rest === "") return bad("is not a duration such as 1h30m.");
	// A unit is all up to the next digit or point, as in Go: `1h 30m` has the unit "h ".
	const part = /([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/y;
	let total = 0n;
	while (part.lastIndex < rest.length) {
		const at = part.lastIndex;
		const match = part.exec(rest);
		if (match === null || part.lastIndex === at) return bad("is not a duration such as 1h30m.");
		const value = partNanoseconds(match[1] ?? "", match[2] ?? "", match[3] ?? "");
		if (!value.ok) return value;
		total += value.value;
		if (total > most + 1n) return bad("is longer than a duration can be.");
	}
	if (negative) return good(-total);
	return total > most ? bad("is longer than a duration can be.") : good(total);
}

function partNanoseconds(whole: string, fraction: string, unitName: string): Parsed<bigint> {
	if (whole === "" && fraction === "") return bad("is not a duration such as 1h30m.");
	if (unitName === "") return bad("lacks a unit; write 90s, 5m or 1h30m.");
	const unit = Object.hasOwn(unitNanoseconds, unitName) ? unitNanoseconds[unitName] : undefined;
	if (unit === undefined) {
		const named = knownForeignUnits.has(unitName) ? `the unit ${unitName}` : "a unit";
		return bad(`has ${named} that Go durations lack; they have h, m, s and ms, so a day is 24h.`);
	}
	const value = BigInt(whole === "" ? "0" : whole) * unit + fractionNanoseconds(fraction, unit);
	return value > most + 1n ? bad("is longer than a duration can be.") : good(value);
}

/** Go multiplies fractions as float64 and drops digits past int64: the same here, for the same last nanosecond. */
function fractionNanoseconds(digits: string, unit: bigint): bigint {
	let numerator = 0n;
	let scale = 1;
	for (const digit of digits) {
		if (numerator > most / 10n) break;
		const next = numerator * 10n + BigInt(digit);
		if (next > most + 1n) break;
		numerator = next;
		scale *= 10;
	}
	return BigInt(Math.trunc(Number(numerator) * (Number(unit) / scale)));
}

const nanosecondsPerMillisecond = 1_000_000n;
const shortest = 1_000n * nanosecondsPerMillisecond;
const longest = 30n * 24n * 3_600n * 1_000n * nanosecondsPerMillisecond;

/** From 1s to 30 days; the value is whole milliseconds, a rest is dropped. */
export const duration: Kind<number> = parsed("a Go duration such as 1h30m or 90s, from 1s to 720h (30 days)", (text) => {
	const nanoseconds = parseGoDuration(text);
	if (!nanoseconds.ok) return nanoseconds;
	if (nanoseconds.value < shortest) return bad("is shorter than 1s, the shortest that is of use.");
	if (nanoseconds.value > longest) return bad("is longer than 720h (30 days), the longest that is of use.");
	return good(Number(nanoseconds.value / nanosecondsPerMillisecond));
});
