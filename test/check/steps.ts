/** Everything that runs anywhere, in the order in which it fails fastest. Add a step here. */

/** One program that has to end with 0. */
export interface Step {
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/**
	 * A program that may be missing: its step is then skipped, loudly, and fails
	 * when CI=true. null: everything it needs comes with `npm ci`.
	 */
	readonly needs: string | null;
}

/** Programs that containers of the local world find instead of the real ones. */
const standInTools = ["az", "bicep", "go", "kubectl", "kubelogin"].map((name) => `test/world/bin/${name}`);

/** Run in this order. */
export const steps: readonly Step[] = [
	{ name: "generated text", command: "tsx", args: ["test/generate/generate.ts", "--check"], needs: null },
	{ name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."], needs: null },
	{ name: "types", command: "tsc", args: ["--noEmit", "-p", "."], needs: null },
	{
		name: "shell scripts",
		command: "shellcheck",
		args: ["-x", "--source-path=SCRIPTDIR", "infra/runner/run.sh", ...standInTools],
		needs: "shellcheck",
	},
	{ name: "package", command: "tsx", args: ["infra/package/check.ts"], needs: null },
];
