import { describe, expect, it } from "vitest";
import { rig } from "../memory/rig.ts";

const day = 24 * 60;

describe("what happened", () => {
	it("is forgotten after ninety days by the daily look, and not before", async () => {
		const app = rig();
		const kinds = (): readonly string[] => (app.table.partition(app.environment.key)?.events ?? []).map((event) => event.text);
		await app.seenHealthy();
		expect(kinds()).toEqual(["oasis-svc: first look: Succeeded"]);
		app.clock.advance(89 * day * 60_000);
		await app.minutes(5);
		expect(kinds()).toContain("oasis-svc: first look: Succeeded");
		app.clock.advance(2 * day * 60_000);
		await app.minutes(5);
		expect(kinds()).not.toContain("oasis-svc: first look: Succeeded");
	});
});
