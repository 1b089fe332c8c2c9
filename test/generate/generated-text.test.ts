import { describe, expect, it } from "vitest";
import { parseSettings } from "../../shared/settings/parse.ts";
import { settingNames, table } from "../../shared/settings/table.ts";
import { type GeneratedText, isStale, refreshed } from "./generated-text.ts";
import { renderSettingsSample } from "./settings-sample.ts";
import { renderSettingsTable } from "./settings-table.ts";
import { generatedTexts } from "./texts.ts";

describe("generated text", () => {
	it.each(generatedTexts.map((text) => [text.marker ?? "whole", text.file, text] as const))(
		"%s of %s is what the code says now",
		(_part, _file, text) => {
			expect(isStale(text), "run npm run generate").toBe(false);
		},
	);

	const part: GeneratedText = { file: "x.md", marker: "list", render: () => "new" };

	it("leaves all outside its markers as it was", () => {
		expect(refreshed("a\n<!-- list:begin -->\nold\n<!-- list:end -->\nb\n", part)).toBe(
			"a\n<!-- list:begin -->\nnew\n<!-- list:end -->\nb\n",
		);
	});

	it.each([
		["no markers", "a\n"],
		["no end", "a\n<!-- list:begin -->\n"],
		["the end first", "<!-- list:end --><!-- list:begin -->"],
		["the part twice", "<!-- list:begin --><!-- list:end --><!-- list:begin --><!-- list:end -->"],
	])("does not guess where a file has %s", (_what, text) => {
		expect(() => refreshed(text, part)).toThrow("x.md needs <!-- list:begin -->");
	});
});

describe("the settings table", () => {
	it("has one line for each setting, with its default", () => {
		const lines = renderSettingsTable().split("\n").slice(2);
		expect(lines.map((line) => line.split("`")[1])).toEqual(settingNames);
		expect(lines.find((line) => line.includes("HEALTHY_INTERVAL"))).toContain("| `1h` |");
		expect(lines.find((line) => line.includes("`RUNS_URL` |"))).toContain("| required with `RUNNER=aci` |");
	});
});

describe("the sample", () => {
	const { Values: values } = JSON.parse(renderSettingsSample()) as { Values: Record<string, string> };

	it("is refused for nothing but the placeholders that a person has to replace", () => {
		const result = parseSettings(values);
		const placeholders = settingNames.filter((name) => values[name]?.startsWith("<"));
		expect(result.ok ? [] : result.error.problems.map((problem) => problem.name)).toEqual(placeholders);
		expect(placeholders).toEqual(expect.arrayContaining(settingNames.filter((name) => table[name].need !== "never")));
	});

	it("has every setting that is required or has a default, and the runtime that func asks for", () => {
		expect(Object.keys(values)).toEqual(
			expect.arrayContaining([
				"FUNCTIONS_WORKER_RUNTIME",
				"AzureWebJobsStorage",
				...settingNames.filter((name) => table[name].fallback !== null),
			]),
		);
	});
});
