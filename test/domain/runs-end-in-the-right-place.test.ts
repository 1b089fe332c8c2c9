import { describe, expect, it } from "vitest";
import { type Rig, rig } from "../memory/rig.ts";

const gone = { act: "deleteGroups", takesMs: 0 } as const;

async function swept(app: Rig, minutes: number, until?: () => boolean): Promise<void> {
	await app.seenHealthy();
	app.act(gone);
	await app.minutes(minutes, until);
}

function told(app: Rig, start: string): () => boolean {
	return () => app.titles().some((title) => title.startsWith(start));
}

describe("a deploy that fails in make", () => {
	it("is cleaned up, backed off from, counted anew and tried again", async () => {
		const app = rig({ script: { deploys: [50, 0] } });
		await swept(app, 600, told(app, "back after"));
		expect(app.titles().slice(2)).toEqual([
			"NotFound 5 of 5, second look agrees",
			"redeploy 1 of 3 started",
			"redeploy 1 of 3 failed: deploy (code 50)",
			"cleaning up",
			"clean-up 1 of 3 started",
			expect.stringMatching(/^clean-up finished, next try after \d\d:\d\d UTC$/),
			"NotFound 5 of 5, second look agrees",
			"redeploy 2 of 3 started",
			"redeploy 2 of 3 finished, looking for the cluster",
			expect.stringMatching(/^back after/),
		]);
		expect(app.worldPorts.puts).toEqual(["keepalived-a1b2c3-1-1", "keepalived-a1b2c3-2-1", "keepalived-a1b2c3-3-1"]);
	});

	it("uses up its attempts and then asks for a person, again and again", async () => {
		const app = rig({ script: { deploys: [50] } });
		await swept(app, 36 * 60);
		const puts = app.worldPorts.puts.length;
		expect(app.titles().filter((title) => /^redeploy \d of 3 started/.test(title))).toHaveLength(3);
		expect(app.titles().filter((title) => title.startsWith("needs you: all 3 redeploys")).length).toBeGreaterThan(1);
		await app.minutes(600);
		expect(app.worldPorts.puts).toHaveLength(puts);
	});

	it("is not cleaned up once someone has rebuilt it", async () => {
		const app = rig({ script: { deploys: [50] } });
		await swept(app, 600, told(app, "clean-up finished"));
		app.act({ act: "makeEnvironment" });
		await app.minutes(60);
		expect(app.titles().at(-1)).toMatch(/^back after/);
		expect(app.keeper().memory).toMatchObject({ incident: null, needsCleanup: false, notFoundCount: 0 });
		expect(app.world.clusters.size).toBe(1);
	});
});

describe("a deploy whose AKS is up but whose Helm fails", () => {
	it("gives nothing back: attempts run out", async () => {
		const app = rig({ script: { deploys: [50], clusterDespiteFailure: true } });
		await swept(app, 40 * 60);
		expect(app.titles().filter((title) => /^redeploy \d of 3 started/.test(title))).toHaveLength(3);
		expect(app.titles().some((title) => title.startsWith("needs you: all 3 redeploys"))).toBe(true);
	});
});

describe("a deploy that fails after the environment was up", () => {
	it("is verified and told, and nothing is cleaned up", async () => {
		const app = rig({ script: { deploys: [60] } });
		await swept(app, 180, told(app, "back after"));
		expect(app.titles()).toContain("redeploy 1 of 3 failed after the environment was up: post (code 60)");
		expect(app.titles().at(-1)).toMatch(/^back after/);
		expect(app.titles()).not.toContain("cleaning up");
	});
});

describe("a deploy that ends before make", () => {
	it("backs off and owes no clean-up", async () => {
		const app = rig({ script: { deploys: [30, 0] } });
		await swept(app, 400, told(app, "back after"));
		expect(app.titles()).toContain("redeploy 1 of 3 failed: clone (code 30)");
		expect(app.titles()).not.toContain("cleaning up");
		expect(app.titles().at(-1)).toMatch(/^back after/);
	});

	it("asks for a person where only one can help", async () => {
		const app = rig({ script: { deploys: [35] } });
		await swept(app, 12 * 60);
		expect(app.titles()).toContain("redeploy 1 of 3 failed: names (code 35)");
		expect(app.titles().filter((title) => title.startsWith("needs you: names:")).length).toBeGreaterThan(1);
		expect(app.worldPorts.puts).toHaveLength(1);
	});
});

