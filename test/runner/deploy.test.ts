import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeStandInRepository, type StandInRepository } from "../world/repository/make-stand-in-repository.ts";
import { mkdir } from "node:fs/promises";
import { Script } from "./script.ts";

let folder: string;
let repository: StandInRepository;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "runner-deploy-"));
	await mkdir(join(folder, "repository"));
	repository = await makeStandInRepository(join(folder, "repository"), { stepSeconds: 0 });
});

afterAll(async () => {
	await rm(folder, { recursive: true });
});

describe("a deploy", () => {
	it("passes through its stages in order and leaves a good verdict", async () => {
		const script = new Script(join(folder, "good"), { GIT_REPO_URL: repository.url });
		const ended = await script.run();
		expect(ended.output).toBe("");
	});
});
