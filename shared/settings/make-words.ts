/**
 * What make is called with besides its target. Some words would make another run
 * of it than the one that was decided: somebody else's environment, another
 * region, one that does nothing or hides that it failed, a command of make's own.
 * The runner refuses the same words once more (`infra/runner/lib/words.sh`).
 */
import { bad, type Kind, type Parsed, parsed } from "./kind.ts";
import { splitWords } from "./words.ts";

/** A variable on make's command line wins over the environment, in which the runner sets these. */
const deciding = /^\s*(USER|DEPLOY_ENV|REGION)\s*[:+?!]*=/;
const jobs = /^-j[0-9]*$/;
const regionOption = /(^|[\s=])--region([\s=]|$)/;

function problemWith(word: string): string | null {
	const variable = deciding.exec(word)?.[1];
	if (variable !== undefined) return `sets ${variable}, which decides whose environment it is; leave it out.`;
	if (word.startsWith("-") && !jobs.test(word)) return "has an option of make; only -j, VARIABLE=value and targets are taken.";
	if (regionOption.test(word)) return "chooses a region; the names would not be the checkout's. Leave it out.";
	if (word.replaceAll("$$", "").includes("$")) return "has a $, which make expands; write $$ in single quotes for a dollar sign.";
	return null;
}

function makeWordsOf(text: string): Parsed<readonly string[]> {
	const split = splitWords(text);
	if (!split.ok) return split;
	for (const word of split.value) {
		const problem = problemWith(word);
		if (problem !== null) return bad(problem);
	}
	return split;
}

/** Words for make, as a shell splits them. An empty text is no words. */
export const makeWords: Kind<readonly string[]> = parsed("words as a shell splits them", makeWordsOf);
