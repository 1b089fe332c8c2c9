/** Folders of a test file: made below one, removed with it. */
import { mkdtempSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";

// Dozens of processes a run, on a machine that may be busy: this only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Call at the top of a test file. The function it returns makes a fresh folder. */
export function folders(): () => Promise<string> {
	const top = mkdtempSync(join(tmpdir(), "runner-"));
	let made = 0;
	afterAll(() => rm(top, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
	return async () => {
		const folder = join(top, String(++made));
		await mkdir(folder);
		return folder;
	};
}
