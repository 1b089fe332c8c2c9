/** The README is the product's face: what it shows has to be what happens. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rig } from "../memory/rig.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const scripts = (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { scripts: Record<string, string> })
	.scripts;

/** Times differ from run to run. */
function timeless(title: string): string {
	return title.replace(/\d+[hms]( \d+[ms])?/g, "T");
}

describe("the README", () => {
	it("shows in its transcript the messages that a healed environment really sends, in their order", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteGroups", takesMs: 0 });
		await app.minutes(180, () => app.titles().some((title) => title.startsWith("back after")));
		const shown = [...readme.matchAll(/^ +[\d.]+ s {2}Slack {6}(.+)$/gm)].map((match) => timeless(match[1] ?? ""));
		expect(shown).toEqual(app.titles().slice(1).map(timeless));
	});

	it("draws every phase and both timers", () => {
		const diagram = readme.slice(0, readme.indexOf("What you see"));
		for (const word of ["Watching", "Deploying", "Verifying", "CleaningUp", "checkCluster", "watchContainer"])
			expect(diagram).toContain(word);
	});

	it("names only commands that there are", () => {
		const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
		expect(named.length).toBeGreaterThan(5);
		for (const name of named) expect(Object.keys(scripts)).toContain(name);
	});

	it("has two commands on its first screen, each by itself", () => {
		const commands = [...readme.matchAll(/```sh\n(.+)\n```/g)].map((match) => match[1]);
		expect(commands).toEqual(["npm ci && npm start", "npm ci && npm run package"]);
	});
});
