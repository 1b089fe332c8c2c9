/** Plays one scenario: world and app as processes, the timeline by what is seen, what must hold at the end. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startWorld } from "../world/start-world.ts";
import type { World } from "../world/types.ts";
import { leftBehind } from "./after-story.ts";
import { AppProcess, type Bundles, makeBundles } from "./app-process.ts";
import { matches, type Seen, type StoryEvent } from "./events.ts";
import { failuresOf } from "./expectations.ts";
import type { HostMessage } from "./host-messages.ts";
import { localNames, runnerResourceGroup, shortIntervals } from "./local-settings.ts";
import { processesLeftIn } from "./processes.ts";
import { type EventPattern, msOf, type Scenario } from "./scenario-schema.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { Timeline } from "./timeline.ts";

export interface StoryOptions {
	/** Settings that overrule the scenario's. */
	readonly set: Readonly<Record<string, string>>;
	readonly onEvent: (event: StoryEvent) => void;
	/** Folder for the records; null: none are written. */
	readonly record: string | null;
	/** Plays on after the story's end until the signal. */
	readonly goOn: boolean;
	/** How the story went, when it goes on after it. */
	readonly onEnd: (failures: readonly string[], ms: number) => void;
	readonly signal: AbortSignal;
}

export interface StoryResult {
	/** Empty: it went as told. */
	readonly failures: readonly string[];
	/** From the app's start to the end of the story, in milliseconds. */
	readonly ms: number;
	readonly interrupted: boolean;
}

/** Leaves no process and no file behind, however it ends. */
export async function playStory(scenario: Scenario, options: StoryOptions): Promise<StoryResult> {
	return inTemporaryFolder(async (dir) => {
		const result = await playIn(dir, scenario, options);
		const left = (await processesLeftIn(dir)).map((one) => `a process is left: ${one}`);
		return { ...result, failures: [...result.failures, ...left] };
	});
}

async function playIn(dir: string, scenario: Scenario, options: StoryOptions): Promise<StoryResult> {
	const events: StoryEvent[] = [];
	const listeners = new Set<(event: StoryEvent) => void>();
	const see = (seen: Seen): void => {
		const event = { at: seen.kind === "call" ? Date.parse(seen.record.at) : Date.now(), seen };
		events.push(event);
		// What breaks while all is being ended is nobody's news.
		if (options.signal.aborted) return;
		options.onEvent(event);
		for (const listener of listeners) listener(event);
	};
	let app: AppProcess | null = null;
	const [bundles, world] = await bothOrNone(
		makeBundles(dir),
		openWorld(dir, scenario, (seen) => {
			if (seen.kind === "dns") app?.tell(seen.message);
			see(seen);
		}),
	);
	app = appOf(bundles, world, scenario, options.set, see);
	const timeline = new Timeline(scenario, {
		world,
		app,
		see,
		variables: variablesOf(world, scenario, options.set),
		signal: options.signal,
	});
	listeners.add((event) => timeline.onEvent(event.seen));
	try {
		const begun = Date.now();
		app.start();
		timeline.start();
		const done = await untilMet(scenario, events, listeners, options.signal);
		const ms = Date.now() - begun;
		if (!done.interrupted) await sleepOr(msOf(scenario.linger), options.signal);
		if (options.goOn && !options.signal.aborted) {
			options.onEnd([...done.failures, ...timeline.failures, ...failuresOf(scenario.expect, events)], ms);
			await sleepOr(Number.POSITIVE_INFINITY, options.signal);
		}
		await timeline.stop();
		const failures = [...done.failures, ...timeline.failures];
		if (!options.signal.aborted) failures.push(...(await endingOf(world, app, scenario, events, options)));
		else if (options.record !== null) await world.writeRecords(options.record);
		return { failures, ms, interrupted: options.signal.aborted };
	} finally {
		await timeline.stop();
		await (options.signal.aborted ? app.kill() : app.stop());
		await world.stop();
	}
}

