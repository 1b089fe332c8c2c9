/** `npm start`: one story in the local world, shown as it happens. */
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseSettings } from "../../shared/settings/parse.ts";
import { interruptSignal, isInterruption } from "./interrupt.ts";
import { placeholders, shortIntervals } from "./local-settings.ts";
import { readScenario, ScenarioRefused, storyNames } from "./scenario-files.ts";
import type { Scenario } from "./scenario-schema.ts";
import { settingsOf } from "./set-options.ts";
import { lineOf } from "./show.ts";
import type { StoryResult } from "./story.ts";

const help = `Usage: npm start [-- OPTIONS]

Plays a story in the local world: the real functions and SDKs against a simulated
Azure on this machine, the real script with git and make. No account is needed.

  --scenario NAME|FILE   which story (default: heals); stories: ${storyNames().join(", ")}
  --exit                 end with the story: 0 as told, 1 not
  --record DIR           write every call: arm, identity, table, blob, slack (.jsonl)
  --set NAME=VALUE       a setting of the app, as often as you like
  --help                 this text

Exit codes: 0 as asked, 1 settings or the story ended otherwise, 2 usage, 130 Ctrl-C.`;

const options = {
	scenario: { type: "string", default: "heals" },
	exit: { type: "boolean", default: false },
	record: { type: "string" },
	set: { type: "string", multiple: true, default: [] as string[] },
	help: { type: "boolean", default: false },
} as const;

interface Asked {
	readonly scenario: Scenario;
	readonly exit: boolean;
	readonly record: string | null;
	readonly set: Readonly<Record<string, string>>;
}

async function main(args: readonly string[]): Promise<number> {
	const asked = parse(args);
	if (typeof asked === "number") return asked;
	const checked = parseSettings({ ...placeholders, ...shortIntervals, ...asked.scenario.settings, ...asked.set });
	if (!checked.ok) {
		console.error(checked.error.message);
		return 1;
	}
	const signal = interruptSignal();
	console.log(
		`${asked.scenario.title}\nStarting the local world. ${asked.exit ? "Ends with the story" : "Runs until you press Ctrl-C"}.\n`,
	);
	try {
		return conclude(await play(asked, signal), asked);
	} catch (error) {
		// Ctrl-C reaches the processes of a world that is still being started, too, and what loads the modules.
		if (!(await isInterruption(signal))) throw error;
		return conclude({ failures: [], ms: 0, interrupted: true }, asked);
	}
}

async function play(asked: Asked, signal: AbortSignal): Promise<StoryResult> {
	// Here, so that nobody waits for the world's parts to be told of a typing error.
	const { playStory } = await import("./story.ts");
	const begun = Date.now();
	return playStory(asked.scenario, {
		set: asked.set,
		record: asked.record,
		goOn: !asked.exit,
		onEnd: (failures, ms) => console.log(`${endOf(failures, ms)}\nThe app goes on watching. Press Ctrl-C to end it.\n`),
		storage: null,
		signal,
		onEvent: (event) => {
			const line = lineOf(event, begun);
			if (line !== null) console.log(line);
		},
	});
}

function parse(args: readonly string[]): Asked | number {
	try {
		const { values } = parseArgs({ args: [...args], options });
		if (values.help) {
			console.log(help);
			return 0;
		}
		const asked = {
			scenario: readScenario(values.scenario),
			exit: values.exit,
			record: values.record ?? null,
			set: settingsOf(values.set),
		};
		// Now, so that nobody plays a whole story to be told that its records cannot be kept.
		if (asked.record !== null) mkdirSync(asked.record, { recursive: true });
		return asked;
	} catch (error) {
		console.error(
			error instanceof ScenarioRefused ? error.message : `${error instanceof Error ? error.message : String(error)}\n\n${help}`,
		);
		return 2;
	}
}

function conclude({ failures, ms, interrupted }: StoryResult, { exit, record }: Asked): number {
	if (record !== null) console.log(`\nRecords: ${record}/{arm,identity,table,blob,slack}.jsonl`);
	if (interrupted) {
		if (process.exitCode === undefined) console.log("\nEnded by Ctrl-C; nothing is left running.");
		return 130;
	}
	console.log(endOf(failures, ms));
	return exit && failures.length > 0 ? 1 : 0;
}

function endOf(failures: readonly string[], ms: number): string {
	const end = failures.length === 0 ? `As told, in ${(ms / 1000).toFixed(1)} s.` : `Not as told (${failures.length}).`;
	return ["", ...failures.map((failure) => `not as told: ${failure}`), end].join("\n");
}

const code = await main(process.argv.slice(2));
// A mistake of its own was told already; it ends like an interruption, but not well.
process.exit(process.exitCode ?? code);
