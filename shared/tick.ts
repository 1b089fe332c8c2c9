/**
 * One tick, in one direction: load, look, decide, commit, act, tell. Only the tick
 * that won a commit acts on it, and nothing is done later than a minute after the load.
 */

import { type Age, ageOf } from "./age.ts";
import { actAll, commit } from "./commit.ts";
import { clockSlack, cutFuture } from "./domain/clock-jump.ts";
import { decideCheck, decideWatch } from "./domain/decide.ts";
import { type Draft, draftOf, tell } from "./domain/draft.ts";
import { passed, toInstant, toMs } from "./domain/instant.ts";
import { limits } from "./domain/limits.ts";
import { clockJump } from "./domain/messages/keeper.ts";
import type { Instant } from "./domain/observation.ts";
import { checkPlan, watchPlan } from "./domain/phases/looks.ts";
import type { LookPlan, SignsOfLife } from "./domain/sight.ts";
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

async function pulse(timer: Timer, environment: Environment, ports: Ports, loaded: Loaded, now: Instant): Promise<boolean> {
	const which = timer === "checkCluster" ? "check" : "watch";
	const last = loaded.pulses[which];
	const ahead = last !== null && toMs(last) > toMs(now) + clockSlack;
	if (last !== null && !ahead && !passed(last, limits.pulse, now)) return false;
	await ports.state.writePulse(environment.key, which, now);
	return true;
}
