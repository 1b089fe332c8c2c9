import { describe, expect, it } from "vitest";
import type { Memory } from "../../shared/domain/state.ts";
import type { Loaded } from "../../shared/ports.ts";
import { azuriteStore } from "./azurite-store.ts";

const at = "2026-11-30T09:00:00.000Z";

describe("a commit", () => {
	const { store } = azuriteStore();

	async function commit(before: Loaded, change: Partial<Memory>, commitId: string): Promise<Loaded> {
		const after = { stage: before.keeper.stage, memory: { ...before.keeper.memory, ...change } };
		const result = await store().commit("s:g:c", { before, after, messages: [], events: [], at, commitId });
		if (result.kind === "Lost") throw new Error("lost a race against nobody");
		return result.loaded;
	}

	it("forgets what is cleared: a null is an absent column, not one that stays", async () => {
		const first = await commit(
			await store().load("s:g:c"),
			{ pause: { since: at, until: at, by: "ana", why: "demo" }, anotherKeeper: "other" },
			"first",
		);
		await commit(first, { pause: null, anotherKeeper: null, notFoundCount: 2 }, "second");
		const { memory } = (await store().load("s:g:c")).keeper;
		expect(memory).toMatchObject({ pause: null, anotherKeeper: null, notFoundCount: 2 });
	});

	it("is made under the ETag that was read: the second of two from the same load is lost", async () => {
		const empty = await store().load("s:g:d");
		await store().commit("s:g:d", { before: empty, after: empty.keeper, messages: [], events: [], at, commitId: "first" });
		const loaded = await store().load("s:g:d");
		expect(loaded.stateEtag).not.toBeNull();
		const after = { stage: loaded.keeper.stage, memory: { ...loaded.keeper.memory, notFoundCount: 1 } };
		const racer = (commitId: string) => store().commit("s:g:d", { before: loaded, after, messages: [], events: [], at, commitId });
		const kinds = (await Promise.all(Array.from({ length: 20 }, (_, index) => racer(`racer-${index}`)))).map((result) => result.kind);
		expect(kinds.filter((kind) => kind === "Won")).toHaveLength(1);
	});
});
