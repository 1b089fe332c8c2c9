import { describe, expect, it } from "vitest";
import { type Status, statusOf } from "../../shared/status.ts";
import { statusText } from "../../shared/status-text.ts";
import { type Rig, rig } from "../memory/rig.ts";

async function status(app: Rig, log: string | null = null): Promise<Status> {
	return statusOf(await app.table.load(app.environment.key), app.environment.policy, new Date(app.clock.now()).toISOString(), log);
}

async function deploying(): Promise<Rig> {
	const app = rig({ script: { makeTakes: 40 * 60_000 } });
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(120, () => app.titles().includes("redeploy 1 of 3 started"));
	return app;
}

describe("a status", () => {
	it("of an app that has never looked says so", async () => {
		const fresh = await status(rig());
		expect(fresh).toMatchObject({ phase: "Watching", reason: "NotSeenYet", cluster: null, run: null, lastRun: null });
		expect(fresh.gate?.reason).toBe("NeverSeen");
		expect(statusText(fresh)).toContain("signs of life  checkCluster never, watchContainer never");
	});

	it("shows the run, how far it is, and when it is stopped", async () => {
		const app = await deploying();
		const said = await status(app, "keepalived: stage=prepare status=ok seconds=9\n[2/5] Management.Infra/cluster\n");
		expect(said).toMatchObject({
			phase: "Deploying",
			reason: "Deploying",
			attempts: { made: 1, most: 3 },
			run: { state: "acting", progress: { stage: "deploy", line: "[2/5] Management.Infra/cluster" } },
		});
		const text = statusText(said);
		expect(text).toMatch(/^run {12}\S+-deploy-1: acting in keepalived-a1b2c3-1-1 for \d+[ms].*, stopped at .* at the latest$/m);
		expect(text).toMatch(/^progress {7}deploy: \[2\/5\] Management.Infra\/cluster$/m);
	});

	it("gives a pause, and who needs to do something, as its reason", async () => {
		const app = await deploying();
		await app.order({ type: "pause", ms: 3_600_000, why: "I build by hand" });
		const said = await status(app);
		expect(said).toMatchObject({ reason: "Paused", pause: { by: "ana", why: "I build by hand" } });
		expect(statusText(said)).toContain("by ana: I build by hand");
	});

	it("counts the messages that wait, how long and how often tried, and not those told already", async () => {
		let answers = 0;
		const app = rig({
			wrap: (ports) => ({ ...ports, messenger: { send: async () => ({ kind: "Failed", detail: `503 number ${++answers}` }) } }),
		});
		await app.minutes(10);
		const said = await status(app);
		expect(said.messages.waiting).toBe(1);
		expect(said.messages.tries).toBe(answers);
		expect(statusText(said)).toMatch(/^messages {7}1 waiting, the oldest for (9m|10m), tried \d+ times$/m);
		const row = app.table.partition(app.environment.key)?.outbox[0];
		if (row === undefined) throw new Error("no message waits");
		await app.table.deferMessage(app.environment.key, { ...row, sentAt: row.queuedAt });
		expect((await status(app)).messages).toEqual({ waiting: 0, oldestAt: null, tries: 0 });
	});

	it("holds nothing that JSON can't say", async () => {
		const said = await status(await deploying());
		expect(JSON.parse(JSON.stringify(said))).toEqual(said);
	});
});
