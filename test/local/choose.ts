/** Schemas that choose by what is there, so that a fault is told at its own place: a plain union only says that none of its members fits. */
import * as z from "zod";

/** What is wrong with a value as such, and where in it. */
export interface Misfit {
	readonly message: string;
	readonly path?: readonly PropertyKey[];
}

/** The place of an issue; of an unknown key the key itself. */
export function placeOf(issue: z.core.$ZodIssue): readonly PropertyKey[] {
	return issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
}

/** Parses by the schema that `pick` names for the value; its issues keep their places. */
export function choose<T>(pick: (value: unknown) => z.ZodType<T> | Misfit): z.ZodType<T> {
	return z.unknown().transform((value, context) => {
		const picked = pick(value);
		const parsed = picked instanceof z.ZodType ? picked.safeParse(value) : null;
		if (parsed?.success) return parsed.data;
		const faults =
			parsed === null ? [picked as Misfit] : parsed.error.issues.map((issue) => ({ message: issue.message, path: placeOf(issue) }));
		for (const { message, path = [] } of faults) context.issues.push({ code: "custom", message, path: [...path], input: value });
		return z.NEVER;
	});
}

type Keyed<T extends Readonly<Record<string, z.ZodType>>> = { [K in keyof T]: { [P in K]: z.output<T[K]> } }[keyof T];

/** An object with exactly one of these keys, and any of the `common` ones. */
export function keyed<T extends Readonly<Record<string, z.ZodType>>>(choices: T): z.ZodType<Keyed<T>>;
export function keyed<T extends Readonly<Record<string, z.ZodType>>, C extends z.ZodRawShape>(
	choices: T,
	common: C,
): z.ZodType<Keyed<T> & z.output<z.ZodObject<C>>>;
export function keyed(choices: Readonly<Record<string, z.ZodType>>, common: z.ZodRawShape = {}): z.ZodType {
	const names = Object.keys(choices);
	return choose((value) => {
		if (!isObject(value)) return { message: `must be an object with one of ${names.join(", ")}` };
		const name = names.find((each) => each in value);
		if (name !== undefined) return z.strictObject({ [name]: choices[name] as z.ZodType, ...common });
		const stranger = Object.keys(value).find((key) => !(key in common));
		return { message: `must be one of ${names.join(", ")}`, path: stranger === undefined ? [] : [stranger] };
	});
}

/** An object whose `tag` says by which of these it is read. */
export function tagged<T>(tag: string, choices: Readonly<Record<string, z.ZodType<T>>>): z.ZodType<T> {
	return choose((value) => {
		const name = isObject(value) ? value[tag] : undefined;
		const schema = typeof name === "string" && Object.hasOwn(choices, name) ? choices[name] : undefined;
		return schema ?? { message: `must be one of ${Object.keys(choices).join(", ")}`, path: isObject(value) ? [tag] : [] };
	});
}

/** One, or a list of at least one. */
export function oneOrMany<T>(schema: z.ZodType<T>): z.ZodType<T | T[]> {
	return choose<T | T[]>((value) => (Array.isArray(value) ? z.array(schema).min(1) : schema));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
