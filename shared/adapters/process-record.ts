/** What is remembered of a child process, in its start's folder. */
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const record = z.object({
	schemaVersion: z.literal(1),
	name: z.string().min(1),
	tags: z.record(z.string(), z.string()),
	createdAt: z.iso.datetime(),
	deletedAt: z.iso.datetime().nullable(),
});
export type ProcessRecord = z.infer<typeof record>;

const file = "process.json";

/** Claims the folder for one process, for ever. False: it was claimed before. Throws when the folder can't be used. */
export async function claim(folder: string, first: ProcessRecord, unique: string): Promise<boolean> {
	const fresh = await write(folder, first, unique);
	try {
		await link(fresh, join(folder, file));
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	} finally {
		await rm(fresh, { force: true });
	}
}

/** Replaces the record, whole or not at all. */
export async function replace(folder: string, changed: ProcessRecord, unique: string): Promise<void> {
	await rename(await write(folder, changed, unique), join(folder, file));
}

async function write(folder: string, one: ProcessRecord, unique: string): Promise<string> {
	const path = join(folder, `.${file}-${unique}`);
	await writeFile(path, JSON.stringify(one), { mode: 0o600 });
	return path;
}

/** Null: there was never one. Throws for a file that is none. */
export async function recordIn(folder: string): Promise<ProcessRecord | null> {
	try {
		return record.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
}
