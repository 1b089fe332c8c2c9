/** The runner script as a child process of this machine, behind the port of container groups. */
import { mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, ContainerGroupFound, ContainerGroupObservation, Unreadable } from "../domain/observation.ts";
import type { Start } from "../domain/state.ts";
import type { ContainerGroupRequest, ContainerGroups } from "../ports.ts";
import { unusable } from "./arm-errors.ts";
import { isOurs } from "./container-group-body.ts";
import { tailOf } from "./log-tail.ts";
import { elsewhere } from "./machine.ts";
import { oneLine } from "./one-line.ts";
import { beginProcess, type ChildProcessAccess, logFile } from "./process-begin.ts";
import { type Life, lifeIn } from "./process-life.ts";
import { claim, type ProcessRecord, recordIn, replace } from "./process-record.ts";

type Place = Pick<Start, "id" | "name">;

export function createChildProcesses(access: ChildProcessAccess): ContainerGroups {
	return {
		get: (start) => get(access, start),
		list: async (runnerGroupId) => {
			const wrong = elsewhere(access.machine, runnerGroupId);
			if (wrong !== null) return unusable(wrong);
			try {
				const entries = await readdir(access.machine.folder, { withFileTypes: true });
				const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
				const seen = await Promise.all(names.map((name) => get(access, { name, id: runnerGroupId })));
				const items = seen.filter((one) => one.kind === "Found");
				return seen.find((one) => one.kind === "Unreadable") ?? { kind: "Listed", items };
			} catch (error) {
				return doubt(error);
			}
		},
		create: (request) => create(access, request),
		delete: (start) => remove(access, start),
		logTail: (start) => logTail(join(access.machine.folder, start.name, logFile)),
	};
}

/** Bytes of the log's end that are read. */
const logEnd = 32 * 1024;

function doubt(error: unknown): Unreadable {
	return { kind: "Unreadable", reason: "Other", detail: oneLine(error instanceof Error ? error.message : String(error), 300) };
}

/** Gone is what was asked to end and has; a process that ended by itself is terminated, like a container. */
async function get({ machine }: ChildProcessAccess, { id, name }: Place): Promise<ContainerGroupObservation> {
	const wrong = elsewhere(machine, id);
	if (wrong !== null) return unusable(wrong);
	try {
		const folder = join(machine.folder, name);
		const record = await recordIn(folder);
		// A folder that was moved or unmounted is no absence of what was in it.
		if (record === null) return (await stat(join(machine.folder, "machine"))).isFile() ? absent : unusable("the folder of runs is none");
		const { life } = await lifeIn(folder);
		return record.deletedAt !== null && life !== "Lives" ? absent : found(record, life);
	} catch (error) {
		return doubt(error);
	}
}

const absent = { kind: "NotFound", code: "ResourceNotFound" } as const;

/** The exit code is nobody's who did not wait for it: unknown. */
function found({ name, tags }: ProcessRecord, life: Life): ContainerGroupFound {
	const state = life === "NotBegun" ? null : life === "Lives" ? "Running" : "Terminated";
	return {
		kind: "Found",
		name,
		provisioningState: state === null ? "Pending" : "Succeeded",
		state: state === "Terminated" ? "Stopped" : state,
		containerState: state,
		exitCode: null,
		detail: null,
		restartCount: 0,
		previousExitCode: null,
		events: [],
		tags,
	};
}

/** Claims the name first: one that was used once is never used again. */
async function create(access: ChildProcessAccess, request: ContainerGroupRequest): Promise<Answer> {
	const { machine, clock, random } = access;
	const { name, id } = request.start;
	const wrong = elsewhere(machine, id);
	if (wrong !== null) return { kind: "Refused", code: "OtherMachine", detail: wrong };
	const folder = join(machine.folder, name);
	const createdAt = new Date(clock.now()).toISOString();
	const first: ProcessRecord = { schemaVersion: 1, name, tags: { ...request.tags }, createdAt, deletedAt: null };
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		if (!(await claim(folder, first, random.hex(4)))) return { kind: "Refused", code: "NameUsed", detail: `${name} was started before` };
		await beginProcess(access, request, folder);
		return { kind: "Accepted" };
	} catch (error) {
		return { kind: "Unknown", detail: doubt(error).detail };
	}
}

/** Asks it to end; asked again, makes it. What is gone, or was never there, is as asked. */
async function remove({ machine, clock, random }: ChildProcessAccess, { id, name }: Place): Promise<Answer> {
	const wrong = elsewhere(machine, id);
	if (wrong !== null) return { kind: "Refused", code: "OtherMachine", detail: wrong };
	try {
		const folder = join(machine.folder, name);
		const record = await recordIn(folder);
		if (record === null) return { kind: "Accepted" };
		if (!isOurs(record.tags, name)) return { kind: "Refused", code: "NotOurs", detail: `the process ${name} lacks our tags` };
		const { pid, life } = await lifeIn(folder);
		if (life === "Lives") process.kill(-pid, record.deletedAt === null ? "SIGTERM" : "SIGKILL");
		const deletedAt = record.deletedAt ?? new Date(clock.now()).toISOString();
		await replace(folder, { ...record, deletedAt }, random.hex(4));
		return { kind: "Accepted" };
	} catch (error) {
		return { kind: "Unknown", detail: doubt(error).detail };
	}
}

/** Evidence only: whatever goes wrong here changes no verdict. */
async function logTail(path: string): Promise<string | null> {
	try {
		const log = await open(path, "r");
		try {
			const { size } = await log.stat();
			const from = Math.max(0, size - logEnd);
			const { buffer, bytesRead } = await log.read(Buffer.alloc(size - from), 0, size - from, from);
			return tailOf(buffer.subarray(0, bytesRead).toString("utf8"));
		} finally {
			await log.close();
		}
	} catch {
		return null;
	}
}
