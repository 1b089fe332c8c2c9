/** Real trouble with the state table, as people reported it. */
import { describe, expect, it } from "vitest";
import { keeperOf, StateUnusable, stateColumns } from "../../shared/adapters/state-rows.ts";
import { StateRefused } from "../../shared/adapters/state-table.ts";
import { newKeeper } from "../../shared/domain/state.ts";
import { armError } from "../adapters/arm-access.ts";
import { azuriteStore } from "../adapters/azurite-store.ts";
import { rig } from "../memory/rig.ts";
import { wholeApp } from "./whole-app.ts";

const at = "2026-11-30T09:00:00.000Z";

describe("the state table", () => {
	const { table, store } = azuriteStore();

	it("B06: what is cleared by null or undefined stays, and a released lock stays held", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteGroups", takesMs: 0 });
		await app.minutes(200, () => app.keeper().stage.phase === "Deploying");
		const empty = await store().load("s:g:b06");
		const held = await store().commit("s:g:b06", { before: empty, after: app.keeper(), messages: [], events: [], at, commitId: "held" });
		if (held.kind === "Lost") throw new Error("lost a race against nobody");
		await store().commit("s:g:b06", { before: held.loaded, after: newKeeper, messages: [], events: [], at, commitId: "released" });
		const { keeper, lockEtag } = await store().load("s:g:b06");
		expect(lockEtag).toBeNull();
		expect(keeper).toEqual(newKeeper);
	});

	it("B16: the table refuses the app, which goes on without lock or counter", async () => {
		const refused = { "odata.error": { code: "AuthorizationPermissionMismatch", message: { lang: "en-US", value: "x" } } };
		const app = await wholeApp({ table: { status: 403, body: refused }, arm: { status: 404, body: armError("ResourceNotFound") } });
		for (let tick = 0; tick < 10; tick++) {
			await expect(app.run("checkCluster")).rejects.toThrow("Storage Table Data Contributor");
			await expect(app.run("watchContainer")).rejects.toThrow("Storage Table Data Contributor");
		}
		expect(app.asked("arm")).toEqual([]);
		expect(app.asked("slack")).toHaveLength(1);
		expect(app.asked("slack")[0]?.body).toContain("Storage Table Data Contributor");
		await app.close();
		// Refused only once the lock stands: what was just started is found again.
		let refusals = 12;
		const rigged = rig({
			wrap: (ports) => ({
				...ports,
				state: {
					...ports.state,
					commit: async (key, commit) => {
						if (commit.before.keeper.stage.phase === "Deploying" && refusals-- > 0) throw new StateRefused("403");
						return ports.state.commit(key, commit);
					},
				},
			}),
		});
		await rigged.seenHealthy();
		rigged.act({ act: "deleteGroups", takesMs: 0 });
		for (let minute = 0; minute < 240 && !rigged.titles().some((title) => title.startsWith("back after")); minute++) {
			for (const tick of [rigged.check, rigged.watch]) await tick().catch((error: unknown) => expect(error).toBeInstanceOf(StateRefused));
			rigged.clock.advance(60_000);
		}
		expect(refusals).toBeLessThan(0);
		expect(rigged.titles()).toContainEqual(expect.stringMatching(/^back after/));
		expect(rigged.worldPorts.puts).toHaveLength(1);
	});

	it("B40: numbers and dates come back as something else, and are used as if they were right", () => {
		const good = { ...stateColumns(newKeeper, "c"), notFoundCount: 2, nextCheckAt: at };
		expect(keeperOf(good, undefined).memory).toMatchObject({ notFoundCount: 2, nextCheckAt: at });
		const wrong: readonly (readonly [string, unknown])[] = [
			["notFoundCount", 3n],
			["notFoundCount", "2"],
			["notFoundCount", -1],
			["notFoundCount", Number.NaN],
			["notFoundCount", undefined],
			["nextCheckAt", "not a date"],
			["backOffUntil", 1_498_179_600_055],
			["deploys", '["yesterday"]'],
		];
		for (const [column, value] of wrong) {
			const read = () => keeperOf({ ...good, [column]: value }, undefined);
			expect(read, column).toThrow(StateUnusable);
			expect(read, column).toThrow(new RegExp(`row state.*${column}`));
		}
	});

	it("B48: an own write whose answer was lost is taken for another's", async () => {
		const before = await store().load("s:g:b48");
		let lost = true;
		const submit = table().client.submitTransaction.bind(table().client);
		table().client.submitTransaction = async (actions, options) => {
			const answer = await submit(actions, options);
			if (lost) {
				lost = false;
				throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
			}
			return answer;
		};
		const memory = { ...newKeeper.memory, notFoundCount: 1 };
		const commit = { before, after: { stage: newKeeper.stage, memory }, messages: [], events: [], at, commitId: "mine" };
		const mine = await store().commit("s:g:b48", commit);
		expect(mine.kind).toBe("Won");
		const resent = await store().commit("s:g:b48", commit);
		expect(resent.kind).toBe("Won");
		const other = await store().commit("s:g:b48", { ...commit, commitId: "another's" });
		expect(other.kind).toBe("Lost");
		expect((await store().load("s:g:b48")).keeper.memory.notFoundCount).toBe(1);
	});
});
