/** Keepers of every shape that the types allow. */
import fc from "fast-check";
import type { Instant, UnreadableReason } from "../../shared/domain/observation.ts";
import type { Keeper, Memory, Run, RunSpec, Stage, Start } from "../../shared/domain/state.ts";

const instant: fc.Arbitrary<Instant> = fc
	.date({ min: new Date("2026-01-01T00:00:00Z"), max: new Date("2036-01-01T00:00:00Z"), noInvalidDate: true })
	.map((date) => date.toISOString());
const count = fc.nat({ max: 100_000 });
/** What others wrote: quotes, line ends, emoji, and what only looks like JSON. */
const text = fc.oneof(
	fc.string({ maxLength: 30, unit: "grapheme" }),
	fc.constantFrom("", "[]", "{}", '["x"]', '{"a":1}', "null", "true", "7", "'; drop", 'a\nb\t"c"\\', "2026-11-30T09:00:00.000Z", "😀"),
);
const texts = fc.array(text, { maxLength: 4 });
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null });

const spec: fc.Arbitrary<RunSpec> = fc.record({
	subscriptionId: text,
	resourceGroup: text,
	clusterName: text,
	groups: texts,
	user: text,
	repository: text,
	ref: text,
	sha: maybe(text),
	target: text,
	makeArgs: texts,
	postTargets: texts,
	cleanupTarget: text,
	cleanupMakeArgs: texts,
	persist: fc.boolean(),
	ownerPrincipalId: maybe(text),
	goBinaryPath: maybe(text),
	image: text,
	identityId: text,
	runnerGroupId: text,
	cpu: fc.constantFrom(0.5, 1, 4),
	memoryGb: fc.constantFrom(1.5, 16),
	locations: texts,
	runsUrl: text,
	deployTimeoutSeconds: count,
	cleanupTimeoutSeconds: count,
	acceptedLeftovers: texts,
});

const start: fc.Arbitrary<Start> = fc.record({
	name: text,
	id: text,
	run: count,
	location: text,
	runsUrl: text,
	issuedAt: instant,
	notAfter: instant,
	answer: maybe(fc.record({ kind: fc.constantFrom("Accepted", "Refused", "Unknown"), code: text })),
	revokeRequestedAt: maybe(instant),
	marker: maybe(fc.record({ writer: fc.constantFrom("app", "script"), at: instant })),
	overAt: maybe(instant),
	deleteRequestedAt: maybe(instant),
	missingSince: maybe(instant),
});

const run: fc.Arbitrary<Run> = fc.record({
	kind: fc.constantFrom("deploy", "cleanup"),
	number: count,
	id: text,
	issuedAt: instant,
	starts: texts,
	current: maybe(text),
	spec,
	startedAt: maybe(instant),
	lateToldAt: maybe(instant),
	stopping: maybe(fc.record({ since: instant, why: fc.constantFrom("Overdue", "Cancelled", "Restarted"), toldAt: instant })),
	notBefore: maybe(instant),
	triesSpent: count,
	neverStarted: count,
	since: instant,
	endedAt: maybe(instant),
	absentSince: maybe(instant),
});

const reason = fc.constantFrom<UnreadableReason>("Unauthorized", "WrongNotFound", "NoToken", "UnusableBody", "Other");
const told = { reason: text, sentence: text, since: instant, toldAt: instant };

const memory: fc.Arbitrary<Memory> = fc.record({
	notFoundCount: count,
	lastCountedAt: maybe(instant),
	lastSight: maybe(text),
	lastSightAt: maybe(instant),
	firstSeenAt: maybe(instant),
	incident: maybe(fc.record({ id: text, openedAt: instant, attempts: count, ordered: maybe(fc.record({ by: text, at: instant })) })),
	unreadable: maybe(fc.record({ count, since: instant, reason, toldAt: maybe(instant) })),
	nextCheckAt: maybe(instant),
	needsCleanup: fc.boolean(),
	backOffUntil: maybe(instant),
	needsHuman: maybe(fc.record(told)),
	hold: maybe(fc.record({ ...told, until: maybe(instant) })),
	pause: maybe(fc.record({ since: instant, until: instant, by: text, why: text })),
	resumedAt: maybe(instant),
	deploys: fc.array(instant, { maxLength: 7 }),
	runCounter: count,
	outboxSequence: count,
	starts: fc.array(start, { maxLength: 4 }),
	lastRunEndedAt: maybe(instant),
	lastSpec: maybe(spec),
	startRounds: count,
	usualSeconds: fc.array(count, { maxLength: 5 }),
	// A fixed prefix: `__proto__` is no name of a group.
	groupsAbsentSince: fc.dictionary(
		text.map((name) => `group ${name}`),
		maybe(instant),
		{ maxKeys: 4, noNullPrototype: true },
	),
	leftovers: maybe(fc.record({ names: texts, since: instant })),
	groupsLookedAt: maybe(instant),
	strayLookAt: maybe(instant),
	anotherKeeper: maybe(text),
	silenceToldAt: fc.record({ check: maybe(instant), watch: maybe(instant) }),
	runsUnreadable: maybe(fc.record({ since: instant, toldAt: maybe(instant) })),
	lastRun: maybe(fc.record({ id: text, outcome: text, at: instant })),
});

/** One arbitrary a phase. */
export const stages: Readonly<Record<Stage["phase"], fc.Arbitrary<Stage>>> = {
	Watching: fc.constant({ phase: "Watching" }),
	Deploying: fc.record({ phase: fc.constant("Deploying"), run }),
	Verifying: fc.record({
		phase: fc.constant("Verifying"),
		run,
		since: instant,
		outcome: fc.constantFrom("Whole", "Partial", "Unsure"),
		runSeconds: maybe(count),
		sha: maybe(text),
	}),
	CleaningUp: fc.record({ phase: fc.constant("CleaningUp"), run }),
};

/** A keeper in that phase. */
export function keeperIn(phase: Stage["phase"]): fc.Arbitrary<Keeper> {
	return fc.record({ memory, stage: stages[phase] });
}
