/** The world and the app of one story, each in processes of their own. */
import { join } from "node:path";
import type { Azurite } from "../world/http/azurite.ts";
import { startWorld } from "../world/start-world.ts";
import type { World, WorldEvent } from "../world/types.ts";
import { AppProcess, type Bundles, makeBundles } from "./app-process.ts";
import type { Seen } from "./events.ts";
import type { HostMessage } from "./host-messages.ts";
import { localNames, runnerResourceGroup, shortIntervals } from "./local-settings.ts";
import type { Scenario } from "./scenario-schema.ts";

export interface Scene {
	readonly world: World;
	/** Not started yet. */
	readonly app: AppProcess;
	readonly bundles: Bundles;
	/** The app's environment. */
	readonly variables: Readonly<Record<string, string>>;
}

export interface SceneOptions {
	/** Everything on disk lives here. */
	readonly dir: string;
	/** Settings that overrule the scenario's. */
	readonly set: Readonly<Record<string, string>>;
	/** Null: the world starts an Azurite of its own. */
	readonly storage: Azurite | null;
	readonly see: (seen: Seen) => void;
}

export async function openScene(scenario: Scenario, { dir, set, storage, see }: SceneOptions): Promise<Scene> {
	let app: AppProcess | null = null;
	const onEvent = (seen: WorldEvent): void => {
		if (seen.kind === "dns") app?.tell(seen.message);
		see(seen);
	};
	const [bundles, world] = await bothOrNone(makeBundles(dir), openWorld(dir, scenario, storage, onEvent));
	const variables = variablesOf(world, scenario, set);
	app = new AppProcess({
		bundles,
		variables,
		speed: scenario.speed,
		origin: Date.now(),
		onMessage: (message) => hear(message, see),
	});
	return { world, app, bundles, variables };
}

/** When one cannot be had, what the other started is ended. */
async function bothOrNone(bundles: Promise<Bundles>, world: Promise<World>): Promise<[Bundles, World]> {
	const [made, opened] = await Promise.allSettled([bundles, world]);
	if (made.status === "fulfilled" && opened.status === "fulfilled") return [made.value, opened.value];
	if (opened.status === "fulfilled") await opened.value.stop();
	throw made.status === "rejected" ? made.reason : (opened as PromiseRejectedResult).reason;
}

function openWorld(dir: string, scenario: Scenario, storage: Azurite | null, onEvent: (event: WorldEvent) => void): Promise<World> {
	const { environmentUp, rules, repository } = scenario.world;
	return startWorld({
		names: localNames,
		runnerResourceGroup,
		faults: [...scenario.faults],
		onEvent,
		workDir: join(dir, "world"),
		...(storage === null ? {} : { storage }),
		...(environmentUp === undefined ? {} : { environmentUp }),
		...(rules === undefined ? {} : { rules }),
		...(repository === undefined ? {} : { repository }),
	});
}

function variablesOf(world: World, scenario: Scenario, set: Readonly<Record<string, string>>): Record<string, string> {
	const { PATH = "", HOME = "", TMPDIR } = process.env;
	return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...world.settings, ...shortIntervals, ...scenario.settings, ...set };
}

/** The app's console: its tick lines are JSON. */
function hear(message: HostMessage, see: (seen: Seen) => void): void {
	if (message.type === "listed") see({ kind: "app", text: message.functions.map((one) => `${one.name} (${one.schedule})`).join(", ") });
	else if (message.type === "unhandled") see({ kind: "tick", line: { reason: "Failed", error: `unhandled: ${message.error}` } });
	else if (message.type === "log") see(consoleLine(message.text));
	else if (!message.ok) see({ kind: "tick", line: { tick: message.name, reason: "InvocationFailed", error: message.error } });
}

function consoleLine(text: string): Seen {
	return text.startsWith('{"tick"') ? { kind: "tick", line: JSON.parse(text) as Record<string, unknown> } : { kind: "app", text };
}
