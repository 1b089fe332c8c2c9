/** The machine that runs are child processes of, and the folder where it keeps their files. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { Random } from "../ports.ts";

export interface Machine {
	/** Stays the same for as long as the folder is kept, whatever the network calls this machine today. */
	readonly name: string;
	readonly folder: string;
	/** What starts are fenced by: `file://<name>/<folder>`. It names the machine, for another one to see that it is not it. */
	readonly runsUrl: string;
	/** In place of a resource group's id. */
	readonly runnerGroupId: string;
}

const nameFile = "machine";

/** Opens the folder, made if it is missing, and gives this machine its name once. Throws when the folder can't be used. */
export function openMachine(folder: string, random: Random): Machine {
	const path = resolve(folder);
	mkdirSync(path, { recursive: true, mode: 0o700 });
	const host = hostname()
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, 40);
	const fresh = join(path, `.${nameFile}-${random.hex(4)}`);
	writeFileSync(fresh, `m-${host}-${random.hex(3)}`, { mode: 0o600 });
	try {
		// A link is made by one only, and with its content.
		linkSync(fresh, join(path, nameFile));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(fresh);
	}
	const name = readFileSync(join(path, nameFile), "utf8").trim();
	return { name, folder: path, runsUrl: `file://${name}${path}`, runnerGroupId: `/machines/${name}` };
}

/** Whether the start with this runs URL or resource id was issued for a machine, whichever. */
export function isOnMachine(place: string): boolean {
	return place.startsWith("file://") || place.startsWith("/machines/");
}

/** Sentence for a start of another machine: it can be neither seen nor stopped from here. Null for one of this. */
export function elsewhere(machine: Machine, place: string): string | null {
	const name = place.match(/^(?:file:\/\/|\/machines\/)([^/]*)/)?.[1] ?? "";
	return name === machine.name ? null : `this run belongs to the machine ${name === "" ? "(unnamed)" : name}; look there`;
}
