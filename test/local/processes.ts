/** Processes of this machine, as a story's end asks for them. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** What runs on for two seconds although it was to end: those that were started with `folder` in their command line or environment, a line each. */
export async function processesLeftIn(folder: string): Promise<readonly string[]> {
	for (let rounds = 20; processesIn(folder).length > 0 && rounds > 0; rounds--) await sleep(100);
	return processesIn(folder);
}

/** What runs and was started with `folder` in its command line or environment, a line each. The dead that nobody collected are left out. */
export function processesIn(folder: string): readonly string[] {
	return (process.platform === "linux" ? fromProc(folder) : fromPs(folder)).filter((line) => !line.startsWith(`${process.pid} `));
}

function fromProc(folder: string): readonly string[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			const command = contentOf(`/proc/${pid}/cmdline`);
			const isOurs = `${command}${contentOf(`/proc/${pid}/environ`)}`.includes(folder);
			return isOurs ? [`${pid} ${command.replaceAll("\0", " ").trim()}`] : [];
		});
}

/** Empty for the dead, and for what is not ours to read. */
function contentOf(path: string): string {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return "";
	}
}

/** With the environment, where `ps` can tell it. */
function fromPs(folder: string): readonly string[] {
	const environment = process.platform === "darwin" ? ["-E"] : [];
	const { stdout } = spawnSync("ps", ["-A", "-ww", ...environment, "-o", "pid=,args="], { encoding: "utf8" });
	return stdout
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.includes(folder));
}
