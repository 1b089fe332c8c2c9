/**
 * One tick, in one direction: load, look, decide, commit, act, tell. Only the tick
 * that won a commit acts on it, and nothing is done later than a minute after the load.
 */

import { perform } from "./act.ts";
import { clockSlack, cutFuture } from "./domain/clock-jump.ts";
import { decideCheck, decideWatch } from "./domain/decide.ts";
import { type Action, type Draft, draftOf, tell } from "./domain/draft.ts";
import { passed, toInstant, toMs } from "./domain/instant.ts";
import { limits } from "./domain/limits.ts";
import { clockJump } from "./domain/messages/keeper.ts";
import type { Answer, Instant } from "./domain/observation.ts";
import { checkPlan, watchPlan } from "./domain/phases/looks.ts";
import type { LookPlan, SignsOfLife } from "./domain/sight.ts";
import { withAnswer } from "./domain/starts.ts";
import type { Keeper } from "./domain/state.ts";
import type { Environment, Ports } from "./environment.ts";
import { look } from "./look.ts";
import type { Loaded } from "./ports.ts";
import { sendMessages } from "./send.ts";

export type Timer = "checkCluster" | "watchContainer";

export interface TickResult {
	readonly phase: string;
	readonly reason: string;
	readonly attempt: number;
	/** Whether a pulse was written: at most every ten minutes. */
	readonly pulsed: boolean;
}

/** How often a tick that lost its race begins anew. */
const triesPerTick = 3;

/** Looks in one tick: the regular one, a second look, one after an act, and one in reserve. */
const roundsPerTick = 4;

/** Runs one tick of a timer for one environment. Throws what the state table throws; all else is a value. */
export async function tick(timer: Timer, environment: Environment, ports: Ports): Promise<TickResult> {
	const age = ageOf(ports);
	const now = toInstant(ports.clock.now());
	const { loaded, reason } = await decideOrYield(timer, environment, ports, now, age);
	const pulsed = await pulse(timer, environment, ports, loaded, now);
	if (timer === "watchContainer") await sendMessages(environment, ports, loaded, age);
	const { stage, memory } = loaded.keeper;
	return { phase: stage.phase, reason, attempt: memory.incident?.attempts ?? 0, pulsed };
}

/** After a lost race everything is loaded, looked at and decided anew: two timers that fire together must not starve one another. */
async function decideOrYield(timer: Timer, environment: Environment, ports: Ports, now: Instant, age: Age): Promise<Rounds> {
	for (let tries = 1; ; tries++) {
		const first = await ports.state.load(environment.key);
		const rounds = await decideInRounds(timer, environment, ports, first, now, age);
		if (rounds.reason !== "LostRace" || tries >= triesPerTick || !age()) return rounds;
	}
}

/** Whether the tick is still young enough to commit, create, delete or post. */
export type Age = () => boolean;

function ageOf(ports: Ports): Age {
	const wall = ports.clock.now();
	const monotonic = ports.clock.monotonic();
	// Both clocks: the wall clock may be set, and the monotonic one may stand still while a laptop sleeps.
	return () => ports.clock.now() - wall < limits.actWindow && ports.clock.monotonic() - monotonic < limits.actWindow;
}

interface Rounds {
	readonly loaded: Loaded;
	readonly reason: string;
}

async function decideInRounds(
	timer: Timer,
	environment: Environment,
	ports: Ports,
	first: Loaded,
	now: Instant,
	age: Age,
): Promise<Rounds> {
	const { policy } = environment;
	const pulses: SignsOfLife = first.pulses;
	const sane = await settleClock(environment, ports, first, now);
	if (sane === null) return { loaded: first, reason: "LostRace" };
	let loaded = sane;
	let reason = timer === "checkCluster" ? "NotDue" : "Idle";
	let plan: LookPlan | null =
		timer === "checkCluster" ? checkPlan(loaded.keeper, policy, now) : watchPlan(loaded.keeper, policy, now, pulses);
	for (let round = 0; plan !== null && round < roundsPerTick; round++) {
		const sight = await look(plan, ports);
		const decide = timer === "checkCluster" ? decideCheck : decideWatch;
		const draft = decide(loaded.keeper, { now, purpose: plan.purpose, sight, pulses }, policy);
		reason = draft.reason;
		if (!age()) return { loaded, reason: "TooOld" };
		const committed = await commit(draft, environment, ports, loaded, now);
		if (committed === null) return { loaded, reason: "LostRace" };
		loaded = await actAll(draft.actions, environment, ports, committed, now, age);
		plan = draft.look ?? followUp(draft, timer, loaded.keeper, environment, now, pulses);
	}
	return { loaded, reason };
}

