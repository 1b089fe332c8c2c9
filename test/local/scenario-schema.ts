/** A scenario is data: what the world is like, what happens, how long it may take, what must hold. */
import * as z from "zod";
import { settingNames } from "../../shared/settings/table.ts";
import { knobsSchema } from "../world/repository/make-stand-in-repository.ts";
import type { ContainerEvent, WorldAct } from "../world/types.ts";
import { actSchema, rulesSchema } from "./act-schema.ts";
import { choose, keyed, oneOrMany } from "./choose.ts";
import { faultSchema } from "./fault-schema.ts";
import { method, regex, span } from "./words.ts";

const text = z.string().min(1);
const timer = z.enum(["checkCluster", "watchContainer"]);
const phase = z.enum(["Watching", "Deploying", "Verifying", "CleaningUp"]);
const containerEvents = [
	"created",
	"started",
	"line",
	"exited",
	"deleted",
	"restarted",
	"refused",
	"lost",
] as const satisfies readonly ContainerEvent[];

/** Of the app, by their names. */
const settings: z.ZodType<Record<string, string>, Record<string, string> | undefined> = z.record(
	z.string().refine((name) => settingNames.some((known) => known === name), "is no setting of the app"),
	z.string(),
);

const call = z.strictObject({
	service: z.enum(["arm", "identity", "table", "blob", "slack"]),
	method: method.optional(),
	/** On path and query. */
	path: regex.optional(),
	status: z.int().nullable().optional(),
});

/** Things that can be seen. */
const seen = {
	message: regex,
	call,
	container: z.strictObject({ event: z.enum(containerEvents), text: regex.optional() }),
	tick: z.strictObject({ tick: timer.optional(), phase: phase.optional(), reason: regex.optional() }),
	environment: regex,
};

/** One of them. */
const event = keyed(seen);
export type EventPattern = z.infer<typeof event>;

const deed = keyed({
	addFault: faultSchema,
	removeFault: text,
	/** kill -9, and a new one. */
	killApp: z.literal(true),
	/** Timers stop for a while: the process is gone. */
	stopApp: z.literal(true),
	startApp: z.strictObject({ settings: settings.optional() }),
	/** `npm run operate -- ...` with the app's settings. */
	operate: z.array(text).min(1),
	fire: timer,
	/** All clocks jump ahead, those of the world and those of the app: deadlines of hours pass at once. */
	advance: span,
	/** All clocks are set back. */
	setBack: span,
	/** One timer no longer fires, or fires again. */
	disable: timer,
	enable: timer,
});

const action = choose<WorldAct | z.infer<typeof deed>>((value) =>
	typeof value === "object" && value !== null && "act" in value ? actSchema : deed,
);
export type Action = z.infer<typeof action>;

/** When: after the story's start, or once something was seen for the nth time, and then some. */
const moment = z.strictObject({
	after: span.optional(),
	when: event.optional(),
	times: z.int().min(1).optional(),
	do: oneOrMany(action),
});

const step = keyed(seen, {
	/** So many times before the next step is seen. Default: at least once. */
	exactly: z.int().min(1).optional(),
	/** Each two at least so far apart. */
	apart: span.optional(),
});

const count = z.strictObject({
	of: event,
	exactly: z.int().min(0).optional(),
	atLeast: z.int().min(0).optional(),
	atMost: z.int().min(0).optional(),
});

export const scenarioSchema = z.strictObject({
	title: text,
	/** Virtual seconds that pass in a real one, for stories with long deadlines. */
	speed: z.number().min(1).max(600).default(1),
	settings: settings.default({}),
	world: z
		.strictObject({
			environmentUp: z.boolean().optional(),
			rules: rulesSchema.optional(),
			repository: knobsSchema.partial().optional(),
		})
		.default({}),
	faults: z.array(faultSchema).default([]),
	timeline: z.array(moment).default([]),
	until: keyed({ ...seen, all: z.array(event).min(1) }),
	/** After `until`, so that what must not happen gets its chance. */
	linger: span.default("0s"),
	within: span.default("45s"),
	expect: z
		.strictObject({
			inOrder: z.array(step).default([]),
			/** `from` and `to` bound the time in which it must not be seen: after the first of the one, before the next of the other. */
			never: z.array(keyed(seen, { from: event.optional(), to: event.optional() })).default([]),
			counts: z.array(count).default([]),
			/** First lines of all messages, in order. */
			messages: z.array(regex).optional(),
			finalPhase: phase.optional(),
			/** The end of a container's log, as some message showed it. */
			logTail: regex.optional(),
			/** A tick may end as a failed invocation. */
			failedTicks: z.boolean().default(false),
			/** Container groups may still be there, waiting to be seen gone. */
			leavesRun: z.boolean().default(false),
		})
		.prefault({}),
});
export type Scenario = z.infer<typeof scenarioSchema>;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `3s`. */
export function msOf(text: string): number {
	const [, number = "0", unit = "s"] = text.match(/^([\d.]+)(ms|s|m|h)$/) ?? [];
	return Number(number) * (units[unit] ?? 0);
}
