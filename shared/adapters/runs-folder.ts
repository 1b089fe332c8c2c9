/** Markers and verdicts of starts as files, for runs that are child processes of this machine. */
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Start } from "../domain/state.ts";
import type { Clock, Random, Runs } from "../ports.ts";
import { codeOf, unusable } from "./arm-errors.ts";
import { elsewhere, type Machine } from "./machine.ts";
import { oneLine } from "./one-line.ts";
import { markerOf, markerText, type ReadRun, verdictOf } from "./run-files.ts";

/** The folder must be the one that the machine was opened with; a start of another machine is Unreadable. */
export function createRunsFolder(machine: Machine, clock: Clock, random: Random): Runs {
	return {
		marker: async (start) => markerOf(await read(machine, start, "started")),
		revoke: async (start, nonce) => {
			const wrong = elsewhere(machine, start.runsUrl);
			if (wrong !== null) return unusable(wrong);
			const fresh = join(machine.folder, start.name, `.started-${random.hex(4)}`);
			try {
				await mkdir(join(machine.folder, start.name), { recursive: true, mode: 0o700 });
				await writeFile(fresh, markerText("app", nonce, new Date(clock.now()).toISOString()), { flag: "wx" });
				// A link is made by one only, and with its content: the script does the same.
				await link(fresh, join(machine.folder, start.name, "started"));
			} catch {
				// Taken, or the disk is full: what stands there now is the truth.
			} finally {
				await rm(fresh, { force: true }).catch(() => {});
			}
			return markerOf(await read(machine, start, "started"));
		},
		verdict: async (start) => verdictOf(await read(machine, start, "verdict.json")),
	};
}

async function read(machine: Machine, start: Start, name: string): Promise<ReadRun> {
	const wrong = elsewhere(machine, start.runsUrl);
	if (wrong !== null) return unusable(wrong);
	const path = join(machine.folder, start.name, name);
	try {
		const [text, { mtime }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
		return { kind: "Text", text, at: mtime.toISOString() };
	} catch (error) {
		if (codeOf(error) === "ENOENT" && (await isThere(machine.folder))) return { kind: "None" };
		return { kind: "Unreadable", reason: "Other", detail: oneLine(`the file ${name} can't be read: ${codeOf(error)}`, 300) };
	}
}

/** A folder that was moved or unmounted is no absence of what was in it. */
async function isThere(folder: string): Promise<boolean> {
	try {
		return (await stat(join(folder, "machine"))).isFile();
	} catch {
		return false;
	}
}
