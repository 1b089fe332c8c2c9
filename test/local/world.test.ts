import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseSettings } from "../../shared/settings/parse.ts";
import { processesLeftIn } from "./processes.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let dir: string;
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "world-test-"));
});
afterAll(() => rm(dir, { recursive: true }));
// A world takes seconds, and the machine may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 60_000 });

/** The command for `file`; ended by SIGINT once it says `until`. */
async function world(file: string, until: string): Promise<{ code: number | null; text: string }> {
	const child = spawn(process.execPath, ["--import", "tsx", "test/local/world.ts", "--settings", file], { cwd: root });
	let text = "";
	let isEnding = false;
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk: Buffer) => {
			text += chunk.toString();
			if (text.includes(until) && !isEnding) isEnding = child.kill("SIGINT");
		});
	}
	const [code] = (await once(child, "close")) as [number | null];
	return { code, text };
}

describe.concurrent("npm run world", () => {
	it("writes settings that the app takes, runs until Ctrl-C and leaves nothing that runs", async () => {
		const file = join(dir, "local.settings.json");
		expect(await world(file, "Press Ctrl-C")).toMatchObject({ code: 130 });
		const { Values } = JSON.parse(await readFile(file, "utf8")) as { Values: Record<string, string> };
		expect(parseSettings(Values)).toMatchObject({ ok: true });
		const [, folder = "none"] = (Values.NODE_EXTRA_CA_CERTS ?? "").match(/^(.*\/keepalived-[^/]+)\//) ?? [];
		expect(folder).not.toBe("none");
		expect(await processesLeftIn(folder)).toEqual([]);
	});

	it("ends when the settings cannot be written, and says why", async () => {
		const { code, text } = await world(join(dir, "missing", "local.settings.json"), "Press Ctrl-C");
		expect(code).toBe(1);
		expect(text).toMatch(/^ENOENT: /);
	});
});
