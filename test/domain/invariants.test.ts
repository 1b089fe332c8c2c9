/** What must hold on every day, however bad. A failure names its seed: put it into `only` to replay it. */
import { describe, expect, it } from "vitest";
import type { Commit } from "../../shared/ports.ts";
import { type Badness, badMinute, calm, chaoticPorts, randomAct, seeded } from "../memory/chaos.ts";
import { type Rig, rig } from "../memory/rig.ts";

const only: readonly number[] = [];
const seeds = only.length > 0 ? only : Array.from({ length: 30 }, (_, index) => index + 1);
const bad: Badness = { doubt: 0.05, crash: 0.01, lostAnswer: 0.2, doubled: 0.1 };
const day = 24 * 60;

interface Day {
	readonly app: Rig;
	readonly violations: string[];
}

async function badDays(seed: number): Promise<Day> {
	const random = seeded(seed);
	let badness = calm;
	const codes = [0, 0, 50, 51, 60, 30, 36, "hang", "die"] as const;
	const deploys = Array.from({ length: 20 }, () => codes[Math.floor(random() * codes.length)] ?? 0);
	const cleanups = Array.from({ length: 20 }, () => (random() < 0.2 ? "die" : 0) as 0 | "die");
	const app = rig({
		script: { deploys, cleanups, makeTakes: 30 * 60_000, clusterDespiteFailure: random() < 0.5 },
		wrap: (ports) => chaoticPorts(ports, () => badness, random),
	});
	const violations: string[] = [];
	await app.seenHealthy();
	badness = bad;
	for (let minute = 0; minute < 2 * day; minute++) {
		if (random() < 0.006) app.act(randomAct(random));
		await badMinute(app, badness, random);
		violations.push(...violationsNow(app, minute));
	}
	badness = calm;
	app.act({ act: "setRules", rules: { neverRuns: 0, failedFirst: 0 } });
	app.scripts.behaviour = { ...app.scripts.behaviour, deploys: [0], cleanups: [0] };
	await app.minutes(day);
	return { app, violations };
}

/** I1: two runs act at once. */
function violationsNow(app: Rig, minute: number): string[] {
	const acting = [...app.world.containerGroups.values()].filter(
		(group) =>
			group.phase === "Running" &&
			app.worldPorts.markers.get(group.name)?.writer === "script" &&
			!app.worldPorts.verdicts.has(group.name) &&
			group.restartCount === 0,
	);
	return acting.length > 1 ? [`minute ${minute}: ${acting.map((group) => group.name).join(" and ")} act at once`] : [];
}

interface Issued {
	readonly kind: "deploy" | "cleanup";
	readonly first: boolean;
	readonly commit: Commit;
}

function issues(app: Rig): readonly Issued[] {
	return app.table.commits.flatMap(({ commit }) => {
		const { stage, memory } = commit.after;
		const before = new Set(commit.before.keeper.memory.starts.map((start) => start.name));
		const fresh = memory.starts.filter((start) => !before.has(start.name) && start.run > 0);
		if (fresh.length === 0 || stage.phase === "Watching") return [];
		return [{ kind: stage.run.kind, first: stage.run.starts.length === 1, commit }];
	});
}

describe("on bad days", () => {
	it.each(seeds)("seed %i keeps every invariant", async (seed) => {
		const { app, violations } = await badDays(seed);
		expect(violations).toEqual([]);
		for (const { kind, first, commit } of issues(app)) {
			const { memory } = commit.before.keeper;
			expect(memory.starts.every((start) => start.marker?.writer === "app" || start.overAt !== null)).toBe(true);
			if (kind === "deploy" && first) {
				expect(memory.notFoundCount).toBe(5);
				expect(memory.needsCleanup).toBe(false);
				expect(commit.after.memory.incident?.attempts).toBeLessThanOrEqual(3);
			}
			expect(commit.after.memory.deploys.length).toBeLessThanOrEqual(7);
		}
		for (const { name, kind, since, standing } of app.worldPorts.grounds) {
			const wrong = kind === "deploy" ? standing : standing.filter((group) => group.createdAt > since);
			expect(wrong, `${kind} ${name}`).toEqual([]);
		}
		expect(new Set(app.worldPorts.puts).size).toBe(app.worldPorts.puts.length);
		expect(new Set(app.scripts.acted).size).toBe(app.scripts.acted.length);
		const partition = app.table.partition(app.environment.key);
		expect(partition?.outbox).toEqual([]);
		expect(partition?.hasLock).toBe(partition?.keeper.stage.phase !== "Watching");
		expect(app.world.containerGroups.size).toBe(0);
		const { memory, stage } = app.keeper();
		const settled = stage.phase === "Watching" && (memory.lastSight !== "NotFound" || memory.needsHuman !== null || memory.hold !== null);
		expect(settled, JSON.stringify({ stage, hold: memory.hold, sight: memory.lastSight, count: memory.notFoundCount })).toBe(true);
	});
});
