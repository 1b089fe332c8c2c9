/** What a published package registers, seen from outside: a bare Node, a folder of its own, nothing else in reach. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const loader = fileURLToPath(new URL("load.cjs", import.meta.url));

const timer = z.looseObject({ type: z.string(), schedule: z.optional(z.string()), runOnStartup: z.optional(z.boolean()) });
const answer = z.object({
	node: z.string(),
	functions: z.array(z.object({ name: z.string(), bindings: z.record(z.string(), timer) })),
});

/** A function as the host hears of it. */
export interface RegisteredFunction {
	readonly name: string;
	readonly bindings: readonly z.infer<typeof timer>[];
}

/** What one Node made of the package. */
export interface LoadedPackage {
	readonly node: string;
	readonly functions: readonly RegisteredFunction[];
}

/** Thrown when a package does not load; the message has what Node printed. */
export class PackageDoesNotLoad extends Error {
	override readonly name = "PackageDoesNotLoad";
}

/** Loads a copy of `folder` under the Node at `node` with exactly these environment variables. */
export function loadPackage(folder: string, node: string, variables: Readonly<Record<string, string>>): LoadedPackage {
	const away = mkdtempSync(join(tmpdir(), "keepalived-package-"));
	try {
		cpSync(folder, join(away, "app"), { recursive: true });
		cpSync(loader, join(away, "load.cjs"));
		const run = spawnSync(node, [join(away, "load.cjs"), join(away, "app")], {
			cwd: away,
			env: variables,
			encoding: "utf8",
			timeout: 60_000,
		});
		if (run.status !== 0)
			throw new PackageDoesNotLoad(`${node} ended with ${run.status ?? run.signal ?? run.error?.message}\n${run.stderr}`);
		const { functions, node: version } = answer.parse(JSON.parse(run.stdout));
		return { node: version, functions: functions.map(({ name, bindings }) => ({ name, bindings: Object.values(bindings) })) };
	} finally {
		rmSync(away, { recursive: true, force: true });
	}
}
