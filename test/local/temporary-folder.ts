/** A folder of one run, and what started in it: gone at the end, however the end comes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Outlives a player that is killed without a word: once its input ends, it kills what has the folder in
 * its environment and removes the folder. A shell, since it costs nothing and is there in every clone.
 */
const guard = `
IFS= read -r folder
cat >/dev/null
[ -d "$folder" ] || exit 0
for round in 1 2 3 4 5; do
	if [ -d /proc/self ]; then
		pids=$(grep -lsF -- "$folder" /proc/[0-9]*/environ | cut -d / -f 3)
	else
		pids=$(ps -A -ww -E -o pid=,command= | grep -F -- "$folder" | grep -v grep | awk '{ print $1 }')
	fi
	[ -z "$pids" ] || kill -KILL $pids 2>/dev/null
	sleep 0.2
done
rm -rf -- "$folder"
`;

/** Runs `body` with a fresh folder. The caller ends what it starts; only when it cannot any more does the guard. */
export async function inTemporaryFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), "keepalived-"));
	// In a session of its own, so that Ctrl-C does not reach it; without our variables, so that no other guard does.
	const env = { PATH: process.env.PATH ?? "" };
	const child = spawn("/bin/sh", ["-c", guard], { detached: true, env, stdio: ["pipe", "ignore", "ignore"] });
	const gone = once(child, "exit").catch(() => {});
	child.stdin.on("error", () => {});
	child.stdin.write(`${folder}\n`);
	try {
		return await body(folder);
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		child.stdin.end();
		await gone;
	}
}
