/** The app in its process: bundled once, started, killed and started again. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stop as stopEsbuild } from "esbuild";
import { bundle } from "../../infra/package/bundle.ts";
import type { HostMessage, HostOrder } from "./host-messages.ts";
import { movedAhead } from "./time-lapse.ts";

const entry = fileURLToPath(new URL("../../functions/index.ts", import.meta.url));
const host = fileURLToPath(new URL("./host.ts", import.meta.url));
const operate = fileURLToPath(new URL("../../shared/operate.ts", import.meta.url));

export interface Bundles {
	readonly app: string;
	readonly host: string;
	readonly operate: string;
}

/** Names the folder of bundles that were made before: many stories need them once. */
export const bundlesVariable = "KEEPALIVED_BUNDLES";

/** All bundles in `dir`, or those that were made before. */
export async function makeBundles(dir: string): Promise<Bundles> {
	const before = process.env[bundlesVariable];
	const place = before ?? dir;
	const made = { app: join(place, "app.cjs"), host: join(place, "host.cjs"), operate: join(place, "operate.cjs") };
	if (before !== undefined) return made;
	await Promise.all([bundle(entry, made.app), bundle(host, made.host), bundle(operate, made.operate)]);
	// Its service would keep running beside the story.
	await stopEsbuild();
	return made;
}

export interface AppOptions {
	readonly bundles: Pick<Bundles, "app" | "host">;
	/** The whole environment of the process. */
	readonly variables: Readonly<Record<string, string>>;
	readonly speed: number;
	/** Where sped-up clocks start from, in real milliseconds since 1970. */
	readonly origin: number;
	readonly onMessage: (message: HostMessage) => void;
}

/** One app. Starting and stopping may be repeated. */
export class AppProcess {
	readonly #options: AppOptions;
	#child: ChildProcess | null = null;
	#overruled: Readonly<Record<string, string>> = {};

	constructor(options: AppOptions) {
		this.#options = options;
	}

	get pid(): number | null {
		return this.#child?.pid ?? null;
	}

	/** `settings` overrule the app's, from now on. */
	start(settings: Readonly<Record<string, string>> = {}): void {
		const { bundles, speed, origin, onMessage } = this.#options;
		this.#overruled = { ...this.#overruled, ...settings };
		const variables = { ...this.#options.variables, ...this.#overruled };
		const child = fork(bundles.host, [bundles.app, String(speed), String(origin), String(movedAhead())], {
			env: { ...variables },
			execArgv: [],
			stdio: ["ignore", "ignore", "inherit", "ipc"],
			detached: false,
		});
		child.on("message", (message) => onMessage(message as HostMessage));
		child.on("error", () => {});
		child.once("exit", (code, signal) => {
			if (this.#child !== child) return;
			this.#child = null;
			onMessage({ type: "unhandled", error: `the app's process ended by itself (${signal ?? `exit code ${code}`})` });
		});
		this.#child = child;
	}

	tell(order: HostOrder): void {
		if (this.#child?.connected === true) this.#child.send(order);
	}

	/** As a machine dies: no handler runs. */
	async kill(): Promise<void> {
		await this.#end((child) => child.kill("SIGKILL"));
	}

	/** A running tick may end first, for a while. */
	async stop(): Promise<void> {
		await this.#end((child) => {
			child.send({ type: "stop" } satisfies HostOrder);
			setTimeout(() => child.kill("SIGKILL"), 3_000).unref();
		});
	}

	async #end(how: (child: ChildProcess) => void): Promise<void> {
		const child = this.#child;
		this.#child = null;
		if (child === null || child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, "exit");
		if (child.connected) how(child);
		else child.kill("SIGKILL");
		await exited;
	}
}
