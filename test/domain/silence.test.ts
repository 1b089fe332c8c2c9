import { describe, expect, it } from "vitest";
import { rig } from "../memory/rig.ts";

const minute = 60_000;

describe("the two timers", () => {
	it("tell that checks have stopped, once, and forget it when they are back", async () => {
		const app = rig();
		await app.seenHealthy();
		for (let i = 0; i < 90; i++) {
			await app.watch();
			app.clock.advance(minute);
		}
		expect(app.titles().filter((title) => title === "checks have stopped")).toHaveLength(1);
		await app.minutes(30);
		expect(app.keeper().memory.silenceToldAt).toEqual({ check: null, watch: null });
	});

	it("tell that watching has stopped, through whoever sends next", async () => {
		const app = rig();
		await app.seenHealthy();
		for (let i = 0; i < 90; i++) {
			await app.check();
			app.clock.advance(minute);
		}
		await app.watch();
		expect(app.titles().filter((title) => title === "watching has stopped")).toHaveLength(1);
	});

	it("accuse nobody after both have slept", async () => {
		const app = rig();
		await app.seenHealthy();
		app.clock.advance(9 * 60 * minute);
		await app.minutes(60);
		expect(app.titles().filter((title) => title.endsWith("have stopped") || title.endsWith("has stopped"))).toEqual([]);
	});
});
