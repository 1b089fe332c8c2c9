/** Containers as processes of this machine: the real runner script, with the variables its PUT carried. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Effect } from "../types.ts";
import { killRest, killSession } from "./process-tree.ts";

type Start = Extract<Effect, { kind: "startProcess" }>;

export interface ProcessNews {
	line(key: string, generation: number, line: string): void;
	/** null: it did not end by itself. */
	exited(key: string, generation: number, code: number | null): void;
}

export interface ProcessOptions {
	/** Each container gets a fresh folder below. */
	dir: string;
	/** What stands for `/opt/keepalived/run.sh` of the image. */
	script: string;
	/** What the platform and the image bring along besides the PUT's variables; PATH among them. */
	platform: (start: Start) => Record<string, string>;
	news: ProcessNews;
}

/** Where the image keeps its script. */
const scriptInImage = "/opt/keepalived/run.sh";

export class ContainerProcesses {
	readonly #options: ProcessOptions;
	/** By key and generation. */
	readonly #running = new Map<string, ChildProcess>();
	readonly #ends = new Set<Promise<void>>();
	/** Stopped, perhaps before they began. */
	readonly #stopped = new Set<string>();
	#over = false;

	constructor(options: ProcessOptions) {
		this.#options = options;
	}

	start(start: Start): void {
		const end = this.#run(start).catch((error: Error) => {
			this.#options.news.line(start.key, start.generation, `the local world could not start the container: ${error.message}`);
			this.#options.news.exited(start.key, start.generation, 128);
		});
		this.#ends.add(end);
		void end.finally(() => this.#ends.delete(end));
	}

	/** Kills it and all that it started; what it still says is lost. */
	stop(key: string, generation: number): void {
		const id = `${key}#${generation}`;
		this.#stopped.add(id);
		const child = this.#running.get(id);
		if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) killSession(child.pid);
	}

	pids(): number[] {
		return [...this.#running.values()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
	}

	/** Ends all; none starts any more. */
	async stopAll(): Promise<void> {
		this.#over = true;
		for (const pid of this.pids()) killSession(pid);
		await Promise.all(this.#ends);
	}

	async #run(start: Start): Promise<void> {
		const { key, generation, name } = start;
		const home = join(this.#options.dir, `${name}-${generation}`);
		await mkdir(join(home, "tmp"), { recursive: true });
		try {
			const id = `${key}#${generation}`;
			if (!this.#over && !this.#stopped.has(id)) await this.#runIn(home, start, id);
		} finally {
			await rm(home, { recursive: true, force: true, maxRetries: 3 });
		}
	}

	#runIn(home: string, start: Start, id: string): Promise<void> {
		const { script, platform, news } = this.#options;
		const [program = "/bin/false", ...words] = start.command.map((word) => (word === scriptInImage ? script : word));
		const variables = Object.fromEntries(start.variables.map(({ name, value }) => [name, value]));
		const env = { HOME: home, TMPDIR: join(home, "tmp"), ...platform(start), ...variables };
		const child = spawn(program, words, { cwd: home, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
		this.#running.set(id, child);
		for (const stream of [child.stdout, child.stderr]) {
			onLines(stream, (line) => news.line(start.key, start.generation, line));
		}
		return new Promise((resolve, reject) => {
			child.once("error", (error) => {
				this.#running.delete(id);
				reject(error);
			});
			// With its first process a container ends, and whoever still holds its output.
			child.once("exit", () => child.pid !== undefined && killRest(child.pid));
			child.once("close", (code) => {
				this.#running.delete(id);
				news.exited(start.key, start.generation, code);
				resolve();
			});
		});
	}
}

function onLines(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
	let rest = "";
	stream.setEncoding("utf8");
	stream.on("data", (chunk: string) => {
		const lines = (rest + chunk).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) take(line);
	});
	stream.on("end", () => {
		if (rest !== "") take(rest);
	});
}
