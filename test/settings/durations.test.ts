import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { duration, parseGoDuration } from "../../shared/settings/durations.ts";
import { problemsWith, settingsWith } from "./reading.ts";

const ns = 1n;
const us = 1_000n * ns;
const ms = 1_000n * us;
const s = 1_000n * ms;
const m = 60n * s;
const h = 60n * m;
const units = { ns, us, "\u00b5s": us, "\u03bcs": us, ms, s, m, h };

/** From the tests of Go's own time package. */
const goes: readonly (readonly [string, bigint])[] = [
	["0", 0n],
	["5s", 5n * s],
	["30s", 30n * s],
	["1478s", 1478n * s],
	["-5s", -5n * s],
	["+5s", 5n * s],
	["-0", 0n],
	["+0", 0n],
	["5.0s", 5n * s],
	["5.6s", 5n * s + 600n * ms],
	["5.s", 5n * s],
	[".5s", 500n * ms],
	["1.0s", s],
	["1.00s", s],
	["1.004s", s + 4n * ms],
	["1.0040s", s + 4n * ms],
	["100.00100s", 100n * s + ms],
	["10ns", 10n],
	["11us", 11n * us],
	["12\u00b5s", 12n * us],
	["12\u03bcs", 12n * us],
	["13ms", 13n * ms],
	["14s", 14n * s],
	["15m", 15n * m],
	["16h", 16n * h],
	["3h30m", 3n * h + 30n * m],
	["10.5s4m", 4n * m + 10n * s + 500n * ms],
	["-2m3.4s", -(2n * m + 3n * s + 400n * ms)],
	["1h2m3s4ms5us6ns", h + 2n * m + 3n * s + 4n * ms + 5n * us + 6n],
	["39h9m14.425s", 39n * h + 9n * m + 14n * s + 425n * ms],
	["52763797000ns", 52763797000n],
	["0.3333333333333333333h", 20n * m],
	["9007199254740993ns", (1n << 53n) + 1n],
	["9223372036854775807ns", (1n << 63n) - 1n],
	["9223372036854775.807us", (1n << 63n) - 1n],
	["9223372036s854ms775us807ns", (1n << 63n) - 1n],
	["-9223372036854775808ns", -(1n << 63n)],
	["-9223372036854775.808us", -(1n << 63n)],
	["-9223372036s854ms775us808ns", -(1n << 63n)],
	["0.100000000000000000000h", 6n * m],
	["0.830103483285477580700h", 49n * m + 48n * s + 372539827n],
];

const goRefuses = [
	"",
	"3",
	"-",
	"s",
	".",
	"-.",
	".s",
	"+.s",
	"1d",
	"\x85\x85",
	"\xffff",
	"hello \xffff world",
	"\uFFFD",
	"\uFFFD hello \uFFFD world",
	"9223372036854775810ns",
	"9223372036854775808ns",
	"9223372036854775.808us",
	"9223372036854ms775us808ns",
	"-9223372036854775809ns",
	"1h 30m",
	" 1h",
	"1H",
	"1..5h",
	"1e3s",
	"--5s",
	"1,5h",
];

describe("a Go duration", () => {
	it.each(goes)("%s", (text, value) => {
		expect(parseGoDuration(text)).toEqual({ ok: true, value });
	});

	it.each(goRefuses)("is not %j", (text) => {
		expect(parseGoDuration(text).ok).toBe(false);
	});

	const parts = fc.array(fc.tuple(fc.nat(9999), fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]))), {
		minLength: 1,
		maxLength: 6,
	});

	it("is the sum of its parts, in whatever order and however often", () => {
		fc.assert(
			fc.property(parts, (list) => {
				const text = list.map(([count, unit]) => `${count}${unit}`).join("");
				const value = list.reduce((sum, [count, unit]) => sum + BigInt(count) * units[unit], 0n);
				expect(parseGoDuration(text)).toEqual({ ok: true, value });
				expect(parseGoDuration(`-${text}`)).toEqual({ ok: true, value: -value });
			}),
		);
	});

	it("has fractions that are right to the nanosecond below", () => {
		fc.assert(
			fc.property(fc.nat(999), fc.stringMatching(/^[0-9]{1,9}$/), fc.constantFrom("s", "m", "h"), (whole, digits, unit) => {
				const exact = BigInt(whole) * units[unit] + (BigInt(digits) * units[unit]) / 10n ** BigInt(digits.length);
				const parsed = parseGoDuration(`${whole}.${digits}${unit}`);
				const off = parsed.ok ? exact - parsed.value : null;
				// float64, as in Go: the last nanosecond may be one short.
				expect([0n, 1n]).toContain(off);
			}),
		);
	});

	it("is a value or a sentence for any text at all", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9.hmsnuµ d]{0,12}$/)), (text) => {
				const parsed = parseGoDuration(text);
				expect(parsed.ok ? typeof parsed.value : parsed.sentence).toMatch(parsed.ok ? /^bigint$/ : /^(is|has|lacks) .*\.$/);
			}),
		);
	});
});

describe("a setting that is a duration", () => {
	it.each([
		["1h30m", 5_400_000],
		["90s", 90_000],
		["1.5h", 5_400_000],
		["1s", 1_000],
		["720h", 2_592_000_000],
		["1500ms", 1_500],
		["1s999us", 1_000],
	])("%s is %d ms", (text, value) => {
		expect(settingsWith({ HEALTHY_INTERVAL: text }).healthyInterval).toBe(value);
	});

	it.each([
		["1d", "has the unit d that Go durations lack; they have h, m, s and ms, so a day is 24h."],
		["2weeks", "has the unit weeks that Go durations lack; they have h, m, s and ms, so a day is 24h."],
		["1hunter2", "has a unit that Go durations lack; they have h, m, s and ms, so a day is 24h."],
		["300", "lacks a unit; write 90s, 5m or 1h30m."],
		["soon", "is not a duration such as 1h30m."],
		["100ms", "is shorter than 1s, the shortest that is of use."],
		["0", "is shorter than 1s, the shortest that is of use."],
		["-5m", "is shorter than 1s, the shortest that is of use."],
		["720h1ns", "is longer than 720h (30 days), the longest that is of use."],
		["99999999h", "is longer than a duration can be."],
	])("is refused as %s", (text, sentence) => {
		expect(problemsWith({ RETRY_BACKOFF: text })).toEqual({ RETRY_BACKOFF: sentence });
	});

	it("is whole milliseconds from a second to 30 days, or refused", () => {
		fc.assert(
			fc.property(fc.bigInt(-10n, 2_700_000_000_000_000n), (nanoseconds) => {
				const result = duration.schema.safeParse(`${nanoseconds}ns`);
				expect(result.success).toBe(nanoseconds >= s && nanoseconds <= 720n * h);
				if (result.success) expect(result.data).toBe(Number(nanoseconds / ms));
			}),
		);
	});
});