describe("a run that built elsewhere", () => {
	it("ends as deployed but missing, never as success and never again by itself", async () => {
		const app = rig({ script: { buildsElsewhere: true } });
		await swept(app, 48 * 60);
		expect(app.worldPorts.puts).toHaveLength(1);
		expect(app.titles().some((title) => title.startsWith("back"))).toBe(false);
		expect(app.titles()).toContain("needs you: the run ended well, but the watched cluster did not appear");
	});
});

describe("a run whose container dies without a verdict", () => {
	it("is lost: it settles for a quarter of an hour and is then cleaned up", async () => {
		const app = rig({ script: { deploys: ["die", 0] } });
		await swept(app, 600, told(app, "back after"));
		const titles = app.titles();
		expect(titles).toContain("redeploy 1 of 3 was lost");
		expect(titles.indexOf("clean-up 1 of 3 started")).toBeGreaterThan(titles.indexOf("cleaning up"));
		expect(titles.at(-1)).toMatch(/^back after/);
	});
});

describe("a run that hangs", () => {
	it("is stopped past its deadline, seen gone, and only then cleaned up", async () => {
		const app = rig({ script: { deploys: ["hang", 0] } });
		await swept(app, 900, told(app, "back after"));
		const titles = app.titles();
		expect(titles).toContain("redeploy 1 of 3 is past its usual time");
		expect(titles).toContain("redeploy 1 of 3 is being stopped");
		expect(titles).toContain("redeploy 1 of 3 was lost");
		expect(titles.at(-1)).toMatch(/^back after/);
	});
});

describe("a container group that never runs", () => {
	it("is fenced off at the start deadline and costs no attempt", async () => {
		const app = rig({ rules: { neverRuns: 1 } });
		await swept(app, 300, told(app, "back after"));
		expect(app.titles()).toContain("redeploy 1 of 3 never started");
		expect(app.worldPorts.markers.get("keepalived-a1b2c3-1-1")?.writer).toBe("app");
		expect(app.titles().at(-1)).toMatch(/^back after/);
	});

	it("asks for a person after three rounds", async () => {
		const app = rig({ rules: { neverRuns: 100 } });
		await swept(app, 600);
		expect(app.titles().filter((title) => title.startsWith("needs you: the runner does not start")).length).toBeGreaterThan(0);
		expect(app.keeper().memory).toMatchObject({ needsCleanup: false, deploys: [] });
		expect(app.keeper().memory.incident?.attempts).toBe(0);
		expect(app.world.containerGroups.size).toBe(0);
	});

	it("can come back from Failed without ever acting", async () => {
		const app = rig({ rules: { failedFirst: 1, failedForMs: 10 * 60_000 } });
		await swept(app, 300, told(app, "back after"));
		expect(app.scripts.acted).toEqual(["keepalived-a1b2c3-2-1"]);
	});
});

describe("a clean-up that leaves groups", () => {
	it("is tried three times and then needs a person", async () => {
		const app = rig({ script: { deploys: [50], cleanupLeaves: ["hcp-underlay-pers-usw3oasi-mgmt-1"] } });
		await swept(app, 900);
		expect(app.titles().filter((title) => title.startsWith("clean-up failed"))).toEqual([
			"clean-up failed (1 of 3)",
			"clean-up failed (2 of 3)",
			"clean-up failed (3 of 3)",
		]);
		expect(app.keeper().memory).toMatchObject({ needsCleanup: true, needsHuman: { reason: "CleanupFailed" } });
		expect(app.worldPorts.puts).toHaveLength(4);
	});
});

describe("leftovers of a sweep", () => {
	it("are cleaned up after an hour of the same set, and no attempt is spent on it", async () => {
		const app = rig();
		await app.seenHealthy();
		app.act({ act: "deleteGroups", groups: ["hcp-underlay-pers-usw3oasi-svc"], takesMs: 0 });
		await app.minutes(600, told(app, "back after"));
		const titles = app.titles();
		expect(titles.some((title) => title.startsWith("held: hcp-underlay-pers-usw3oasi"))).toBe(true);
		expect(titles.indexOf("cleaning up")).toBeGreaterThan(0);
		expect(titles).toContain("redeploy 1 of 3 started");
		expect(titles.at(-1)).toMatch(/^back after/);
	});
});
