/** A small git repository whose Makefile is the test's own. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Repository {
	/** file:// URL. */
	readonly url: string;
	/** Commits in the order in which they were made; the last is the head of `main`. */
	readonly shas: readonly string[];
	git(...args: readonly string[]): Promise<string>;
}

/** One commit for each set of files. Makefiles may note things in `$(TEST_FOLDER)`. */
export async function makeRepository(dir: string, ...commits: readonly Readonly<Record<string, string>>[]): Promise<Repository> {
	await mkdir(dir, { recursive: true });
	const git = (...args: readonly string[]) => gitIn(dir, args);
	await git("init", "--quiet", "--initial-branch=main");
	await git("config", "uploadpack.allowAnySHA1InWant", "true");
	const shas: string[] = [];
	for (const files of commits) {
		for (const [name, text] of Object.entries(files)) {
			await mkdir(dirname(join(dir, name)), { recursive: true });
			await writeFile(join(dir, name), text);
		}
		await git("add", "--all");
		await git("commit", "--quiet", "--message", "Change something");
		shas.push((await git("rev-parse", "HEAD")).trim());
	}
	return { url: pathToFileURL(dir).href, shas, git };
}

async function gitIn(dir: string, args: readonly string[]): Promise<string> {
	const author = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
	const env = { PATH: process.env.PATH ?? "", HOME: dir, GIT_CONFIG_NOSYSTEM: "1", ...author };
	return (await run("git", ["-C", dir, ...args], { env })).stdout;
}

/** A recipe of `personal-dev-env` and of the clean-up. */
export function makefile(recipe: string, more = ""): Readonly<Record<string, string>> {
	return { Makefile: `SHELL = /bin/bash\npersonal-dev-env cleanup-entrypoint/Region:\n\t${recipe}\n${more}` };
}
