/** Lets time pass in the world and does what it asks for: starts and ends processes, passes events on. */
import { applyAct } from "../acts.ts";
import { processExited, processLine } from "../containers.ts";
import { nextChangeAt, settle } from "../settle.ts";
import type { Effect, WorldAct, WorldEvent, WorldState } from "../types.ts";
import { ContainerProcesses, type ProcessOptions } from "./container-processes.ts";

export interface RuntimeOptions {
	state: WorldState;
	onEvent: (event: WorldEvent) => void;
	containers: Omit<ProcessOptions, "news">;
}

export class Runtime {
	readonly #state: WorldState;
	readonly #onEvent: (event: WorldEvent) => void;
	readonly #processes: ContainerProcesses;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;

	constructor({ state, onEvent, containers }: RuntimeOptions) {
		this.#state = state;
		this.#onEvent = onEvent;
		this.#processes = new ContainerProcesses({
			...containers,
			news: {
				line: (key, generation, line) => this.perform(processLine(state, key, generation, line)),
				exited: (key, generation, code) => this.perform(processExited(state, key, generation, code, Date.now())),
			},
		});
	}

	act(act: WorldAct): void {
		this.perform(applyAct(this.#state, act, Date.now()));
	}

	/** Does what is asked for, then waits for whatever is due next. After `stop` it does nothing. */
	perform(effects: readonly Effect[]): void {
		if (this.#stopped) return;
		for (const effect of effects) {
			if (effect.kind === "event") this.#onEvent(effect.event);
			else if (effect.kind === "startProcess") this.#processes.start(effect);
			else this.#processes.stop(effect.key, effect.generation);
		}
		this.#schedule();
	}

	pids(): number[] {
		return this.#processes.pids();
	}

	async stop(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		await this.#processes.stopAll();
	}

	#schedule(): void {
		clearTimeout(this.#timer);
		const at = nextChangeAt(this.#state);
		if (at === null || this.#stopped) return;
		this.#timer = setTimeout(() => this.perform(settle(this.#state, Date.now())), Math.max(0, at - Date.now()));
	}
}
