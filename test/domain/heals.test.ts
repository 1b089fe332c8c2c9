import { describe, expect, it } from "vitest";
import { rig } from "../memory/rig.ts";

const gone = { act: "deleteGroups", takesMs: 0 } as const;

describe("a swept environment", () => {
	it("is rebuilt once, and the story is told in order", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act(gone);
		await app.minutes(180, () => app.titles().some((title) => title.startsWith("back after")));
		expect(app.titles()).toEqual([
			"oasis-svc: first look: Succeeded",
			"oasis-svc: Succeeded -> NotFound",
			"NotFound 5 of 5, second look agrees",
			"redeploy 1 of 3 started",
			"redeploy 1 of 3 finished, looking for the cluster",
			expect.stringMatching(/^back after 1h.* \(redeploy took 40m\)$/),
		]);
		expect(app.worldPorts.puts).toEqual(["keepalived-a1b2c3-1-1"]);
		expect(app.keeper().stage.phase).toBe("Watching");
		await app.minutes(5);
		expect(app.keeper().memory.starts).toEqual([]);
		expect(app.world.containerGroups.size).toBe(0);
	});
});
