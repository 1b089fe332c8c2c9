/** Many stories side by side: a few processes, each of which plays one story after another. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PlayOrder, PlayReport } from "./story-worker.ts";

const script = fileURLToPath(new URL("./story-worker.ts", import.meta.url));

export interface Played {
	readonly name: string;
	readonly seconds: number;
	/** Empty: it went as told. */
	readonly failures: readonly string[];
}

export interface Plan {
	readonly names: readonly string[];
	/** How many at once. */
	readonly jobs: number;
	/** Resolves when the first may begin; the processes are started meanwhile. */
	readonly ready: Promise<unknown>;
	/** Told of each as it ends. */
	readonly tell: (played: Played) => void;
}

/** Plays all. After the signal it begins none, and tells of none. */
export async function playAll({ names, jobs, ready, tell }: Plan, signal: AbortSignal): Promise<void> {
	const queue = [...names];
	const work = async (): Promise<void> => {
		let worker = new Worker(signal);
		try {
			await ready;
			for (let name = queue.shift(); name !== undefined && !signal.aborted; name = queue.shift()) {
				// One that broke may have left its process in any state: the next story gets another.
				if (!worker.isAlive) worker = new Worker(signal);
				const played = await worker.play(name);
				if (!signal.aborted) tell(played);
			}
		} finally {
			await worker.end();
		}
	};
	await Promise.all(Array.from({ length: Math.min(jobs, names.length) }, work));
}

class Worker {
	readonly #child: ChildProcess;
	readonly #exited: Promise<unknown>;
	#lastWords = "";

	constructor(signal: AbortSignal) {
		this.#child = fork(script, [], { execArgv: ["--import", import.meta.resolve("tsx")], stdio: ["ignore", "ignore", "pipe", "ipc"] });
		this.#exited = once(this.#child, "exit").catch(() => {});
		this.#child.stderr?.on("data", (chunk: Buffer) => {
			this.#lastWords = `${this.#lastWords}${chunk.toString()}`.slice(-2_000);
		});
		this.#child.on("error", () => {});
		const interrupt = (): void => void this.#child.kill("SIGINT");
		signal.addEventListener("abort", interrupt, { once: true });
		void this.#exited.then(() => signal.removeEventListener("abort", interrupt));
	}

	get isAlive(): boolean {
		return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
	}

	async play(name: string): Promise<Played> {
		const begun = performance.now();
		const report = await this.#report({ name });
		const failures = report?.failures ?? [`its process ended: ${this.#lastWords.trim().split("\n").at(-1) || "it said nothing"}`];
		return { name, seconds: (performance.now() - begun) / 1_000, failures };
	}

	/** Null: it ended before. */
	#report(order: PlayOrder): Promise<PlayReport | null> {
		return new Promise((resolve) => {
			const hear = (report: unknown): void => {
				this.#child.removeListener("close", gone);
				resolve(report as PlayReport);
			};
			const gone = (): void => {
				this.#child.removeListener("message", hear);
				resolve(null);
			};
			this.#child.once("message", hear);
			this.#child.once("close", gone);
			this.#child.send(order, () => {});
		});
	}

	/** Nothing more is asked of it; resolves when it has ended what it started. */
	async end(): Promise<void> {
		if (this.#child.connected) this.#child.disconnect();
		await this.#exited;
	}
}
