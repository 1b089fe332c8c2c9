/** What happens in a story, and when. */
import { type ExecFileException, execFile } from "node:child_process";
import { matches, type Seen } from "./events.ts";
import { type Action, msOf, type Scenario } from "./scenario-schema.ts";
import type { Scene } from "./scene.ts";
import { advance, movedAhead } from "./time-lapse.ts";

/** Ends only what hangs: on a busy machine loading alone takes half a minute. */
const operateMs = 90_000;

export interface Stage extends Scene {
	readonly see: (seen: Seen) => void;
	/** Cuts short what is being done. */
	readonly signal: AbortSignal;
}

type Moment = Scenario["timeline"][number];

/** Does what is due; what could not be done is a failure of the story. */
export class Timeline {
	readonly failures: string[] = [];
	readonly #stage: Stage;
	readonly #waiting: { moment: Moment; seen: number }[] = [];
	readonly #timers = new Set<NodeJS.Timeout>();
	readonly #moments: readonly Moment[];
	/** One after another, as they are written. */
	#doing: Promise<void> = Promise.resolve();
	#stopped = false;

	constructor(scenario: Scenario, stage: Stage) {
		this.#moments = scenario.timeline;
		this.#stage = stage;
	}

	start(): void {
		for (const moment of this.#moments) {
			if (moment.when === undefined) this.#later(moment);
			else this.#waiting.push({ moment, seen: 0 });
		}
	}

	onEvent(seen: Seen): void {
		for (const waiting of [...this.#waiting]) {
			const { moment } = waiting;
			if (moment.when === undefined || !matches(moment.when, seen)) continue;
			waiting.seen += 1;
			if (waiting.seen < (moment.times ?? 1)) continue;
			this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
			this.#later(moment);
		}
	}

	/** Begins nothing any more; resolves when what was begun is done. Twice is fine. */
	async stop(): Promise<void> {
		this.#stopped = true;
		for (const timer of this.#timers) clearTimeout(timer);
		await this.#doing;
	}

	#later(moment: Moment): void {
		const timer = setTimeout(
			() => {
				const actions = Array.isArray(moment.do) ? moment.do : [moment.do];
				for (const action of actions) this.#doing = this.#doing.then(() => this.#do(action));
			},
			msOf(moment.after ?? "0s"),
		);
		this.#timers.add(timer);
	}

	async #do(action: Action): Promise<void> {
		if (this.#stopped) return;
		const { see, signal } = this.#stage;
		if (!("act" in action)) see({ kind: "deed", text: JSON.stringify(action) });
		try {
			await this.#perform(action);
		} catch (error) {
			if (signal.aborted) return;
			this.failures.push(`${JSON.stringify(action)} could not be done: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	async #perform(action: Action): Promise<void> {
		const { world, app } = this.#stage;
		if ("act" in action) return world.act(action);
		if ("addFault" in action) return world.addFault(action.addFault);
		if ("removeFault" in action) return world.removeFault(action.removeFault);
		if ("advance" in action) return this.#advance(msOf(action.advance));
		if ("setBack" in action) return this.#advance(-msOf(action.setBack));
		if ("disable" in action) return app.tell({ type: "disable", name: action.disable });
		if ("enable" in action) return app.tell({ type: "enable", name: action.enable });
		if ("fire" in action) return app.tell({ type: "fire", name: action.fire });
		if ("operate" in action) return this.#operate(action.operate);
		if ("startApp" in action) return this.#startApp(action.startApp.settings);
		await app.kill();
		if ("killApp" in action && !this.#stopped) this.#startApp();
	}

	/** A fresh process has to be told of dns faults that are in force. */
	#startApp(settings?: Readonly<Record<string, string>>): void {
		this.#stage.app.start(settings);
		for (const fault of this.#stage.world.dnsFaults) this.#stage.app.tell(fault);
	}

	/** The world first: what it stamps must never lie ahead of what the app believes. */
	#advance(ms: number): void {
		advance(ms);
		this.#stage.app.tell({ type: "advance", ms });
	}

	async #operate(args: readonly string[]): Promise<void> {
		const { bundles, variables, see, signal } = this.#stage;
		const text = await new Promise<string>((resolve, reject) => {
			execFile(
				process.execPath,
				[...sameClock(), bundles.operate, ...args],
				{ env: { ...variables }, timeout: operateMs, signal, killSignal: "SIGKILL" },
				(error, stdout, stderr) => {
					if (error === null) resolve(stdout.trim());
					else reject(new Error(`operate ${args.join(" ")} ${endOf(error)}: ${stderr.trim()}`));
				},
			);
		});
		see({ kind: "deed", text });
	}
}

function endOf({ code, killed }: ExecFileException): string {
	return killed === true ? `was still running after ${operateMs / 1000} s` : `ended with ${String(code)}`;
}

/** A process started now has to live in the story's time too. */
function sameClock(): readonly string[] {
	const ahead = movedAhead();
	if (ahead === 0) return [];
	const code = `const Real=Date;globalThis.Date=class extends Real{constructor(...a){a.length?super(...a):super(Real.now()+${ahead})}static now(){return Real.now()+${ahead}}}`;
	return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
