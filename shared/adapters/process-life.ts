/** Whether the process of a start lives. Numbers are used again, so its beginning is remembered with its number. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Of a start's folder: written by the process itself. */
export const pidFile = "pid";
/** Beside it: when that process began, written by whoever made it, else by whoever sees it first. */
const beginningFile = "pid-beginning";

export type Life = "NotBegun" | "Lives" | "Over";

/** The process of the start with this folder. Doubt is `Lives`: what may act is not over. Throws when it can't be told. */
export async function lifeIn(folder: string): Promise<{ readonly pid: number; readonly life: Life }> {
	const text = await textOf(join(folder, pidFile));
	if (text === null) return { pid: 0, life: "NotBegun" };
	const pid = Number(text);
	if (!Number.isInteger(pid) || pid < 2) throw new Error("the file pid holds no number of a process");
	const now = await beginningOf(pid);
	// Children outlive a leader that was killed; while they do, its number is not used again.
	if (now === null) return { pid, life: groupLives(pid) ? "Lives" : "Over" };
	return { pid, life: (await rememberBeginning(folder, pid)) === now ? "Lives" : "Over" };
}

/** Notes when the process began, or that it was over already, once; gives what was noted first. */
export async function rememberBeginning(folder: string, pid: number): Promise<string> {
	const path = join(folder, beginningFile);
	const noted = await textOf(path);
	if (noted !== null && noted !== "") return noted;
	// Without a note of one that was over at once, the next process with its number would be taken for it.
	const now = (await beginningOf(pid)) ?? "over";
	await writeFile(path, now, { mode: 0o600 });
	return now;
}

async function textOf(path: string): Promise<string | null> {
	try {
		return (await readFile(path, "utf8")).trim();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
}

/** When the process with this number began, in the system's own words, equal for the same process only. Null: there is none. */
async function beginningOf(pid: number): Promise<string | null> {
	const boot = await textOf("/proc/sys/kernel/random/boot_id");
	return boot === null ? beginningByPs(pid) : beginningByProc(pid, boot);
}

async function beginningByProc(pid: number, boot: string): Promise<string | null> {
	const text = await textOf(`/proc/${pid}/stat`).catch((error: NodeJS.ErrnoException) => {
		// It ended between opening and reading.
		if (error.code === "ESRCH") return null;
		throw error;
	});
	if (text === null) return null;
	// `pid (name) state ppid ...`: the name may hold anything, also brackets. Field 22 counts from the boot.
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return fields[0] === "Z" || fields[0] === "X" ? null : `${boot} ${fields[19]}`;
}

/** Of systems without /proc: macOS. Throws when there is no ps. */
async function beginningByPs(pid: number): Promise<string | null> {
	try {
		const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
		const { stdout } = await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env });
		const [state = "", ...beginning] = stdout.trim().split(/\s+/);
		return state === "" || state.startsWith("Z") ? null : beginning.join(" ");
	} catch (error) {
		if ((error as { readonly code?: unknown }).code === 1) return null;
		throw error;
	}
}

function groupLives(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
