/** One file out of all: the app and everything it imports, but for what the Functions host supplies. */
import { builtinModules } from "node:module";
import { build } from "esbuild";

/** The host's own module; it exists only inside the host. */
export const hostModule = "@azure/functions-core";

/** Bundles for the oldest Node that the app runs on. Throws on any warning, and if something else would be looked for at run time. */
export async function bundle(entry: string, outfile: string): Promise<void> {
	const result = await build({
		entryPoints: [entry],
		outfile,
		bundle: true,
		platform: "node",
		format: "cjs",
		target: "node20",
		minify: true,
		sourcemap: false,
		legalComments: "none",
		// A dependency's ES module asks where it lies; CommonJS says that by another name.
		define: { "import.meta.url": "keepalivedBundleUrl" },
		banner: { js: 'const keepalivedBundleUrl = require("node:url").pathToFileURL(__filename).href;' },
		external: [hostModule],
		metafile: true,
		logLevel: "warning",
	});
	if (result.warnings.length > 0) throw new Error(`the bundle has ${result.warnings.length} warnings, see above`);
	const outside = Object.values(result.metafile.outputs).flatMap((output) =>
		output.imports.filter((one) => one.external).map((one) => one.path),
	);
	const known = new Set([hostModule, ...builtinModules]);
	const missing = outside.filter((path) => !known.has(path.replace(/^node:/, "")));
	if (missing.length > 0) throw new Error(`not in the bundle, and not there at run time: ${[...new Set(missing)].join(", ")}`);
}
