/** The stand-in for the Azure CLI, with a line of shell before it. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Script, tools } from "./script.ts";

/** The same start, whose `az` first runs `shell`; `$1 $2` are the command. */
export async function withAz(script: Script, shell: string): Promise<Script> {
	const bin = join(script.folder, "az-bin");
	await mkdir(bin);
	await writeFile(join(bin, "az"), `#!/usr/bin/env bash\n${shell}\nexec ${join(tools[0] ?? "", "az")} "$@"\n`);
	await chmod(join(bin, "az"), 0o755);
	return new Script(script.folder, { ...script.variables, PATH: `${bin}:${script.variables.PATH}` });
}
