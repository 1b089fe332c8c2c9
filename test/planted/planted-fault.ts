/** A mistake that somebody could make, as a change of one place in one file, and what has to notice it. */

/** What is run on the faulty copy: a story of test/scenarios, or a test file. */
export type Catcher = { readonly story: string } | { readonly test: string };

export interface PlantedFault {
	readonly name: string;
	/** What the mistake is, for people. */
	readonly mistake: string;
	/** Path from the root of the tree. */
	readonly file: string;
	/** Stands exactly once in the file. */
	readonly find: string;
	readonly replace: string;
	readonly caughtBy: Catcher;
}

/** A change that does not fit the tree it was written for. It proves nothing until it is written anew. */
export class PatchRefused extends Error {
	override readonly name = "PatchRefused";
}

/** The faulty text. Throws PatchRefused unless `find` stands there exactly once and the change changes something. */
export function plant(text: string, { name, file, find, replace }: Pick<PlantedFault, "name" | "file" | "find" | "replace">): string {
	const parts = text.split(find);
	if (find === "" || parts.length !== 2) {
		throw new PatchRefused(`${name}: the place to change stands ${find === "" ? 0 : parts.length - 1} times in ${file}, not once`);
	}
	if (find === replace) throw new PatchRefused(`${name}: changes nothing`);
	return parts.join(replace);
}
