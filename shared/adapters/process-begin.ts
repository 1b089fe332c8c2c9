/** Begins the runner script as a process of its own. */
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, ContainerGroupRequest, Random } from "../ports.ts";
import type { Machine } from "./machine.ts";
import { pidFile, rememberBeginning } from "./process-life.ts";

export interface ChildProcessAccess {
	readonly machine: Machine;
	readonly clock: Clock;
	readonly random: Random;
	/** Path of the runner script. */
	readonly script: string;
	/** What the script's environment begins with: the person's own, without the app's secrets. */
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Of a start's folder: all that its process says. */
export const logFile = "process.log";

/**
 * The process itself writes its number, before it becomes the script: an app that is killed between beginning a
 * process and remembering it would otherwise leave one that acts and that nobody knows.
 */
const begin = 'printf %s "$$" >"$0.new" && mv "$0.new" "$0" && exec bash "$1"';

/** In a process group of its own, which outlives this app. Throws when it could not be made. */
export async function beginProcess(access: ChildProcessAccess, { variables }: ContainerGroupRequest, folder: string): Promise<void> {
	const log = await open(join(folder, logFile), "a", 0o600);
	try {
		const given = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
		const env = { ...access.environment, ...given, KEEPALIVED_RUNS_URL: `file://${access.machine.folder}` };
		const args = ["-c", begin, join(folder, pidFile), access.script];
		const child = spawn("bash", args, { cwd: folder, env, detached: true, stdio: ["ignore", log.fd, log.fd] });
		await new Promise<void>((resolve, reject) => {
			child.once("spawn", resolve);
			child.once("error", reject);
		});
		child.unref();
		if (child.pid !== undefined) await rememberBeginning(folder, child.pid);
	} finally {
		await log.close();
	}
}
