/** Plays one scenario: world and app as processes, the timeline by what is seen, what must hold at the end. */
import type { Azurite } from "../world/http/azurite.ts";
import { leftBehind } from "./after-story.ts";
import { eventOf, type Seen, type StoryEvent } from "./events.ts";
import { failuresOf } from "./expectations.ts";
import { processesLeftIn } from "./processes.ts";
import { msOf, type Scenario } from "./scenario-schema.ts";
import { openScene, type Scene } from "./scene.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { backToReal } from "./time-lapse.ts";
import { Timeline } from "./timeline.ts";
import { sleepOr, untilMet } from "./until-met.ts";

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
	/** An Azurite that several stories use one after another; null: one of its own. */
	readonly storage: Azurite | null;
	readonly signal: AbortSignal;
}

export interface StoryResult {
	/** Empty: it went as told. */
	readonly failures: readonly string[];
	/** From the app's start to the end of the story, in milliseconds. */
	readonly ms: number;
	readonly interrupted: boolean;
}

/** Leaves no process and no file behind, and the clocks as they were, however it ends. */
export async function playStory(scenario: Scenario, options: StoryOptions): Promise<StoryResult> {
	return inTemporaryFolder(async (dir) => {
		try {
			const result = await playIn(dir, scenario, options);
			const left = (await processesLeftIn(dir)).map((one) => `a process is left: ${one}`);
			return { ...result, failures: [...result.failures, ...left] };
		} finally {
			backToReal();
		}
	});
}

async function playIn(dir: string, scenario: Scenario, options: StoryOptions): Promise<StoryResult> {
	const events: StoryEvent[] = [];
	const listeners = new Set<(event: StoryEvent) => void>();
	const see = (seen: Seen): void => {
		const event = eventOf(seen);
		events.push(event);
		// What breaks while all is being ended is nobody's news.
		if (options.signal.aborted) return;
		options.onEvent(event);
		for (const listener of listeners) listener(event);
	};
	const scene = await openScene(scenario, { dir, set: options.set, storage: options.storage, see });
	const { world, app } = scene;
	const timeline = new Timeline(scenario, { ...scene, see, signal: options.signal });
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
		if (!options.signal.aborted) failures.push(...(await endingOf(scene, scenario, events, options)));
		else if (options.record !== null) await world.writeRecords(options.record);
		return { failures, ms, interrupted: options.signal.aborted };
	} finally {
		await timeline.stop();
		await (options.signal.aborted ? app.kill() : app.stop());
		await world.stop();
	}
}

/** Lets deletes finish and messages go, then stops the app and looks at what is left. */
async function endingOf(
	{ world, app }: Scene,
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
