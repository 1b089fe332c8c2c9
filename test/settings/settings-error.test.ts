import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSettings } from "../../shared/settings/parse.ts";
import { type SettingName, settingNames, table } from "../../shared/settings/table.ts";
import { settingsWith } from "./reading.ts";
import { smallest } from "./sample-settings.ts";

/** A text that is wrong everywhere, and nowhere in what the product says. */
const secret = fc.stringMatching(/^[A-Z]{4}[A-Za-z0-9]{12,24}$/).map((text) => `~Zq${text}`);
/** Values that are wrong in many ways, each with the secret in it. */
const wrong = fc
	.tuple(
		secret,
		fc.constantFrom(
			"@",
			"https://@/x",
			"https://@:@@host/",
			"@d",
			"12@",
			"0 * * * * @",
			"git@host:@",
			" @",
			"<@>",
			"a $@",
			"a;@",
			"/subscriptions/@",
			"AccountName=@",
			"@:latest",
		),
	)
	.map(([text, form]) => ({ text, value: form.replaceAll("@", text) }));

function messageOf(variables: Readonly<Record<string, string | undefined>>): string {
	const result = parseSettings(variables);
	return result.ok ? "" : result.error.message;
}

describe("the settings error", () => {
	it("lists all that is missing, one line each, under one head", () => {
		expect(
			messageOf({})
				.split("\n")
				.map((line) => line.split(":")[0]),
		).toEqual([
			"8 settings are not usable",
			"  AZURE_SUBSCRIPTION_ID",
			"  AZURE_RESOURCE_GROUP",
			"  AKS_CLUSTER_NAME",
			"  RUNNER_IMAGE",
			"  RUNNER_RESOURCE_GROUP",
			"  RUNNER_IDENTITY_ID",
			"  RUNS_URL",
			"  AzureWebJobsStorage",
		]);
	});

	it("reads well for a single one", () => {
		expect(messageOf({ ...smallest, HEALTHY_INTERVAL: "1d" })).toBe(
			"1 setting is not usable:\n  HEALTHY_INTERVAL: has the unit d that Go durations lack; they have h, m, s and ms, so a day is 24h.",
		);
	});

	it("lists every bad setting by name, whichever are bad", () => {
		fc.assert(
			fc.property(fc.subarray([...settingNames], { minLength: 1 }), (names) => {
				const result = parseSettings({ ...smallest, ...Object.fromEntries(names.map((name) => [name, "<fill in>"])) });
				expect(result.ok ? [] : result.error.problems.map((problem) => problem.name)).toEqual(names);
			}),
		);
	});

	it("never has a value in it, nor has anything that it is made of", () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.constantFrom(...settingNames), wrong), { minLength: 1, maxLength: 12 }), (changes) => {
				const result = parseSettings({ ...smallest, ...Object.fromEntries(changes.map(([name, { value }]) => [name, value])) });
				if (result.ok) return;
				const said = `${result.error.message}\n${JSON.stringify(result.error)}\n${result.error.stack}`;
				for (const [, { text }] of changes) expect(said).not.toContain(text);
			}),
			{ numRuns: 500 },
		);
	});

	it("does find fault with such values, setting by setting", () => {
		// Else the property above would hold of nothing.
		const free: readonly SettingName[] = ["AKS_CLUSTER_NAME", "AZURE_RESOURCE_GROUP", "GIT_REF", "DEPLOY_MAKE_ARGS", "CLEANUP_MAKE_ARGS"];
		for (const name of settingNames.filter((one) => !free.includes(one)))
			expect(messageOf({ ...smallest, [name]: "~ZqSecret" }), name).toContain(`  ${name}: `);
	});

	it("says of each bad setting what is wrong and what to do, in a sentence", () => {
		for (const line of messageOf(Object.fromEntries(settingNames.map((name) => [name, "~Zq;'"])))
			.split("\n")
			.slice(1)) {
			expect(line).toMatch(/^ {2}\w+: (is|has|must|needs|lacks|lies|carries|names|ends) .*\.$/);
		}
	});
});

describe("settings that are not good enough to run", () => {
	it("still tell the webhook, if that one is good", () => {
		const good = "https://hooks.slack.com/services/T0/B0/x";
		const partial = (webhook: string | undefined) => {
			const result = parseSettings({ SLACK_WEBHOOK_URL: webhook });
			return result.ok ? null : result.partial.slackWebhookUrl;
		};
		expect(partial(good)).toBe(good);
		for (const bad of [`${good}\n`, "", "<webhook>", "http://169.254.169.254/", undefined]) expect(partial(bad)).toBeNull();
	});
});

describe("defaults", () => {
	it("are good by their own rules", () => {
		for (const name of settingNames) {
			const { fallback, kind } = table[name];
			if (fallback !== null) expect(kind.schema.safeParse(fallback).success, name).toBe(true);
		}
	});

	it("are those of the earlier service", () => {
		expect(settingsWith({})).toMatchObject({
			gitRef: "main",
			deployUser: "oasis",
			healthyInterval: 3_600_000,
			unhealthyInterval: 300_000,
			provisioningInterval: 300_000,
			notFoundThreshold: 5,
			runOnce: false,
			deployPersist: false,
			deployTarget: "personal-dev-env",
			cleanupTarget: "cleanup-entrypoint/Region",
		});
	});

	it("hold for each setting that is left out, as if its default were written there", () => {
		const written = Object.fromEntries(
			settingNames.flatMap((name) => (table[name].fallback === null ? [] : [[name, table[name].fallback]])),
		);
		expect(settingsWith(written)).toEqual(settingsWith({}));
	});
});
