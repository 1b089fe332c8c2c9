/** Kinds of values: how each is read from text, and what a good one is in the words of a sentence. */
import * as z from "zod/mini";

/** A value, or the sentence that says what is wrong with its text. The sentence never repeats the text. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: string };

/** `T` is what the text means. */
export interface Kind<T> {
	readonly schema: z.ZodMiniType<T, string>;
	/** Completes `must be ...` and `set it to ...`. */
	readonly expects: string;
}

/** The text was right. */
export function good<T>(value: T): Parsed<T> {
	return { ok: true, value };
}

/** The text was wrong; `sentence` begins with its verb: the setting's name stands before it. */
export function bad(sentence: string): Parsed<never> {
	return { ok: false, sentence };
}

/** A kind with a parser of its own. */
export function parsed<T>(expects: string, parse: (text: string) => Parsed<T>): Kind<T> {
	const reading = z.transform((text: string, context): T => {
		const result = parse(text);
		if (result.ok) return result.value;
		context.issues.push({ code: "custom", message: result.sentence, input: text });
		return z.NEVER;
	});
	return { schema: z.pipe(z.string(), reading), expects };
}

/** A kind whose text is its value, if it has this form. */
export function pattern(expects: string, form: RegExp): Kind<string> {
	return { schema: z.string().check(z.regex(form, `must be ${expects}.`)), expects };
}

/** One of these words. */
export function oneOf<const T extends readonly string[]>(words: T): Kind<T[number]> {
	const expects = words.join(" or ");
	return { schema: z.enum(words, `must be ${expects}.`) as z.ZodMiniType<T[number], string>, expects };
}

/** A decimal number between two bounds with at most `decimals` digits after the point. */
export function numberBetween(least: number, most: number, decimals = 0): Kind<number> {
	const expects = `a ${decimals === 0 ? "whole number" : "number"} from ${least} to ${most}`;
	const form = new RegExp(decimals === 0 ? "^\\d{1,6}$" : `^\\d{1,6}(\\.\\d{1,${decimals}})?$`);
	return parsed(expects, (text) => {
		const value = form.test(text) ? Number(text) : Number.NaN;
		return value >= least && value <= most ? good(value) : bad(`must be ${expects}.`);
	});
}

const truth: Readonly<Record<string, boolean>> = {
	...Object.fromEntries(["1", "t", "T", "true", "TRUE", "True"].map((word) => [word, true])),
	...Object.fromEntries(["0", "f", "F", "false", "FALSE", "False"].map((word) => [word, false])),
};

/** true or false, in the spellings of Go's strconv.ParseBool, which the earlier service read. */
export const flag: Kind<boolean> = parsed("true or false", (text) => {
	const value = Object.hasOwn(truth, text) ? truth[text] : undefined;
	return value === undefined ? bad("must be true or false.") : good(value);
});

/** Names separated by commas, each of one kind; a name that differs only in case is kept once. */
export function commaSeparated(item: Kind<string>): Kind<readonly string[]> {
	const expects = `names separated by commas, each ${item.expects}`;
	return parsed(expects, (text) => {
		const words = text.split(",").map((word) => word.trim());
		if (words.some((word) => !item.schema.safeParse(word).success)) return bad(`must be ${expects}.`);
		return good(words.filter((word, at) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at));
	});
}
