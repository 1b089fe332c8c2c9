/** Bad days in virtual time: doubt, crashes, doubled ticks, lost answers, people. Seeded, so that a bad one can be replayed. */
import type { Unreadable } from "../../shared/domain/observation.ts";
import type { Ports } from "../../shared/environment.ts";
import type { Timer } from "../../shared/tick.ts";
import type { WorldAct } from "../world/types.ts";
import type { Rig } from "./rig.ts";

/** Numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** How bad a day is: chances per call or per minute. */
export interface Badness {
	doubt: number;
	crash: number;
	lostAnswer: number;
	doubled: number;
}

export const calm: Badness = { doubt: 0, crash: 0, lostAnswer: 0, doubled: 0 };

/** The process was killed here. */
export class Killed extends Error {}

const doubt: Unreadable = { kind: "Unreadable", reason: "ServerError", detail: "chaos" };

/** Ports that doubt, die and lose answers as `badness` says at the time of each call. */
export function chaoticPorts(ports: Ports, badness: () => Badness, random: () => number): Ports {
	const doubting = <T extends object>(port: T, names: readonly string[]): T =>
		wrap(port, (name) => names.includes(name) && random() < badness().doubt, doubt);
	const answering = <T extends object>(port: T, names: readonly string[]): T =>
		wrap(port, (name) => names.includes(name) && random() < badness().lostAnswer, { kind: "Unknown", detail: "chaos" }, true);
	const dying = <T extends object>(port: T): T => kill(port, () => random() < badness().crash);
	return {
		...ports,
		clusters: dying(doubting(ports.clusters, ["get", "list"])),
		resourceGroups: dying(doubting(ports.resourceGroups, ["get"])),
		containerGroups: dying(answering(doubting(ports.containerGroups, ["get", "list"]), ["create", "delete"])),
		runs: dying(doubting(ports.runs, ["marker", "verdict", "revoke"])),
		state: dying(ports.state),
		messenger: dying(ports.messenger),
	};
}

/** Answers `instead` for some calls; `after`: the call is made all the same, half of the time. */
function wrap<T extends object>(port: T, when: (name: string) => boolean, instead: unknown, after = false): T {
	return proxied(port, async (name, call) => {
		if (!when(name)) return call();
		if (after && name.length % 2 === 0) await call();
		return instead;
	});
}

/** Dies before or after a call. */
function kill<T extends object>(port: T, when: () => boolean): T {
	return proxied(port, async (_name, call) => {
		if (when()) throw new Killed();
		const result = await call();
		if (when()) throw new Killed();
		return result;
	});
}

function proxied<T extends object>(port: T, around: (name: string, call: () => Promise<unknown>) => Promise<unknown>): T {
	return new Proxy(port, {
		get: (target, name) => {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== "function") return method;
			return (...args: unknown[]) => around(String(name), async () => Reflect.apply(method, target, args));
		},
	});
}

const acts: readonly WorldAct[] = [
	{ act: "deleteGroups", takesMs: 20 * 60_000 },
	{ act: "deleteGroups", takesMs: 0 },
	{ act: "deleteGroups", groups: ["hcp-underlay-pers-usw3oasi-svc"], takesMs: 5 * 60_000 },
	{ act: "deleteCluster", takesMs: 60_000 },
	{ act: "makeEnvironment" },
	{ act: "makeEnvironment", groups: ["hcp-underlay-pers-usw3oasi"], cluster: false },
	{ act: "setCluster", state: "Failed" },
	{ act: "setCluster", powerState: "Stopped" },
	{ act: "loseContainerGroup" },
	{ act: "restartContainer" },
	{ act: "killContainer" },
	{ act: "setRules", rules: { neverRuns: 1 } },
	{ act: "setRules", rules: { failedFirst: 1, failedForMs: 25 * 60_000 } },
];

/** Something that happens in the world without the app's doing. */
export function randomAct(random: () => number): WorldAct {
	return acts[Math.floor(random() * acts.length)] ?? { act: "deleteCluster" };
}

/** One minute of both timers, some of them doubled, each tick free to die. */
export async function badMinute(app: Rig, badness: Badness, random: () => number): Promise<void> {
	const timers: readonly Timer[] = ["checkCluster", "watchContainer"];
	for (const timer of timers) {
		const times = random() < badness.doubled ? 2 : 1;
		const run = () => (timer === "checkCluster" ? app.check() : app.watch());
		await Promise.all(Array.from({ length: times }, () => run().catch(swallowKill)));
		app.clock.advance(30_000);
	}
}

function swallowKill(error: unknown): void {
	if (!(error instanceof Killed)) throw error;
}
