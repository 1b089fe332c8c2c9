/** The product's source as the architecture test reads it. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** One file. */
export interface SourceFile {
	/** From the root of the repository, with `/`. */
	readonly path: string;
	readonly text: string;
}

/** All TypeScript below these folders. */
export function sourcesIn(...folders: readonly string[]): readonly SourceFile[] {
	return folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") })),
	);
}

const importForms = [
	/^[\t ]*(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"']+)["']/gm,
	/^[\t ]*import\s*["']([^"']+)["']/gm,
	/\b(?:import|require)\(\s*["']([^"']+)["']/g,
];

/** What a file imports, types too: paths from the root for its own, names for packages. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
	return importForms
		.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ""))
		.map((name) => (name.startsWith(".") ? posix.normalize(posix.join(dirname(path), name)) : name));
}

/** What a file runs: its code without comments, types and quoted text. */
export function codeOf({ text }: SourceFile): string {
	return transformSync(text, { loader: "ts", target: "esnext" }).code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}
