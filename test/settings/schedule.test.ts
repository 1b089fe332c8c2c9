import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSettings } from "../../shared/settings/parse.ts";
import { parseSchedule } from "../../shared/settings/schedule.ts";
import { problemsWith, settingsWith } from "./reading.ts";

describe("an NCRONTAB schedule", () => {
	it.each([
		"0 * * * * *",
		"*/30 * * * * *",
		"0 */5 8-18 * * 1-5",
		"0 0 0 1 JAN *",
		"0 0 9 * * Mon-Fri",
		"0,30 * * * * *",
		"0 0 0 29 2 *",
		"0 0-10/2,30 * * * 0",
	])("%s", (text) => {
		expect(parseSchedule(text)).toEqual({ ok: true, value: text });
	});

	it.each([
		["* * * * *", "has not six fields"],
		["0 * * * * * *", "has not six fields"],
		["00:05:00", "has not six fields"],
		["@hourly", "has not six fields"],
		["", "has not six fields"],
		["60 * * * * *", "NCRONTAB cannot read"],
		["0 * * * * 8", "NCRONTAB cannot read"],
		["0 5-1 * * * *", "NCRONTAB cannot read"],
		["0 */0 * * * *", "NCRONTAB cannot read"],
		["0 0 0 L * *", "NCRONTAB cannot read"],
		["0 0 0 ? * *", "NCRONTAB cannot read"],
		["0 0 0 15W * *", "NCRONTAB cannot read"],
		["0 0 0 * * FRI#2", "NCRONTAB cannot read"],
		["0 * * * foo *", "NCRONTAB cannot read"],
		["%A% * * * * *", "NCRONTAB cannot read"],
		["0 0 0 * * 7", "weekday 7"],
		["0 0 0 * * 5-7", "weekday 7"],
		["0 0 0 30 2 *", "never comes"],
	])("is not %j", (text, why) => {
		const result = parseSchedule(text);
		expect(result.ok ? "taken" : result.sentence).toContain(why);
	});

	it("is a schedule or a sentence for any six words", () => {
		fc.assert(
			fc.property(fc.array(fc.stringMatching(/^[0-9A-Z*,/?#-]{1,6}$/), { minLength: 6, maxLength: 6 }), (fields) => {
				const result = parseSchedule(fields.join(" "));
				if (!result.ok) expect(result.sentence).toMatch(/^(has|names) .*\.$/);
			}),
			{ numRuns: 300 },
		);
	});
});

describe("settings that are schedules", () => {
	it("have one space between fields", () => {
		expect(settingsWith({ CHECK_SCHEDULE: "0  */2 * * * *" }).checkSchedule).toBe("0 */2 * * * *");
	});

	it("leave a timer its default when bad, and the other timer its own", () => {
		const result = parseSettings({ CHECK_SCHEDULE: "never", WATCH_SCHEDULE: "45 * * * * *" });
		expect(result.ok ? null : result.partial).toEqual({
			slackWebhookUrl: null,
			checkSchedule: "0 * * * * *",
			watchSchedule: "45 * * * * *",
		});
		expect(problemsWith({ CHECK_SCHEDULE: "never" })).toHaveProperty("CHECK_SCHEDULE");
	});
});
