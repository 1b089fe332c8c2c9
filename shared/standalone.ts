/** The two ticks in a loop without the Functions host: `npm run standalone [-- --once]`. */
import { parseArgs } from "node:util";
import { Cron } from "croner";
import { createClock } from "./adapters/clock.ts";
import { createDeadlines } from "./adapters/deadlines.ts";
import { processEnvironment } from "./adapters/process-environment.ts";
import { type App, createApp } from "./app.ts";
import { parseSettings } from "./settings/parse.ts";
import type { Timer } from "./tick.ts";

const help = `Usage: npm run standalone [-- --once]

Runs the checks and the watch without the Functions host, on the schedules of
CHECK_SCHEDULE and WATCH_SCHEDULE, until Ctrl-C. Settings are environment
variables, the same as the function app's.

  --once    one check and one watch tick, then exit (also RUN_ONCE=true)
  --help    this text

Exit codes: 0 as asked, 1 settings, 2 usage, 3 a tick failed (--once), 130 Ctrl-C.`;

const timers: readonly Timer[] = ["checkCluster", "watchContainer"];

async function main(args: readonly string[]): Promise<number> {
	const options = parse(args);
	if (options === null) return 2;
	if (options.help) {
		console.log(help);
		return 0;
	}
	const variables = processEnvironment();
	const parsed = parseSettings(variables, "standalone");
	if (!parsed.ok) {
		console.error(parsed.error.message);
		return 1;
	}
	const app = createApp(variables, "standalone");
	for (const notice of app.notices) console.warn(notice);
	return options.once || parsed.settings.runOnce ? once(app) : loop(app);
}

function parse(args: readonly string[]): { once: boolean; help: boolean } | null {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: { once: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
		});
		return values;
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
		return null;
	}
}

/** One of each; the exit code says whether both went well. */
async function once(app: App): Promise<number> {
	let failed = false;
	for (const timer of timers) {
		failed = (await attempt(app, timer)) || failed;
	}
	return failed ? 3 : 0;
}

async function attempt(app: App, timer: Timer): Promise<boolean> {
	try {
		await app.run(timer);
		return false;
	} catch (error) {
		console.error(`${timer} failed: ${error instanceof Error ? error.message : String(error)}`);
		return true;
	}
}

/** Each timer by its own schedule; a slot that comes while its tick still runs is dropped. Ctrl-C lets a running tick end. */
async function loop(app: App): Promise<number> {
	const clock = createClock();
	const deadlines = createDeadlines();
	const stop = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
	console.log("Running until Ctrl-C.");
	await Promise.all(
		timers.map(async (timer) => {
			const schedule = new Cron(app.schedules[timer], { mode: "6-part", domAndDow: true, timezone: "UTC" });
			while (!stop.signal.aborted) {
				const next = schedule.nextRun(new Date(clock.now()));
				if (next === null) return;
				await deadlines.sleep(next.getTime() - clock.now(), stop.signal);
				if (!stop.signal.aborted) await attempt(app, timer);
			}
		}),
	);
	return 130;
}

process.exitCode = await main(process.argv.slice(2));
