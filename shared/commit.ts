/** The middle of a tick: what was decided is committed, and only then acted on. */
import { perform } from "./act.ts";
import type { Age } from "./age.ts";
import type { Action, Draft } from "./domain/draft.ts";
import type { Answer, Instant } from "./domain/observation.ts";
import { withAnswer } from "./domain/starts.ts";
import type { Keeper } from "./domain/state.ts";
import type { Environment, Ports } from "./environment.ts";
import type { Loaded } from "./ports.ts";

/** The commit, or what was loaded when there is nothing to write; null after a lost race. */
export async function commit(draft: Draft, environment: Environment, ports: Ports, loaded: Loaded, now: Instant): Promise<Loaded | null> {
	const after: Keeper = { memory: draft.memory, stage: draft.stage };
	const unchanged = draft.messages.length === 0 && JSON.stringify(after) === JSON.stringify(loaded.keeper);
	if (unchanged) return loaded;
	const events = draft.messages.map((message) => ({ at: now, kind: message.kind, text: message.title }));
	const result = await ports.state.commit(environment.key, {
		before: loaded,
		after,
		messages: draft.messages,
		events,
		at: now,
		commitId: ports.random.uuid(),
	});
	return result.kind === "Won" ? result.loaded : null;
}

/** Acts at once, in order, while the tick is young. */
export async function actAll(
	actions: readonly Action[],
	environment: Environment,
	ports: Ports,
	committed: Loaded,
	now: Instant,
	age: Age,
): Promise<Loaded> {
	let loaded = committed;
	for (const action of actions) {
		if (!age()) return loaded;
		const answer = await perform(action, environment, ports);
		if (action.type === "CreateContainerGroup" && age())
			loaded = await noteAnswer(action.start.name, answer, environment, ports, loaded, now);
	}
	return loaded;
}

/** The answer to a create is a hint; losing it costs nothing but time. */
async function noteAnswer(
	name: string,
	answer: Answer,
	environment: Environment,
	ports: Ports,
	loaded: Loaded,
	now: Instant,
): Promise<Loaded> {
	const { memory, stage } = loaded.keeper;
	const after = { stage, memory: { ...memory, starts: withAnswer(memory.starts, name, answer) } };
	const noted = await ports.state.commit(environment.key, {
		before: loaded,
		after,
		messages: [],
		events: [],
		at: now,
		commitId: ports.random.uuid(),
	});
	return noted.kind === "Won" ? noted.loaded : loaded;
}
