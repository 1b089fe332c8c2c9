/** Ends everything that a container's first process started, as the end of a real container does. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface Row {
	pid: number;
	parent: number;
	group: number;
	/** 0 where the system does not tell. */
	session: number;
}

/**
 * Kills the leader of a session and all of its members, without a signal that could be caught.
 * A process group is not enough: `timeout` puts its command into a group of its own.
 */
export function killSession(leader: number): void {
	killUntilNoneIsNew(() => membersOf(leader, processes()));
}

/** The same once the leader itself has ended and its pid may be someone else's. */
export function killRest(leader: number): void {
	killUntilNoneIsNew(() =>
		membersOf(
			leader,
			processes().filter(({ pid }) => pid !== leader),
		),
	);
}

/**
 * Again and again, since one may have been forked between the look and the kill. Two looks
 * in a row must show none: one may have been forked, and its parent have ended, during a look.
 */
function killUntilNoneIsNew(look: () => Set<number>): void {
	const killed = new Set<number>();
	for (let quietLooks = 0; quietLooks < 2; ) {
		const found = [...look()].filter((pid) => !killed.has(pid));
		quietLooks = found.length === 0 ? quietLooks + 1 : 0;
		for (const pid of found) {
			killed.add(pid);
			kill(pid);
		}
	}
}

function kill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It ended by itself in between.
	}
}

/** The leader, whoever is in its session or group, and their descendants. */
function membersOf(leader: number, rows: readonly Row[]): Set<number> {
	const members = new Set(rows.filter((row) => row.pid === leader || row.session === leader || row.group === leader).map((row) => row.pid));
	let size = -1;
	while (size !== members.size) {
		size = members.size;
		for (const row of rows) if (members.has(row.parent) || members.has(row.group)) members.add(row.pid);
	}
	return members;
}

function processes(): Row[] {
	return process.platform === "linux" ? fromProc() : fromPs();
}

function fromProc(): Row[] {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return pids.flatMap((pid) => {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
			// The command's name stands in parentheses and may hold anything.
			const [, parent, group, session] = stat
				.slice(stat.lastIndexOf(")") + 2)
				.split(" ")
				.map(Number);
			return [{ pid: Number(pid), parent: parent ?? 0, group: group ?? 0, session: session ?? 0 }];
		} catch {
			return [];
		}
	});
}

function fromPs(): Row[] {
	const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid="], { encoding: "utf8" });
	return stdout.split("\n").flatMap((line) => {
		const [pid, parent, group] = line.trim().split(/\s+/).map(Number);
		return pid === undefined || parent === undefined || group === undefined ? [] : [{ pid, parent, group, session: 0 }];
	});
}
