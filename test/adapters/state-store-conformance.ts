/** What every StateStore promises, as tests. */
import { describe, expect, it } from "vitest";
import type { Message } from "../../shared/domain/message.ts";
import { newKeeper, type Stage } from "../../shared/domain/state.ts";
import type { Commit, Loaded, StateStore } from "../../shared/ports.ts";
import { run } from "./samples.ts";

const at = "2026-11-30T09:00:00.000Z";
const past = "1970-01-01T00:00:00.000Z";
const until = "2026-11-30T09:01:15.000Z";
const watching: Stage = { phase: "Watching" };
const deploying: Stage = { phase: "Deploying", run };

export function message(title: string): Message {
	return { kind: "Told", title, lines: ["a line"], log: null, weight: "transition" };
}

let commits = 0;

/** A commit that changes the counter, and what else is named. */
export function commitOf(before: Loaded, stage: Stage, changes: Partial<Commit> & { readonly count?: number } = {}): Commit {
	const { count = before.keeper.memory.notFoundCount + 1, ...rest } = changes;
	const after = { stage, memory: { ...before.keeper.memory, notFoundCount: count } };
	return { before, after, messages: [], events: [], at, commitId: `commit-${++commits}`, ...rest };
}

/** Commits and hands back what the next commit is made under; throws for a lost one. */
export async function win(store: StateStore, key: string, commit: Commit): Promise<Loaded> {
	const result = await store.commit(key, commit);
	if (result.kind === "Lost") throw new Error("lost a race against nobody");
	return result.loaded;
}

