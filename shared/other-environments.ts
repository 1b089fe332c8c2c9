/**
 * Environments that the settings no longer name but that still have a run on:
 * it is watched to its end, and nothing new is begun for them.
 */
import type { RunSpec } from "./domain/state.ts";
import type { Environment, Ports } from "./environment.ts";
import { type Timer, tick } from "./tick.ts";

/** Makes the environment of a foreign partition from the spec of its run. */
export type EnvironmentOf = (key: string, spec: RunSpec) => Environment;

/** One tick for each of `keys`; answers those that are not done yet. */
export async function tickOthers(
	timer: Timer,
	keys: readonly string[],
	environmentOf: EnvironmentOf,
	ports: Ports,
): Promise<readonly string[]> {
	const left: string[] = [];
	for (const key of keys) {
		const { keeper, outbox } = await ports.state.load(key);
		const { stage, memory } = keeper;
		const spec = stage.phase === "Watching" ? memory.lastSpec : stage.run.spec;
		// Its last message and its container groups outlive the run.
		const done = stage.phase === "Watching" && outbox.length === 0 && memory.starts.length === 0;
		if (done || spec === null) continue;
		left.push(key);
		// checkCluster would also issue further starts; of a foreign run only the verification is its business.
		if (timer === "checkCluster" && stage.phase !== "Verifying") continue;
		await tick(timer, environmentOf(key, spec), ports);
	}
	return left;
}