/** When one cannot be had, what the other started is ended. */
async function bothOrNone(bundles: Promise<Bundles>, world: Promise<World>): Promise<[Bundles, World]> {
	const [made, opened] = await Promise.allSettled([bundles, world]);
	if (made.status === "fulfilled" && opened.status === "fulfilled") return [made.value, opened.value];
	if (opened.status === "fulfilled") await opened.value.stop();
	throw made.status === "rejected" ? made.reason : (opened as PromiseRejectedResult).reason;
}

function openWorld(
	dir: string,
	scenario: Scenario,
	onEvent: (seen: Exclude<Seen, { kind: "tick" | "app" | "deed" }>) => void,
): Promise<World> {
	const { environmentUp, rules, repository } = scenario.world;
	return startWorld({
		names: localNames,
		runnerResourceGroup,
		faults: [...scenario.faults],
		onEvent,
		workDir: join(dir, "world"),
		...(environmentUp === undefined ? {} : { environmentUp }),
		...(rules === undefined ? {} : { rules }),
		...(repository === undefined ? {} : { repository }),
	});
}

function variablesOf(world: World, scenario: Scenario, set: Readonly<Record<string, string>>): Record<string, string> {
	const { PATH = "", HOME = "", TMPDIR } = process.env;
	return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...world.settings, ...shortIntervals, ...scenario.settings, ...set };
}

function appOf(
	bundles: Bundles,
	world: World,
	scenario: Scenario,
	set: Readonly<Record<string, string>>,
	see: (seen: Seen) => void,
): AppProcess {
	return new AppProcess({
		bundles,
		variables: variablesOf(world, scenario, set),
		speed: scenario.speed,
		origin: Date.now(),
		onMessage: (message) => hear(message, see),
	});
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

interface Met {
	readonly failures: string[];
	readonly interrupted: boolean;
}

/** Waits for everything that ends the story, its deadline, or the signal. */
async function untilMet(
	scenario: Scenario,
	events: readonly StoryEvent[],
	listeners: Set<(event: StoryEvent) => void>,
	signal: AbortSignal,
): Promise<Met> {
	const wanted: readonly EventPattern[] = "all" in scenario.until ? scenario.until.all : [scenario.until];
	const open = new Set(wanted);
	const met = new AbortController();
	let spoilt = false;
	const check = ({ seen }: StoryEvent): void => {
		for (const pattern of open) if (matches(pattern, seen)) open.delete(pattern);
		// What must never be seen and has been is told at once: the rest of the story changes nothing.
		spoilt ||= scenario.expect.never.some((never) => isUnbounded(never) && matches(never, seen));
		if (open.size === 0 || spoilt) met.abort();
	};
	for (const event of events) check(event);
	listeners.add(check);
	await sleepOr(msOf(scenario.within), AbortSignal.any([met.signal, signal]));
	listeners.delete(check);
	const late = open.size > 0 && !spoilt && !signal.aborted;
	return {
		failures: late ? [`not seen within ${scenario.within}: ${[...open].map((one) => JSON.stringify(one)).join(", ")}`] : [],
		interrupted: signal.aborted,
	};
}

function isUnbounded({ from, to }: Scenario["expect"]["never"][number]): boolean {
	return from === undefined && to === undefined;
}

/** Sleeps until the time is over or the signal comes. */
async function sleepOr(ms: number, signal: AbortSignal): Promise<void> {
	const longest = 2 ** 31 - 1;
	await sleep(Math.min(ms, longest), undefined, { signal }).catch(() => {});
}

/** Lets deletes finish and messages go, then stops the app and looks at what is left. */
async function endingOf(
	world: World,
	app: AppProcess,
	scenario: Scenario,
	events: readonly StoryEvent[],
	options: StoryOptions,
): Promise<readonly string[]> {
	for (let round = 0; round < 50; round++) {
		const left = await leftBehind(world, scenario.expect.leavesRun);
		if (left.length === 0) break;
		await sleepOr(200, options.signal);
	}
	await app.stop();
	if (options.record !== null) await world.writeRecords(options.record);
	const left = await leftBehind(world, scenario.expect.leavesRun);
	return [...failuresOf(scenario.expect, events), ...left];
}
