/** All gates before a deploy, in order. The README's list is generated from this one. */
import type { Gate, GateFacts, GateResult } from "./gate.ts";
import {
	attemptsUsedUp,
	backingOff,
	budgetSpent,
	earlierStartNotOver,
	needsCleanup,
	needsHuman,
	neverSeen,
	paused,
} from "./memory-gates.ts";
import { anotherKeeper, runsUnreadable } from "./runner-gates.ts";
import {
	beingBuilt,
	leftoverGroups,
	secondLookDisagrees,
	secondLookUnreadable,
	teardownInProgress,
	unexpectedCluster,
} from "./second-look-gates.ts";

export const gates: readonly Gate[] = [
	paused,
	neverSeen,
	needsHuman,
	needsCleanup,
	backingOff,
	attemptsUsedUp,
	budgetSpent,
	earlierStartNotOver,
	runsUnreadable,
	anotherKeeper,
	secondLookUnreadable,
	secondLookDisagrees,
	unexpectedCluster,
	teardownInProgress,
	beingBuilt,
	leftoverGroups,
];

/** Which deploy is asked for: a new run, or a further start of one that never acted. */
export type Asked = "run" | "furtherStart";

export interface Shut {
	readonly gate: Gate;
	readonly result: Extract<GateResult, { open: false }>;
}

/** The first gate that is shut, null when all are open. */
export function firstShut(facts: GateFacts, asked: Asked): Shut | null {
	const isOrdered = facts.memory.incident?.ordered != null;
	for (const gate of gates) {
		if (asked === "furtherStart" && !gate.furtherStarts) continue;
		if (isOrdered && gate.orderPasses) continue;
		const result = gate.judge(facts);
		if (!result.open) return { gate, result };
	}
	return null;
}
