/**
 * Arguments for make, split as a shell splits words and never evaluated: what a
 * shell would expand or obey is refused by name, save for patterns, which stay
 * as they are written.
 */
import { type ParseEntry, parse } from "shell-quote";
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f]/;

/** The literal words, or what a shell would have made of the text beyond words. */
export function splitWords(text: string): Parsed<readonly string[]> {
	if (control.test(text)) return bad("has a line break, tab or control character; write one line with spaces.");
	const problem = quotingProblem(text);
	if (problem !== null) return bad(problem);
	const entries = entriesOf(text);
	if (entries === null)
		return bad("has a variable ($); nothing is expanded here, so put the dollar sign in single quotes or leave it out.");
	const words: string[] = [];
	for (const entry of entries) {
		// A pattern stays as written: nothing here has files to match.
		const word = typeof entry === "object" && "pattern" in entry ? entry.pattern : entry;
		if (typeof word !== "string") return bad(entryProblem(word));
		if (word === "") return bad("has an empty word; leave it out.");
		words.push(word);
	}
	return good(words);
}

/** null: the text has a variable. */
function entriesOf(text: string): readonly ParseEntry[] | null {
	let expanded = false;
	try {
		const entries = parse(text, (name): string => {
			// A lone `$` is asked for by an empty name; to a shell too it is just a dollar sign.
			expanded ||= name !== "";
			return "$";
		});
		return expanded ? null : entries;
	} catch {
		return null; // "Bad substitution"
	}
}

function entryProblem(entry: { readonly op: string } | { readonly comment: string }): string {
	if ("comment" in entry) return "has an unquoted #, which begins a comment; put the word in single quotes.";
	return `has the shell operator ${entry.op}; no shell runs here, so put it in single quotes or leave it out.`;
}

/** What shell-quote passes over without a word: quotes left open, a backslash before nothing, and the quotings that evaluate. */
function quotingProblem(text: string): string | null {
	let quote: string | null = null;
	for (let at = 0; at < text.length; at += 1) {
		const character = text.charAt(at);
		if (quote === "'") {
			if (character === "'") quote = null;
			continue;
		}
		const next = text.charAt(at + 1);
		if (character === "`" || (character === "\\" && quote !== null && next === "`"))
			return "has a backtick, which would run a command; put it in single quotes or leave it out.";
		if (character === "$" && quote === null && (next === "'" || next === '"'))
			return "has $ before a quote, which makes a shell evaluate it; leave the $ out.";
		if (character === "\\" && next === "") return "ends in a backslash; leave it out.";
		if (character === "\\") at += 1;
		else if (character === quote) quote = null;
		else if (quote === null && (character === "'" || character === '"')) quote = character;
	}
	return quote === null ? null : "has a quote that is not closed.";
}

const targetName = /^[A-Za-z0-9_][A-Za-z0-9_./@%+-]*$/;

/** One make target: no option, no assignment. */
export const target: Kind<string> = parsed("one make target", (text) =>
	targetName.test(text) ? good(text) : bad("must be one make target, without options or assignments."),
);

/** Make targets, separated by spaces. */
export const targets: Kind<readonly string[]> = parsed("make targets separated by spaces", (text) => {
	const list = splitWords(text);
	if (!list.ok || list.value.every((word) => targetName.test(word))) return list;
	return bad("must be make targets separated by spaces, without options or assignments.");
});
