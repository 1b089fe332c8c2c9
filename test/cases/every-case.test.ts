import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Reported cases of the areas that are tests by now. */
const cases: Readonly<Record<string, readonly string[]>> = {
	"ARM-READ": ["B02", "B11", "B21", "B38", "B46"],
	ACI: ["B14", "B23", "B28", "B29", "B30", "B37", "B39"],
	TABLES: ["B06", "B16", "B40", "B48"],
	LOCK: ["B17", "B26", "B35", "B41"],
	IDENTITY: ["B18"],
	SLACK: ["B44", "B45", "B50"],
};

describe("every reported case", () => {
	it.each(Object.entries(cases))("of %s is one test, named after it", (_area, ids) => {
		const folder = new URL("./", import.meta.url);
		const text = readdirSync(folder)
			.filter((file) => file.endsWith(".test.ts") && file !== "every-case.test.ts")
			.map((file) => readFileSync(new URL(file, folder), "utf8"))
			.join("\n");
		for (const id of ids) expect(text.match(new RegExp(`\\bit\\("${id}: `, "g")), id).toHaveLength(1);
	});
});