/** Runs the suite over the store that `store` gives; each test has a partition of its own. */
export function conformsToStateStore(name: string, store: () => StateStore): void {
	let partitions = 0;
	const freshKey = (): string => `s:g:c${++partitions}`;
	const titles = (loaded: Loaded): readonly string[] => loaded.outbox.map((row) => row.message.title);

	describe(`state in ${name}`, () => {
		it("is new where nothing was ever committed", async () => {
			expect(await store().load(freshKey())).toEqual({
				keeper: newKeeper,
				stateEtag: null,
				lockEtag: null,
				outbox: [],
				pulses: { check: null, watch: null },
				lease: null,
			});
		});

		it("is loaded as it was committed, and the winner holds the same", async () => {
			const key = freshKey();
			const commit = commitOf(await store().load(key), deploying, { messages: [message("one")] });
			const won = await win(store(), key, commit);
			const loaded = await store().load(key);
			expect(loaded).toEqual(won);
			expect(loaded.keeper).toEqual({ ...commit.after, memory: { ...commit.after.memory, outboxSequence: 1 } });
		});

		it("is committed on under what the winner was handed", async () => {
			const key = freshKey();
			let loaded = await store().load(key);
			for (const stage of [watching, deploying, deploying, watching, deploying]) {
				loaded = await win(store(), key, commitOf(loaded, stage));
			}
			expect((await store().load(key)).keeper.memory.notFoundCount).toBe(5);
		});

		it("forgets what is cleared", async () => {
			const key = freshKey();
			const first = await store().load(key);
			const pause = { since: at, until, by: "ana", why: "demo" };
			const paused = { stage: watching, memory: { ...first.keeper.memory, pause, lastSight: "Succeeded" } };
			const loaded = await win(store(), key, { ...commitOf(first, watching), after: paused });
			await win(store(), key, commitOf({ ...loaded, keeper: newKeeper }, watching));
			expect((await store().load(key)).keeper.memory).toMatchObject({ pause: null, lastSight: null });
		});

		it("is changed by one of twenty who loaded the same", async () => {
			const key = freshKey();
			const before = await win(store(), key, commitOf(await store().load(key), watching, { count: 0 }));
			const racers = Array.from({ length: 20 }, (_, index) =>
				commitOf(before, deploying, { count: 100 + index, messages: [message(`racer ${index}`)] }),
			);
			const results = await Promise.all(racers.map((racer) => store().commit(key, racer)));
			const winners = racers.filter((_, index) => results[index]?.kind === "Won");
			expect(winners).toHaveLength(1);
			const loaded = await store().load(key);
			expect(loaded.keeper.memory.notFoundCount).toBe(winners[0]?.after.memory.notFoundCount);
			expect(titles(loaded)).toEqual(winners[0]?.messages.map((one) => one.title));
		});

		it("is begun by one of two who both found nothing", async () => {
			const key = freshKey();
			const before = await store().load(key);
			const results = await Promise.all([1, 2].map((count) => store().commit(key, commitOf(before, watching, { count }))));
			expect(results.map((result) => result.kind).sort()).toEqual(["Lost", "Won"]);
		});

		it("has a lock exactly while a run is on", async () => {
			const key = freshKey();
			let loaded = await store().load(key);
			const stages: readonly Stage[] = [watching, deploying, { phase: "CleaningUp", run }, watching];
			for (const stage of stages) {
				loaded = await win(store(), key, commitOf(loaded, stage));
				const { lockEtag } = await store().load(key);
				expect(lockEtag === null).toBe(stage.phase === "Watching");
				expect((await store().locked()).includes(key)).toBe(stage.phase !== "Watching");
			}
		});

		it("is one environment's: another's is not touched", async () => {
			const [one, other] = [freshKey(), freshKey()];
			await win(store(), one, commitOf(await store().load(one), deploying, { messages: [message("one")] }));
			expect(await store().load(other)).toMatchObject({ keeper: newKeeper, outbox: [] });
		});
	});

	describe(`messages in ${name}`, () => {
		async function withMessages(key: string, ...names: readonly string[]): Promise<Loaded> {
			return win(store(), key, commitOf(await store().load(key), watching, { messages: names.map(message) }));
		}

		it("wait in the order in which they were committed, past the tenth too", async () => {
			const key = freshKey();
			const names = Array.from({ length: 12 }, (_, index) => `message ${index}`);
			await withMessages(key, ...names.slice(0, 5));
			for (const one of names.slice(5)) await withMessages(key, one);
			const loaded = await store().load(key);
			expect(titles(loaded)).toEqual(names);
			expect(loaded.outbox.map((row) => row.sequence)).toEqual(names.map((_, index) => index));
		});

		it("go once they are removed, and removing them again is fine", async () => {
			const key = freshKey();
			const [first, second] = (await withMessages(key, "one", "two")).outbox;
			if (first === undefined || second === undefined) throw new Error("no messages");
			await store().removeMessage(key, first);
			await store().removeMessage(key, first);
			expect(titles(await store().load(key))).toEqual(["two"]);
		});

		it("remember a try in vain", async () => {
			const key = freshKey();
			const [row] = (await withMessages(key, "one")).outbox;
			if (row === undefined) throw new Error("no message");
			await store().deferMessage(key, { ...row, tries: 3, plain: true, notBefore: until });
			expect((await store().load(key)).outbox).toMatchObject([{ sequence: 0, tries: 3, plain: true, notBefore: until, queuedAt: at }]);
		});

		it("remember that they were told", async () => {
			const key = freshKey();
			const [row] = (await withMessages(key, "one")).outbox;
			if (row === undefined) throw new Error("no message");
			await store().deferMessage(key, { ...row, sentAt: until });
			expect((await store().load(key)).outbox).toMatchObject([{ sequence: 0, sentAt: until }]);
		});

		it("that another sender has touched are left alone", async () => {
			const key = freshKey();
			const [row] = (await withMessages(key, "one")).outbox;
			if (row === undefined) throw new Error("no message");
			await store().deferMessage(key, { ...row, tries: 1 });
			await store().removeMessage(key, row);
			await store().deferMessage(key, { ...row, tries: 7 });
			expect((await store().load(key)).outbox).toMatchObject([{ tries: 1 }]);
		});

		it("that are gone are not brought back by a try in vain", async () => {
			const key = freshKey();
			const [row] = (await withMessages(key, "one")).outbox;
			if (row === undefined) throw new Error("no message");
			await store().removeMessage(key, row);
			await store().deferMessage(key, { ...row, tries: 1 });
			expect((await store().load(key)).outbox).toEqual([]);
		});
	});

	describe(`the sending lease in ${name}`, () => {
		it("is taken by one of five who found it free", async () => {
			const key = freshKey();
			const loaded = await store().load(key);
			const taken = await Promise.all(["a", "b", "c", "d", "e"].map((holder) => store().takeLease(key, loaded, holder, until)));
			expect(taken.filter((etag) => etag !== null)).toHaveLength(1);
			expect((await store().load(key)).lease).toMatchObject({ until });
		});

		it("has run out once it is released, and can be taken by who loads then", async () => {
			const key = freshKey();
			const etag = await store().takeLease(key, await store().load(key), "a", until);
			await store().releaseLease(key, etag ?? "");
			const loaded = await store().load(key);
			expect(loaded.lease?.until).toBe(past);
			expect(await store().takeLease(key, loaded, "b", until)).not.toBeNull();
			expect((await store().load(key)).lease).toMatchObject({ holder: "b", until });
		});

		it("is never taken by who loaded before the last one held it: the same would be sent again", async () => {
			const key = freshKey();
			const stale = await store().load(key);
			const etag = await store().takeLease(key, stale, "a", until);
			await store().releaseLease(key, etag ?? "");
			expect(await store().takeLease(key, stale, "b", until)).toBeNull();
			const second = await store().load(key);
			await store().releaseLease(key, (await store().takeLease(key, second, "c", until)) ?? "");
			expect(await store().takeLease(key, second, "d", until)).toBeNull();
		});

		it("is not ended by who no longer holds it", async () => {
			const key = freshKey();
			const first = await store().takeLease(key, await store().load(key), "a", until);
			await store().takeLease(key, await store().load(key), "b", until);
			await store().releaseLease(key, first ?? "");
			expect((await store().load(key)).lease).toMatchObject({ holder: "b", until });
		});

		it("does not hinder a commit, nor a commit the lease", async () => {
			const key = freshKey();
			const loaded = await win(store(), key, commitOf(await store().load(key), watching));
			const etag = await store().takeLease(key, loaded, "a", until);
			await win(store(), key, commitOf(loaded, deploying));
			await store().releaseLease(key, etag ?? "");
			expect((await store().load(key)).lease?.until).toBe(past);
		});
	});

	describe(`pulses in ${name}`, () => {
		it("are each timer's own, and the last one stands", async () => {
			const key = freshKey();
			await store().writePulse(key, "check", past);
			await store().writePulse(key, "check", at);
			expect((await store().load(key)).pulses).toEqual({ check: at, watch: null });
			await store().writePulse(key, "watch", until);
			expect((await store().load(key)).pulses).toEqual({ check: at, watch: until });
		});

		it("do not hinder a commit", async () => {
			const key = freshKey();
			const loaded = await store().load(key);
			await store().writePulse(key, "watch", at);
			await win(store(), key, commitOf(loaded, watching));
		});
	});
}
