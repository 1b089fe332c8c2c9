/** What the ARM adapters are made with here: a token that nobody checks, and the machine's own deadlines. */
import type { ArmAccess } from "../../shared/adapters/arm-client.ts";
import { createDeadlines, DeadlinePassed } from "../../shared/adapters/deadlines.ts";
import type { Deadlines } from "../../shared/ports.ts";

/** Of a call that is meant to be answered: it only ends a test that hangs. */
const patience = 20_000;

/** Access to an ARM at `endpoint`; a short `callDeadline` (milliseconds) is for calls that hang. */
export function armAccess(endpoint: string, changes: Partial<ArmAccess> = {}): ArmAccess {
	const credential = { getToken: async () => ({ token: "a-token", expiresOnTimestamp: Date.now() + 3_600_000 }) };
	return { credential, endpoint, deadlines: createDeadlines(), callDeadline: patience, ...changes };
}

/** ARM's way to say what went wrong. */
export function armError(code: string, message = "x"): { readonly error: { readonly code: string; readonly message: string } } {
	return { error: { code, message } };
}

/** Deadlines that pass when the test says so, not by a clock: `strike` ends the calls of that moment. */
export function deadlinesOnDemand(): Deadlines & { readonly strike: () => void } {
	const pending = new Set<() => void>();
	return {
		within: async (ms, work) => {
			const stop = new AbortController();
			const late = new Promise<never>((_, reject) => {
				pending.add(() => {
					reject(new DeadlinePassed(ms));
					stop.abort();
				});
			});
			return Promise.race([late, work(stop.signal)]);
		},
		sleep: async () => {},
		strike: () => {
			for (const end of pending) end();
			pending.clear();
		},
	};
}

/** For a server: the call has arrived, is never answered, and its deadline passes. Nothing of it comes later. */
export function hangs(deadlines: { readonly strike: () => void }): () => "hang" {
	return () => {
		deadlines.strike();
		return "hang";
	};
}
