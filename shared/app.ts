/**
 * The composition root: from settings to two functions that run one tick each.
 * A failed tick ends as a rejected promise, after its log line.
 */

import { createClock } from "./adapters/clock.ts";
import { createJsonLog } from "./adapters/json-log.ts";
import { type Alert, createAlert } from "./alert.ts";
import { type Connection, connect, connectMessenger } from "./connect.ts";
import { countCalls } from "./count-calls.ts";
import { limits } from "./domain/limits.ts";
import { needsYou } from "./domain/messages/person.ts";
import { tickOthers } from "./other-environments.ts";
import type { Log } from "./ports.ts";
import { environmentLine } from "./send.ts";
import { parseSettings, type SettingsFault } from "./settings/parse.ts";
import type { Host } from "./settings/rules.ts";
import type { Settings } from "./settings/settings.ts";
import type { Timer } from "./tick.ts";
import { tick } from "./tick.ts";

export interface App {
	/** NCRONTAB, six fields, checked. A bad setting leaves the timer its default. */
	readonly schedules: Readonly<Record<Timer, string>>;
	/** One tick of a timer. Rejects when it failed, so that the invocation fails too. */
	run(timer: Timer): Promise<void>;
	/** What a person should know at start, one line each. */
	readonly notices: readonly string[];
}

/** How often a fault that keeps every tick from working is told. */
const daily = 24 * 3600_000;

/** An app for these environment variables. Never throws: bad settings make an app whose ticks all fail with one error. */
export function createApp(variables: Readonly<Record<string, string | undefined>>, host: Host = "functions"): App {
	const log = createJsonLog();
	const parsed = parseSettings(variables, host);
	return parsed.ok ? keep(parsed.settings, log) : refuse(parsed, log);
}

function keep(settings: Settings, log: Log): App {
	let connection: Connection | undefined;
	const others: Others = { keys: null };
	const alert = createAlert(limits.reminder, createClock());
	return {
		schedules: { checkCluster: settings.checkSchedule, watchContainer: settings.watchSchedule },
		notices: settings.slackWebhookUrl === null ? ["SLACK_WEBHOOK_URL is not set: messages go to this log."] : [],
		run: async (timer) => {
			connection ??= connect(settings, log);
			await runTick(timer, connection, others, alert);
		},
	};
}

/** Foreign partitions with a run on; null: not asked yet in this process. */
interface Others {
	keys: readonly string[] | null;
}

async function runTick(timer: Timer, connection: Connection, others: Others, alert: Alert): Promise<void> {
	const { environment, environmentOf, heartbeat } = connection;
	const { ports, counts } = countCalls(connection.ports);
	const { clock, deadlines, log, messenger } = connection.ports;
	const begun = clock.monotonic();
	try {
		const result = await deadlines.within(limits.tickBudget, async () => {
			const own = await tick(timer, environment, ports);
			others.keys ??= (await ports.state.locked()).filter((key) => key !== environment.key);
			others.keys = await tickOthers(timer, others.keys, environmentOf, ports);
			return own;
		});
		const { phase, reason, attempt } = result;
		log.tick({ tick: timer, phase, reason, attempt, ms: Math.round(clock.monotonic() - begun), ...counts });
		await heartbeat.beat(true);
	} catch (error) {
		const sentence = error instanceof Error ? error.message : String(error);
		log.tick({ tick: timer, reason: "Failed", error: sentence, ms: Math.round(clock.monotonic() - begun), ...counts });
		await heartbeat.beat(false);
		if (timer === "watchContainer") {
			await alert(() => messenger.send(environmentLine(environment), needsYou("the app cannot work", [sentence], false), false));
		}
		throw error;
	}
}

function refuse(fault: SettingsFault, log: Log): App {
	const alert = createAlert(daily, createClock());
	const { partial, error } = fault;
	return {
		schedules: { checkCluster: partial.checkSchedule, watchContainer: partial.watchSchedule },
		notices: [error.message],
		run: async (timer) => {
			log.tick({ tick: timer, reason: "BadSettings", error: error.message });
			const { slackWebhookUrl } = partial;
			if (timer === "watchContainer" && slackWebhookUrl !== null) {
				const message = needsYou("settings are not usable", error.message.split("\n"), false);
				await alert(() => connectMessenger(slackWebhookUrl, log).send("aro-hcp-keepalived", message, false));
			}
			throw error;
		},
	};
}
