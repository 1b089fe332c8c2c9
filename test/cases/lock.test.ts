/** Real trouble with locks, as people reported it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StateRefused } from "../../shared/adapters/state-table.ts";
import type { Ports } from "../../shared/environment.ts";
import type { SendAnswer, StateStore } from "../../shared/ports.ts";
import { armError } from "../adapters/arm-access.ts";
import { type Loopback, loopback, type Reply } from "../adapters/loopback.ts";
import { Killed } from "../memory/chaos.ts";
import { type Rig, rig } from "../memory/rig.ts";
import { hasty, wiredRig } from "./wired-rig.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

const gone = { act: "deleteGroups", takesMs: 0 } as const;

function back(app: Rig): () => boolean {
	return () => app.titles().some((title) => title.startsWith("back after"));
}

/** Dies once, before or after the nth call of a port's method. */
function dying(port: keyof Ports, method: string, when: "before" | "after", nth = 1): (ports: Ports) => Ports {
	let calls = 0;
	return (ports) => ({
		...ports,
		[port]: new Proxy(ports[port], {
			get: (target, name) => {
				const original: unknown = Reflect.get(target, name);
				if (name !== method || typeof original !== "function") return original;
				return async (...args: unknown[]) => {
					const dies = ++calls === nth;
					if (dies && when === "before") throw new Killed();
					const result: unknown = await Reflect.apply(original, target, args);
					if (dies && when === "after") throw new Killed();
					return result;
				};
			},
		}),
	});
}

/** As `minutes`, over ticks that may die. */
async function minutes(app: Rig, count: number, until: () => boolean): Promise<void> {
	for (let minute = 0; minute < count && !until(); minute++) {
		for (const tick of [app.check, app.watch]) {
			await tick().catch((error: unknown) => {
				if (!(error instanceof Killed) && !(error instanceof StateRefused)) throw error;
			});
			app.clock.advance(30_000);
		}
	}
}

