/** A git repository that stands in for ARO-HCP: same target names, same habits, seconds instead of an hour. */
import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";

const template = fileURLToPath(new URL("./template", import.meta.url));
const run = promisify(execFile);

/** How its targets behave. Counts are of the first so many calls, over all clones. */
export const knobsSchema = z.strictObject({
	/** Fails before it has made anything. */
	deployFailsEarly: z.int().min(0).default(0),
	/** Fails with the environment half made, the watched cluster missing. */
	deployFails: z.int().min(0).default(0),
	/** Fails with the watched cluster up and other steps failed. */
	deployFailsLate: z.int().min(0).default(0),
	/** Fails after every step went well. */
	afterUpFails: z.int().min(0).default(0),
	postFails: z.int().min(0).default(0),
	cleanupFails: z.int().min(0).default(0),
	/** End of the name of a group that clean-ups never delete. */
	cleanupLeaves: z.string().default(""),
	/** make never ends once the groups are there. */
	hang: z.boolean().default(false),
	stepSeconds: z.number().min(0).default(0.2),
});

export interface StandInRepository {
	/** file:// URL that git clones from. */
	readonly url: string;
	/** Commit at the head of `main`. */
	readonly sha: string;
}

/** Makes it in `dir`, which exists and is empty; what is counted lies beside it. Throws on an unknown knob. */
export async function makeStandInRepository(dir: string, knobs: unknown): Promise<StandInRepository> {
	const set = knobsSchema.parse(knobs);
	await cp(template, dir, { recursive: true });
	await writeFile(join(dir, "hack", "knobs.env"), knobsFile(set, `${dir}-state`));
	await git(dir, "init", "--quiet", "--initial-branch=main");
	await git(dir, "config", "uploadpack.allowAnySHA1InWant", "true");
	await git(dir, "add", "--all");
	await git(dir, "commit", "--quiet", "--message", "Stand in for ARO-HCP");
	await git(dir, "tag", "v1");
	return { url: pathToFileURL(dir).href, sha: (await git(dir, "rev-parse", "HEAD")).trim() };
}

/** `deployFails` becomes KNOB_DEPLOY_FAILS. */
function knobsFile(knobs: Readonly<Record<string, string | number | boolean>>, state: string): string {
	const lines = Object.entries({ ...knobs, state }).map(([name, value]) => {
		const upper = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
		return `KNOB_${upper}='${value}'`;
	});
	return `${lines.join("\n")}\n`;
}

async function git(dir: string, ...args: readonly string[]): Promise<string> {
	const author = {
		GIT_AUTHOR_NAME: "Local World",
		GIT_AUTHOR_EMAIL: "world@example.com",
		GIT_COMMITTER_NAME: "Local World",
		GIT_COMMITTER_EMAIL: "world@example.com",
	};
	const { stdout } = await run("git", ["-C", dir, ...args], {
		env: { PATH: process.env.PATH ?? "", HOME: dir, GIT_CONFIG_NOSYSTEM: "1", ...author },
	});
	return stdout;
}
