/** A decision in the making: what will be remembered, told and done. Steps take a draft and return a new one. */
import type { Message } from "./message.ts";
import type { Instant } from "./observation.ts";
import type { LookPlan } from "./sight.ts";
import type { Keeper, Memory, Run, Stage, Start } from "./state.ts";

/** What is done to the world after the commit that calls for it was won. */
export type Action =
	| { readonly type: "CreateContainerGroup"; readonly start: Start; readonly run: Run }
	| { readonly type: "DeleteContainerGroup"; readonly start: Pick<Start, "id" | "name"> }
	| { readonly type: "RevokeStart"; readonly start: Start }
	| { readonly type: "ForgetHistory"; readonly before: Instant };

export interface Draft {
	readonly memory: Memory;
	readonly stage: Stage;
	readonly messages: readonly Message[];
	readonly actions: readonly Action[];
	/** After commit and acts, the same tick looks at this and decides again. */
	readonly look: LookPlan | null;
	/** One word for the log: why the tick ended as it did. */
	readonly reason: string;
}

/** A draft that changes nothing yet. */
export function draftOf(keeper: Keeper, reason: string): Draft {
	return { memory: keeper.memory, stage: keeper.stage, messages: [], actions: [], look: null, reason };
}

export function because(draft: Draft, reason: string): Draft {
	return { ...draft, reason };
}

export function remember(draft: Draft, change: Partial<Memory>): Draft {
	return { ...draft, memory: { ...draft.memory, ...change } };
}

export function tell(draft: Draft, message: Message): Draft {
	return { ...draft, messages: [...draft.messages, message] };
}

export function act(draft: Draft, action: Action): Draft {
	return { ...draft, actions: [...draft.actions, action] };
}

export function enter(draft: Draft, stage: Stage): Draft {
	return { ...draft, stage };
}

/** Replaces the run of a phase that has one. */
export function withRun(draft: Draft, change: Partial<Run>): Draft {
	if (draft.stage.phase === "Watching") return draft;
	return enter(draft, { ...draft.stage, run: { ...draft.stage.run, ...change } });
}

/** Replaces one issued start by name. */
export function withStart(draft: Draft, name: string, change: Partial<Start>): Draft {
	return remember(draft, {
		starts: draft.memory.starts.map((start) => (start.name === name ? { ...start, ...change } : start)),
	});
}
