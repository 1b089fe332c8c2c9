/** What the stored parts of a keeper must look like. A row that does not is corrupt, and nothing is guessed. */
import * as z from "zod";
import type { Message, OutboxRow } from "../domain/message.ts";
import type { Incident, Memory, PhaseName, Run, RunSpec, Start } from "../domain/state.ts";

const instant = z.iso.datetime();
const maybeInstant = instant.nullable();
/** The service refuses a bare number past Int32, and gives an Int64 back as something else. */
const count = z.number().int().min(0).max(2_147_483_647);
const text = z.string();
const texts = z.array(text);

const reasons = [
	"Unauthorized",
	"Forbidden",
	"WrongNotFound",
	"Throttled",
	"ServerError",
	"Dns",
	"Timeout",
	"Network",
	"NoToken",
	"UnusableBody",
	"Other",
] as const;

const spec: z.ZodType<RunSpec> = z.object({
	subscriptionId: text,
	resourceGroup: text,
	clusterName: text,
	groups: texts,
	user: text,
	repository: text,
	ref: text,
	sha: text.nullable(),
	target: text,
	makeArgs: texts,
	postTargets: texts,
	cleanupTarget: text,
	cleanupMakeArgs: texts,
	persist: z.boolean(),
	ownerPrincipalId: text.nullable(),
	goBinaryPath: text.nullable(),
	image: text,
	identityId: text,
	runnerGroupId: text,
	cpu: z.number(),
	memoryGb: z.number(),
	locations: texts,
	runsUrl: text,
	deployTimeoutSeconds: count,
	cleanupTimeoutSeconds: count,
	acceptedLeftovers: texts,
});

const start: z.ZodType<Start> = z.object({
	name: text,
	id: text,
	run: count,
	location: text,
	runsUrl: text,
	issuedAt: instant,
	notAfter: instant,
	answer: z.object({ kind: z.enum(["Accepted", "Refused", "Unknown"]), code: text }).nullable(),
	revokeRequestedAt: maybeInstant,
	marker: z.object({ writer: z.enum(["app", "script"]), at: instant }).nullable(),
	overAt: maybeInstant,
	deleteRequestedAt: maybeInstant,
	missingSince: maybeInstant,
});

const incident: z.ZodType<Incident> = z.object({
	id: text,
	openedAt: instant,
	attempts: count,
	ordered: z.object({ by: text, at: instant }).nullable(),
});

/** One schema a field of the run: columns of the lock row. */
export const runSchemas: { readonly [K in keyof Run]: z.ZodType<Run[K]> } = {
	kind: z.enum(["deploy", "cleanup"]),
	number: count,
	id: text,
	issuedAt: instant,
	starts: texts,
	current: text.nullable(),
	spec,
	startedAt: maybeInstant,
	lateToldAt: maybeInstant,
	stopping: z.object({ since: instant, why: z.enum(["Overdue", "Cancelled", "Restarted"]), toldAt: instant }).nullable(),
	notBefore: maybeInstant,
	triesSpent: count,
	neverStarted: count,
	since: instant,
	endedAt: maybeInstant,
	absentSince: maybeInstant,
};

/** Of the state row. */
export const phaseSchema: z.ZodType<PhaseName> = z.enum(["Watching", "Deploying", "Verifying", "CleaningUp"]);

/** What Verifying has besides its run. */
export const verifyingSchema = z.object({
	since: instant,
	outcome: z.enum(["Whole", "Partial", "Unsure"]),
	runSeconds: count.nullable(),
	sha: text.nullable(),
});

/** One schema a field of memory: columns of the state row. */
export const memorySchemas: { readonly [K in keyof Memory]: z.ZodType<Memory[K]> } = {
	notFoundCount: count,
	lastCountedAt: maybeInstant,
	lastSight: text.nullable(),
	lastSightAt: maybeInstant,
	firstSeenAt: maybeInstant,
	incident: incident.nullable(),
	unreadable: z.object({ count, since: instant, reason: z.enum(reasons), toldAt: maybeInstant }).nullable(),
	nextCheckAt: maybeInstant,
	needsCleanup: z.boolean(),
	backOffUntil: maybeInstant,
	needsHuman: z.object({ reason: text, sentence: text, since: instant, toldAt: instant }).nullable(),
	hold: z.object({ reason: text, sentence: text, since: instant, toldAt: instant, until: maybeInstant }).nullable(),
	pause: z.object({ since: instant, until: instant, by: text, why: text }).nullable(),
	resumedAt: maybeInstant,
	deploys: z.array(instant),
	runCounter: count,
	outboxSequence: count,
	starts: z.array(start),
	lastRunEndedAt: maybeInstant,
	lastSpec: spec.nullable(),
	startRounds: count,
	usualSeconds: z.array(count),
	groupsAbsentSince: z.record(text, maybeInstant),
	leftovers: z.object({ names: texts, since: instant }).nullable(),
	groupsLookedAt: maybeInstant,
	strayLookAt: maybeInstant,
	anotherKeeper: text.nullable(),
	silenceToldAt: z.object({ check: maybeInstant, watch: maybeInstant }),
	runsUnreadable: z.object({ since: instant, toldAt: maybeInstant }).nullable(),
	lastRun: z.object({ id: text, outcome: text, at: instant }).nullable(),
};

const message: z.ZodType<Message> = z.object({
	kind: text,
	title: text,
	lines: texts,
	log: text.nullable(),
	weight: z.enum(["transition", "reminder"]),
});

/** One schema a field of a waiting message: columns of its outbox row. */
export const outboxSchemas: { readonly [K in keyof Omit<OutboxRow, "sequence" | "etag">]: z.ZodType<OutboxRow[K]> } = {
	message,
	queuedAt: instant,
	tries: count,
	plain: z.boolean(),
	notBefore: maybeInstant,
	sentAt: maybeInstant,
};
