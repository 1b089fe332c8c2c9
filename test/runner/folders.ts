/** Folders of a test file: made below one, removed with it. */
import { mkdtempSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

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
