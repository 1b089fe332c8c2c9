/**
 * Two invocations of the same timer do happen: a lease is lost, a host scales
 * out, a second app points at the same table. Whatever the order of their
 * calls, one deploy is issued and told once.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ports } from "../../shared/environment.ts";
import { type Timer, tick } from "../../shared/tick.ts";
import { azuriteStore } from "../adapters/azurite-store.ts";
import { type Rig, rig, rigPolicy } from "../memory/rig.ts";

/** Each call waits for its turn before and after it is made. */
function inTurns<T extends object>(port: T, turn: () => Promise<void>): T {
	return new Proxy(port, {
		get: (target, name) => {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== "function") return method;
			return async (...args: unknown[]) => {
				await turn();
				const result: unknown = await Reflect.apply(method, target, args);
				await turn();
				return result;
			};
		},
	});
}

function portsInTurns(ports: Ports, turn: () => Promise<void>): Ports {
	return {
		...ports,
		clusters: inTurns(ports.clusters, turn),
		resourceGroups: inTurns(ports.resourceGroups, turn),
		containerGroups: inTurns(ports.containerGroups, turn),
		runs: inTurns(ports.runs, turn),
		state: inTurns(ports.state, turn),
		messenger: inTurns(ports.messenger, turn),
	};
}

/** One counted NotFound short of the threshold, the next check due. */
async function almostThere(): Promise<Rig> {
	const app = rig();
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(300, () => app.table.partition(app.environment.key)?.keeper.memory.notFoundCount === 4);
	app.clock.advance(5 * 60_000);
	return app;
}

/** A run whose only start was refused, so that both ticks go straight for the next one. */
async function nextRegion(): Promise<Rig> {
	const refusals = [{ status: 409, code: "ServiceUnavailable", locations: ["westus3"] }];
	const app = rig({ policy: { spec: { ...rigPolicy.spec, locations: ["westus3", "eastus"] } }, rules: { refusals } });
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(300, () => waitsForNext(app));
	return app;
}

function waitsForNext(app: Rig): boolean {
	const stage = app.table.partition(app.environment.key)?.keeper.stage;
	return stage?.phase === "Deploying" && stage.run.current === null;
}

async function bothAtOnce(app: Rig, timers: readonly Timer[], scheduler: fc.Scheduler): Promise<void> {
	const turn = async () => {
		await scheduler.schedule(Promise.resolve());
	};
	const ports = portsInTurns(app.ports, turn);
	await scheduler.waitFor(Promise.all(timers.map((timer) => tick(timer, app.environment, ports))));
}

function expectOneDeploy(app: Rig, puts: number): void {
	expect(app.worldPorts.puts).toHaveLength(puts);
	expect(app.scripts.acted).toHaveLength(1);
	expect(app.titles().filter((title) => title === "NotFound 5 of 5, second look agrees")).toHaveLength(1);
	expect(app.titles().filter((title) => title === "redeploy 1 of 3 started")).toHaveLength(1);
	expect(app.keeper().memory).toMatchObject({ notFoundCount: 5, runCounter: 1 });
	expect(app.keeper().memory.incident?.attempts).toBe(1);
}

describe("two ticks at once", () => {
	it("issue one deploy and tell it once, in 480 interleavings", async () => {
		let interleavings = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.constantFrom<Timer>("checkCluster", "watchContainer"),
				fc.boolean(),
				async (scheduler, third, further) => {
					const app = further ? await nextRegion() : await almostThere();
					await bothAtOnce(app, ["checkCluster", "checkCluster", third], scheduler);
					// Whoever lost its race is repaired by the next regular tick.
					await app.check();
					app.clock.advance(30_000);
					await bothAtOnce(app, ["watchContainer", "watchContainer"], scheduler);
					await app.watch();
					app.clock.advance(30_000);
					await app.watch();
					expectOneDeploy(app, further ? 2 : 1);
					interleavings++;
				},
			),
			{ numRuns: 480, endOnFailure: true },
		);
		expect(interleavings).toBe(480);
	});

	it("count a commit whose answer is lost as won, and act on it", async () => {
		const app = await almostThere();
		const commit = app.table.commit.bind(app.table);
		let lost = 0;
		app.table.commit = async (key, wanted) => {
			if (wanted.after.stage.phase === "Deploying" && lost++ === 0) app.table.nextCommit = "loseAnswer";
			return commit(key, wanted);
		};
		await app.minutes(3);
		expect(lost).toBeGreaterThan(0);
		expectOneDeploy(app, 1);
	});
});

/** The same race over a real table: its ETags, its transactions, its answers. */
describe("two ticks at once on Azurite", () => {
	const { store } = azuriteStore();

	/** The same app, its memory carried over to a partition of its own in the real table. */
	async function movedToTable(app: Rig, key: string): Promise<Rig> {
		const at = new Date(app.clock.now()).toISOString();
		const before = await store().load(key);
		const moved = await store().commit(key, { before, after: app.keeper(), messages: [], events: [], at, commitId: `moved-${key}` });
		expect(moved.kind).toBe("Won");
		return { ...app, environment: { ...app.environment, key }, ports: { ...app.ports, state: store() } };
	}

	it("issue one deploy and tell it once, in 20 interleavings", async () => {
		let interleavings = 0;
		await fc.assert(
			fc.asyncProperty(fc.scheduler(), async (scheduler) => {
				const app = await movedToTable(await almostThere(), `s:g:c${++interleavings}`);
				await bothAtOnce(app, ["checkCluster", "checkCluster", "watchContainer"], scheduler);
				const tickNow = (timer: Timer) => tick(timer, app.environment, app.ports);
				await tickNow("checkCluster");
				app.clock.advance(30_000);
				await bothAtOnce(app, ["watchContainer", "watchContainer"], scheduler);
				// The container starts, and half a minute later its script has passed its fence.
				await app.settleScripts();
				app.clock.advance(30_000);
				await app.settleScripts();
				await tickNow("watchContainer");
				expect(app.worldPorts.puts).toHaveLength(1);
				expect(app.titles().filter((title) => title === "NotFound 5 of 5, second look agrees")).toHaveLength(1);
				expect(app.titles().filter((title) => title === "redeploy 1 of 3 started")).toHaveLength(1);
				const { keeper, outbox } = await store().load(app.environment.key);
				expect(keeper.memory).toMatchObject({ notFoundCount: 5, runCounter: 1 });
				expect(outbox).toEqual([]);
			}),
			{ numRuns: 20, endOnFailure: true },
		);
		expect(interleavings).toBe(20);
	}, 60_000);
});
