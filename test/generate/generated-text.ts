/** Text that is made from code and checked in: whole files, or parts of files between two markers. */
import { readFileSync, writeFileSync } from "node:fs";

/** One such text. */
export interface GeneratedText {
	/** From the root of the repository. */
	readonly file: string;
	/** null: the whole file. Else it stands between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
	readonly marker: string | null;
	readonly render: () => string;
}

const root = new URL("../../", import.meta.url);

/** The file's text with this part made anew. Throws where the markers are missing, doubled or out of order. */
export function refreshed(old: string, text: GeneratedText): string {
	if (text.marker === null) return text.render();
	const begin = `<!-- ${text.marker}:begin -->`;
	const end = `<!-- ${text.marker}:end -->`;
	const [before, rest, ...moreBegins] = old.split(begin);
	const [, after, ...moreEnds] = (rest ?? "").split(end);
	if (before === undefined || after === undefined || moreBegins.length + moreEnds.length > 0) {
		throw new Error(`${text.file} needs ${begin} and, after it, ${end}, once each`);
	}
	return `${before}${begin}\n${text.render()}\n${end}${after}`;
}

function read(file: string): string {
	try {
		return readFileSync(new URL(file, root), "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}

/** Whether what is checked in differs from what the code says now. */
export function isStale(text: GeneratedText): boolean {
	const old = read(text.file);
	return refreshed(old, text) !== old;
}

/** Writes a text anew; true if that changed anything. */
export function regenerate(text: GeneratedText): boolean {
	const old = read(text.file);
	const fresh = refreshed(old, text);
	if (fresh !== old) writeFileSync(new URL(text.file, root), fresh);
	return fresh !== old;
}
