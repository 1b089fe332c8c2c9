/** Real trouble with locks, as people reported it. */
import { describe, expect, it } from "vitest";
import type { Ports } from "../../shared/environment.ts";
import type { SendAnswer } from "../../shared/ports.ts";
import { Killed } from "../memory/chaos.ts";
import { type Rig, rig } from "../memory/rig.ts";

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
				if (!(error instanceof Killed)) throw error;
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
		for (const [port, method, when] of instants) {
			const app = rig({ wrap: dying(port, method, when) });
			await app.seenHealthy();
			app.act(gone);
			await minutes(app, 400, back(app));
			await app.minutes(15);
			expect(app.titles().at(-1), `${method} ${when}`).toMatch(/^back after/);
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
		];
		for (const [index, wrap] of troubles.entries()) {
			const app = rig({ wrap });
			await app.seenHealthy().catch(() => {});
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
	});
});

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
