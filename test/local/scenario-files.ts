/** Finds and reads scenarios: by name in test/scenarios, or by path. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as z from "zod";
import { placeOf } from "./choose.ts";
import { type Scenario, scenarioSchema } from "./scenario-schema.ts";

const folder = fileURLToPath(new URL("../scenarios", import.meta.url));

/** A scenario that cannot be played. The message names the file and the place in it. */
export class ScenarioRefused extends Error {
	override readonly name = "ScenarioRefused";
}

/** Names of the stories that come with the product. */
export function storyNames(): readonly string[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith(".json"))
		.map((file) => file.slice(0, -".json".length))
		.sort();
}

/** Reads a story by name, or a file by its path. Throws ScenarioRefused. */
export function readScenario(nameOrFile: string): Scenario {
	const isFile = nameOrFile.endsWith(".json") || nameOrFile.includes("/");
	if (!isFile && !storyNames().includes(nameOrFile)) {
		throw new ScenarioRefused(`there is no story ${nameOrFile}. Stories: ${storyNames().join(", ")}`);
	}
	const path = isFile ? nameOrFile : join(folder, `${nameOrFile}.json`);
	return parseScenario(path, textOf(path));
}

function textOf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		throw new ScenarioRefused(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** A scenario from its text. `path` is only for the error. */
export function parseScenario(path: string, text: string): Scenario {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch (error) {
		throw new ScenarioRefused(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	const parsed = scenarioSchema.safeParse(json);
	if (parsed.success) return parsed.data;
	const lines = parsed.error.issues.slice(0, 5).map((issue) => `  ${pointerTo(issue) || "the whole file"}: ${issue.message}`);
	throw new ScenarioRefused(`${path} is no scenario:\n${lines.join("\n")}`);
}

/** A JSON pointer (RFC 6901), into an unknown key where that is the fault. */
function pointerTo(issue: z.core.$ZodIssue): string {
	return placeOf(issue)
		.map((part) => `/${String(part).replace(/~/g, "~0").replace(/\//g, "~1")}`)
		.join("");
}