/** Instants that lie impossibly far ahead are cut to now and told, before anything is decided by them. */
async function settleClock(environment: Environment, ports: Ports, first: Loaded, now: Instant): Promise<Loaded | null> {
	const cut = cutFuture(first.keeper, environment.policy, now);
	if (cut.names.length === 0) return first;
	return commit(tell(draftOf(cut.keeper, "ClockJump"), clockJump(cut.names)), environment, ports, first, now);
}

/** After a marker was asked for, the same tick looks whether it is ours. */
function followUp(
	draft: Draft,
	timer: Timer,
	keeper: Keeper,
	environment: Environment,
	now: Instant,
	pulses: SignsOfLife,
): LookPlan | null {
	const revoked = draft.actions.some((action) => action.type === "RevokeStart");
	return revoked && timer === "watchContainer" ? watchPlan(keeper, environment.policy, now, pulses) : null;
}

/** The commit, or what was loaded when there is nothing to write; null after a lost race. */
async function commit(draft: Draft, environment: Environment, ports: Ports, loaded: Loaded, now: Instant): Promise<Loaded | null> {
	const after: Keeper = { memory: draft.memory, stage: draft.stage };
	const unchanged = draft.messages.length === 0 && JSON.stringify(after) === JSON.stringify(loaded.keeper);
	if (unchanged) return loaded;
	const events = draft.messages.map((message) => ({ at: now, kind: message.kind, text: message.title }));
	const result = await ports.state.commit(environment.key, {
		before: loaded,
		after,
		messages: draft.messages,
		events,
		at: now,
		commitId: ports.random.uuid(),
	});
	return result.kind === "Won" ? result.loaded : null;
}

/** Acts at once, in order, while the tick is young. */
async function actAll(
	actions: readonly Action[],
	environment: Environment,
	ports: Ports,
	committed: Loaded,
	now: Instant,
	age: Age,
): Promise<Loaded> {
	let loaded = committed;
	for (const action of actions) {
		if (!age()) return loaded;
		const answer = await perform(action, environment, ports);
		if (action.type === "CreateContainerGroup" && age())
			loaded = await noteAnswer(action.start.name, answer, environment, ports, loaded, now);
	}
	return loaded;
}

/** The answer to a create is a hint; losing it costs nothing but time. */
async function noteAnswer(
	name: string,
	answer: Answer,
	environment: Environment,
	ports: Ports,
	loaded: Loaded,
	now: Instant,
): Promise<Loaded> {
	const { memory, stage } = loaded.keeper;
	const after = { stage, memory: { ...memory, starts: withAnswer(memory.starts, name, answer) } };
	const noted = await ports.state.commit(environment.key, {
		before: loaded,
		after,
		messages: [],
		events: [],
		at: now,
		commitId: ports.random.uuid(),
	});
	return noted.kind === "Won" ? noted.loaded : loaded;
}

async function pulse(timer: Timer, environment: Environment, ports: Ports, loaded: Loaded, now: Instant): Promise<boolean> {
	const which = timer === "checkCluster" ? "check" : "watch";
	const last = loaded.pulses[which];
	const ahead = last !== null && toMs(last) > toMs(now) + clockSlack;
	if (last !== null && !ahead && !passed(last, limits.pulse, now)) return false;
	await ports.state.writePulse(environment.key, which, now);
	return true;
}
