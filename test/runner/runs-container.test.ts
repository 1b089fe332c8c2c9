import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callArm, readBlob } from "../world/direct-call.ts";
import { startWorld } from "../world/start-world.ts";
import { containerGroupBody, containerGroupPath, names, runnerResourceGroup } from "../world/test-world.ts";
import type { FaultAnswer, World, WorldEvent } from "../world/types.ts";
import { folders } from "./folders.ts";
import { makefile, makeRepository } from "./repository.ts";
import { Script } from "./script.ts";

const newFolder = folders();
const events: WorldEvent[] = [];
let world: World;
let folder: string;
let started = 0;

beforeAll(async () => {
	const hold = 'if [[ "$(HOLD)" ]]; then until [[ -e $(TEST_FOLDER)/go-on ]]; do sleep 0.1; done; fi';
	const recipe = `mkdir _artifacts; echo kept >_artifacts/config.yaml; echo made >>$(TEST_FOLDER)/made; ${hold}`;
	const { url } = await makeRepository(join(await newFolder(), "repository"), makefile(recipe));
	world = await startWorld({
		names,
		runnerResourceGroup,
		workDir: await newFolder(),
		repositoryUrl: url,
		environmentUp: false,
		rules: { startDelayMs: 0 },
		onEvent: (event) => events.push(event),
	});
});

beforeEach(async () => {
	folder = await newFolder();
});

afterAll(async () => {
	await world?.stop();
});

/** The variables of a start, as the app would give them. */
function variables(group: string, changes: Record<string, string>): { name: string; value: string }[] {
	const { PATH: _path, HOME: _home, TMPDIR: _tmp, ...usual } = new Script(folder, {}).variables;
	const { RUNS_URL: runs = "", RUNNER_IDENTITY_ID: identity = "", GIT_REPO_URL: repository = "" } = world.settings;
	const own = { KEEPALIVED_GROUP: group, KEEPALIVED_RUNS_URL: runs, KEEPALIVED_IDENTITY_ID: identity, GIT_REPO_URL: repository };
	return Object.entries({ ...usual, ...own, ...changes }).map(([name, value]) => ({ name, value }));
}

/** Starts a container of that name and waits for its end; all it said. `group` is the start that it takes itself for. */
async function contain(name: string, { group = name, ...changes }: Record<string, string> = {}): Promise<string[]> {
	const body = containerGroupBody({ environmentVariables: variables(group, changes) });
	await callArm(world, "PUT", containerGroupPath(name), body);
	const own = () => events.filter((event) => event.kind === "container" && event.name === name);
	while (!own().some((event) => event.kind === "container" && event.event === "exited")) await sleep(50);
	return own().flatMap((event) => (event.kind === "container" && event.event === "line" ? [event.text ?? ""] : []));
}

const newName = () => `keepalived-a1b2c3-${++started}-1`;
const made = () => new Script(folder, {}).noted("made").length;

async function blob(name: string): Promise<string> {
	const { status, body } = await readBlob(world, name);
	return status === 200 ? body : `status ${status}`;
}

function fault(method: string, path: string, count: number, answer: FaultAnswer): void {
	world.addFault({ service: "blob", method, path, count, answer });
}

describe("a run whose marker and verdict are blobs", () => {
	it("leaves its whole log, the last line included, and what make left for people", async () => {
		const name = newName();
		// The first two tries to keep the log and the artifact meet a service that is busy.
		fault("PUT", `${name}/(log|artifacts)`, 2, { status: 503 });
		const lines = await contain(name);
		expect(lines.at(-1)).toBe("keepalived: stage=end code=0");
		expect((await blob(`${name}/log.txt`)).trimEnd().split("\n")).toEqual(lines);
		expect(await blob(`${name}/artifacts/config.yaml`)).toBe("kept\n");
	});

	it("shows its log while it is on", async () => {
		const name = newName();
		const running = contain(name, { KEEPALIVED_UPLOAD_SECONDS: "0.2", KEEPALIVED_MAKE_ARGS: "HOLD=1" });
		while (!(await blob(`${name}/log.txt`)).includes("stage=prepare")) await sleep(50);
		expect(await blob(`${name}/verdict.json`)).toBe("status 404");
		await writeFile(join(folder, "go-on"), "");
		expect((await running).at(-1)).toBe("keepalived: stage=end code=0");
	});

	it("acts once although the answers to its marker and its verdict are lost", async () => {
		const name = newName();
		fault("PUT", `${name}/started`, 1, { dropAnswer: true });
		fault("PUT", `${name}/verdict`, 1, { dropAnswer: true });
		const lines = await contain(name);
		expect(lines.at(-1)).toBe("keepalived: stage=end code=0");
		expect(made()).toBe(1);
		const marker = JSON.parse(await blob(`${name}/started`));
		expect(marker).toMatchObject({ writer: "script" });
		expect(JSON.parse(await blob(`${name}/verdict.json`))).toMatchObject({ code: 0, nonce: marker.nonce });
	});

	it("is turned away by the app's marker, in whatever way the service refuses its own", async () => {
		for (const status of [409, 412, 500]) {
			const name = newName();
			fault("PUT", `${name}/started`, 1, { status });
			fault("GET", `${name}/started`, 1, { status: 200, body: { writer: "app", nonce: "0123", at: "2026-11-30T09:00:00Z" } });
			expect(await contain(name)).toEqual(["keepalived: stage=revoked code=80"]);
		}
		expect(made()).toBe(0);
	});

	it("ends unacted where the runs container refuses it", async () => {
		const name = newName();
		fault("PUT", `${name}/started`, 1_000, { status: 403 });
		expect((await contain(name, { KEEPALIVED_FENCE_SECONDS: "1" })).at(-1)).toBe("keepalived: stage=fence code=15");
		expect(made()).toBe(0);
		expect(await blob(`${name}/verdict.json`)).toBe("status 404");
	});

	it("is one of four that take themselves for the same start", async () => {
		const group = newName();
		const ends = await Promise.all([newName(), newName(), newName(), newName()].map((name) => contain(name, { group })));
		expect(ends.map((lines) => lines.at(-1)).sort()).toEqual([
			"keepalived: stage=end code=0",
			...Array(3).fill("keepalived: stage=started-twice code=80"),
		]);
		expect(made()).toBe(1);
	});
});