describe("the lock", () => {
	it("B17: it is never freed after a crash between taking and releasing it", async () => {
		const instants: readonly (readonly [keyof Ports, string, "before" | "after"])[] = [
			["containerGroups", "create", "before"],
			["containerGroups", "create", "after"],
			["runs", "verdict", "after"],
			["containerGroups", "delete", "before"],
			["containerGroups", "delete", "after"],
		];
		const commits = Array.from({ length: 14 }, (_, index) => index + 1);
		const deaths = [
			...instants.map(([port, method, when]) => ({ port, method, when, nth: 1 })),
			// Before and after each commit of the whole story: taking, naming, hinting, ending.
			...commits.flatMap((nth) => (["before", "after"] as const).map((when) => ({ port: "state" as const, method: "commit", when, nth }))),
		];
		for (const { port, method, when, nth } of deaths) {
			const app = rig({ wrap: dying(port, method, when, nth) });
			await minutes(app, 2, () => false);
			app.act(gone);
			await minutes(app, 400, back(app));
			await minutes(app, 15, () => false);
			expect(app.titles().at(-1), `${method} ${when} ${nth}`).toMatch(/^back after/);
			expect(app.table.partition(app.environment.key)?.hasLock).toBe(false);
			expect(app.scripts.acted).toHaveLength(1);
			expect(app.world.containerGroups.size).toBe(0);
		}
	});

	it("B26: two invocations overlap, and both cross the threshold", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act(gone);
		for (let minute = 0; minute < 240 && !back(app)(); minute++) {
			await Promise.all([app.check(), app.check(), app.watch(), app.watch()]);
			app.clock.advance(60_000);
		}
		expect(app.worldPorts.puts).toHaveLength(1);
		expect(app.titles().filter((title) => title === "redeploy 1 of 3 started")).toHaveLength(1);
	});

	it("B35: telling and remembering are two steps, and a failure between them repeats or loses the message", async () => {
		const troubles: readonly ((ports: Ports) => Ports)[] = [
			failingSlack(5),
			dying("state", "removeMessage", "before", 3),
			dying("messenger", "send", "before", 2),
			dying("state", "commit", "after", 4),
			failingTable("load", 3, 200),
			failingTable("commit", 3, 10),
			failingTable("removeMessage", 200, 2),
		];
		for (const [index, wrap] of troubles.entries()) {
			const app = rig({ wrap });
			await minutes(app, 2, () => false);
			app.act(gone);
			await minutes(app, 400, back(app));
			for (const title of ["NotFound 5 of 5, second look agrees", "redeploy 1 of 3 started"]) {
				const told = app.titles().filter((one) => one === title).length;
				expect(told, `trouble ${index}: ${title}`).toBeGreaterThanOrEqual(1);
				expect(told, `trouble ${index}: ${title}`).toBeLessThanOrEqual(2);
			}
			expect(app.table.partition(app.environment.key)?.hasLock).toBe(false);
		}
	});

	it("B41: the clean-up of finished groups hits somebody else's, or fails and keeps the lock", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "makeContainerGroup", name: "keepalived-a1b2c3-9-9", tags: {}, terminated: true });
		const tags = { "keepalived-app": "aro-hcp-keepalived", "keepalived-environment": "environment1", "keepalived-keeper": "keeper1" };
		app.act({ act: "makeContainerGroup", name: "keepalived-a1b2c3-0-1", tags, terminated: true });
		app.act(gone);
		await app.minutes(25 * 60, () => app.worldPorts.deletes.includes("keepalived-a1b2c3-0-1"));
		await app.minutes(120);
		expect(app.worldPorts.deletes).toContain("keepalived-a1b2c3-0-1");
		expect(app.worldPorts.deletes).not.toContain("keepalived-a1b2c3-9-9");
		expect([...app.world.containerGroups.values()].map((group) => group.name)).toEqual(["keepalived-a1b2c3-9-9"]);
		expect(app.titles().some((title) => title.startsWith("back after"))).toBe(true);
		// A delete that fails in turn changes no verdict and keeps no lock.
		const answers: readonly Reply[] = [
			{ status: 404, body: armError("ResourceNotFound") },
			{ status: 409, body: armError("ContainerGroupTransitioning") },
			{ status: 500 },
			"reset",
		];
		for (const answer of answers) {
			const wired = wiredRig(arm, { policy: hasty, script: { makeTakes: 5 * 60_000 } });
			await wired.seenHealthy();
			let refused = 0;
			wired.meddle((one) => (one.method === "DELETE" && refused++ < 3 ? answer : null));
			wired.act(gone);
			await wired.minutes(120, back(wired));
			expect(back(wired)()).toBe(true);
			expect(wired.keeper().stage.phase).toBe("Watching");
			await wired.minutes(25);
			expect(refused).toBeGreaterThan(1);
			expect([wired.world.containerGroups.size, wired.keeper().memory.starts]).toEqual([0, []]);
		}
	});
});

/** A table that answers 503 to so many calls of a method, after the first few. */
function failingTable(method: keyof StateStore, times: number, after: number): (ports: Ports) => Ports {
	let calls = 0;
	return (ports) => ({
		...ports,
		state: new Proxy(ports.state, {
			get: (target, name) => {
				const original: unknown = Reflect.get(target, name);
				if (name !== method || typeof original !== "function") return original;
				return async (...args: unknown[]): Promise<unknown> => {
					calls++;
					const fails = calls > after && calls <= after + times;
					if (fails && method === "removeMessage") return false;
					if (fails) throw new StateRefused("the state table can't be used (503)");
					return Reflect.apply(original, target, args);
				};
			},
		}),
	});
}

/** A webhook that fails for the first so many posts. */
function failingSlack(times: number): (ports: Ports) => Ports {
	let calls = 0;
	return (ports) => ({
		...ports,
		messenger: {
			send: async (environment, message, plain): Promise<SendAnswer> =>
				++calls <= times ? { kind: "Failed", detail: "500" } : ports.messenger.send(environment, message, plain),
		},
	});
}
