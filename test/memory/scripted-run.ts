/** What the runner script does, as steps in virtual time: marker first, then make, then the verdict. */
import type { Verdict } from "../../shared/domain/observation.ts";
import { applyAct } from "../world/acts.ts";
import { processExited, processLine } from "../world/containers.ts";
import { runnerIdentity } from "../world/identities.ts";
import type { Effect, WorldState } from "../world/types.ts";
import { mark, type WorldPorts } from "./world-ports.ts";

/** How runs go. Durations are milliseconds of virtual time. */
export interface ScriptBehaviour {
	/** Process start to its marker. */
	readonly markAfter: number;
	/** Marker to the end of make. */
	readonly makeTakes: number;
	/** The verdict's code of each deploy in turn; the last one repeats. `hang`: never ends; `die`: killed without a verdict; `silent`: exits 0 without one. */
	readonly deploys: readonly (number | "hang" | "die" | "silent")[];
	/** Whether a deploy that fails in make has made the cluster by then. */
	readonly clusterDespiteFailure: boolean;
	/** Names of groups that clean-ups fail to delete. */
	readonly cleanupLeaves: readonly string[];
	readonly cleanups: readonly (number | "hang" | "die" | "silent")[];
	/** The environment that a good deploy makes is another one than the watched. */
	readonly buildsElsewhere: boolean;
}

export const goodBehaviour: ScriptBehaviour = {
	markAfter: 5_000,
	makeTakes: 40 * 60_000,
	deploys: [0],
	clusterDespiteFailure: false,
	cleanupLeaves: [],
	cleanups: [0],
	buildsElsewhere: false,
};

interface Step {
	readonly at: number;
	readonly key: string;
	readonly generation: number;
	run(): Effect[];
}

export interface ScriptedRuns {
	/** To be told of every effect of the world. */
	onEffect(effect: Effect, now: number): void;
	/** Runs what is due and answers its effects. */
	settle(now: number): Effect[];
	/** Starts that passed their fence, in order. */
	readonly acted: readonly string[];
	behaviour: ScriptBehaviour;
}

/** Scripts over `state` and the fence of `ports`. */
export function scriptedRuns(state: WorldState, ports: WorldPorts, behaviour: ScriptBehaviour): ScriptedRuns {
	const steps: Step[] = [];
	const acted: string[] = [];
	const counts = { deploy: 0, cleanup: 0 };
	const runs: ScriptedRuns = {
		acted,
		behaviour,
		onEffect: (effect, now) => {
			if (effect.kind === "stopProcess")
				steps.splice(0, steps.length, ...steps.filter((step) => step.key !== effect.key || step.generation !== effect.generation));
			if (effect.kind === "startProcess") begin(effect, now);
		},
		settle: (now) => {
			const effects: Effect[] = [];
			for (let next = take(now); next !== undefined; next = take(now)) effects.push(...next.run());
			return effects;
		},
	};
	return runs;

	function take(now: number): Step | undefined {
		const index = steps.findIndex((step) => step.at <= now);
		return index < 0 ? undefined : steps.splice(index, 1)[0];
	}

	function begin(effect: Extract<Effect, { kind: "startProcess" }>, now: number): void {
		const { key, name, generation } = effect;
		const nonce = `${name}-${generation}`;
		const at = now + runs.behaviour.markAfter;
		steps.push({
			at,
			key,
			generation,
			run: () => {
				const standing = mark(ports.markers, name, "script", nonce, at);
				if (standing.nonce !== nonce) return exit(key, generation, name, at, "keepalived: stage=started-twice code=80");
				acted.push(name);
				const kind = effect.variables.find((one) => one.name === "KEEPALIVED_KIND")?.value === "cleanup" ? "cleanup" : "deploy";
				make(kind, key, generation, name, at);
				return [];
			},
		});
	}

	function make(kind: "deploy" | "cleanup", key: string, generation: number, name: string, startedAt: number): void {
		const plan = kind === "deploy" ? runs.behaviour.deploys : runs.behaviour.cleanups;
		const code = plan[Math.min(counts[kind]++, plan.length - 1)] ?? 0;
		if (code === "hang") return;
		const at = startedAt + runs.behaviour.makeTakes;
		steps.push({ at, key, generation, run: () => finish(kind, code, key, generation, name, startedAt, at) });
	}

	function finish(
		kind: "deploy" | "cleanup",
		code: number | "die" | "silent",
		key: string,
		generation: number,
		name: string,
		startedAt: number,
		at: number,
	): Effect[] {
		const effects = kind === "deploy" ? deploy(code, at) : cleanUp(code, at);
		if (code === "die" || code === "silent") return [...effects, ...processExited(state, key, generation, code === "die" ? 137 : 0, at)];
		ports.verdicts.set(name, verdictOf(kind, code, startedAt, at));
		const stage = ports.verdicts.get(name)?.stage ?? "end";
		return [...effects, ...exit(key, generation, name, at, `keepalived: stage=${stage} code=${code}`)];
	}

	function deploy(code: number | "die" | "silent", at: number): Effect[] {
		const reachesMake = typeof code !== "number" || code === 0 || code >= 50;
		if (!reachesMake || runs.behaviour.buildsElsewhere) return [];
		const cluster = code === 0 || code === 60 || runs.behaviour.clusterDespiteFailure;
		return applyAct(state, { act: "makeEnvironment", cluster, by: runnerIdentity.clientId, creatingMs: 0 }, at);
	}

	function cleanUp(code: number | "die" | "silent", at: number): Effect[] {
		if (typeof code !== "number") return [];
		const groups = state.names.groups.filter((name) => !runs.behaviour.cleanupLeaves.includes(name));
		const there = groups.filter((name) => state.resourceGroups.has(name.toLowerCase()));
		return there.length === 0 ? [] : applyAct(state, { act: "deleteGroups", groups: there, takesMs: 0 }, at);
	}

	function exit(key: string, generation: number, _name: string, at: number, line: string): Effect[] {
		return [...processLine(state, key, generation, line), ...processExited(state, key, generation, 0, at)];
	}
}

const stageOf: Readonly<Record<number, string>> = {
	0: "end",
	30: "clone",
	35: "names",
	36: "exists",
	50: "deploy",
	51: "deploy",
	60: "post",
	70: "cleanup",
};

function verdictOf(kind: "deploy" | "cleanup", code: number, startedAt: number, at: number): Verdict {
	const made = kind === "deploy" && (code === 0 || code >= 50);
	return {
		kind: "Verdict",
		stage: stageOf[code] ?? "deploy",
		code,
		sha: "c3f02f9ef9c3f02f9ef9c3f02f9ef9c3f02f9ef9",
		junit: made ? { tests: 180, failures: code === 0 || code === 60 ? 0 : 1 } : null,
		message: null,
		startedAt: new Date(startedAt).toISOString(),
		endedAt: new Date(at).toISOString(),
	};
}
