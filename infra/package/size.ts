/** How big a folder is as a zip. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { deflateRawSync } from "node:zlib";

/** Files and bytes. */
export interface PackageSize {
	readonly files: number;
	/** As the zip format adds up: each file deflated, its two headers, and the end record. */
	readonly zippedBytes: number;
}

/** What the published package may be: cold starts read all of it. */
export const budget: PackageSize = { files: 10, zippedBytes: 600_000 };

const localHeader = 30;
const centralHeader = 46;
const endRecord = 22;

/** Counts the files below `folder`, and what a zip of them has, to within one per cent. */
export function sizeOf(folder: string): PackageSize {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	let zippedBytes = endRecord;
	for (const file of files) {
		const path = join(file.parentPath, file.name);
		const name = Buffer.byteLength(relative(folder, path).split(sep).join("/"));
		zippedBytes += localHeader + centralHeader + 2 * name + deflateRawSync(readFileSync(path)).length;
	}
	return { files: files.length, zippedBytes };
}

/** One line with the budget beside it; MB are millions of bytes. */
export function describeSize(size: PackageSize): string {
	const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(3)} MB`;
	return `${size.files} files (at most ${budget.files}), ${megabytes(size.zippedBytes)} zipped (at most ${megabytes(budget.zippedBytes)})`;
}
