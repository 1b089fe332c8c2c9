/** Where the build reads and writes. Full paths. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** What registers the functions. */
export const entryFile = join(root, "functions", "index.ts");
/** The folder that is published. */
export const packageDir = join(root, "dist", "package");

/** What the build reads of package.json. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly license: string;
	readonly main: string;
	readonly engines: { readonly node: string };
}

/** The repository's own package.json. */
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
/** Where package.json's `main` looks for the bundle. */
export const bundleFile = join(root, manifest.main);
