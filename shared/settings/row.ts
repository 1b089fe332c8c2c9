/** One line of the settings table. */
import type { Kind } from "./kind.ts";

/** Always, or only for container runs (any RUNNER but `process`). */
export type Need = "always" | "aci" | "never";

/** One setting: how it is read, and what people are told of it. */
export interface Row<T, N extends Need, F extends string | null> {
	readonly kind: Kind<T>;
	readonly need: N;
	/** Read like a value that was set. null: none. */
	readonly fallback: F;
	/** One line for people; may be empty where the name says it all. */
	readonly meaning: string;
	/** Never shown, and handed on only as a secret. */
	readonly secret: boolean;
	readonly mayBeEmpty: boolean;
	readonly mayBePadded: boolean;
	/** Shown instead of the default where there is no fixed one. */
	readonly defaultWords: string | null;
	/** What the sample has in its place; null: the sample leaves it out. */
	readonly sample: string | null;
}
/** A row of whatever kind. */
export type AnyRow = Row<unknown, Need, string | null>;

/** What reading a row gives: null only where it may be missing. */
export type ValueOf<R> = R extends Row<infer T, infer N, infer F> ? (F extends string ? T : N extends "always" ? T : T | null) : never;

interface Extras {
	readonly secret?: true;
	readonly mayBeEmpty?: true;
	readonly mayBePadded?: true;
	readonly defaultWords?: string;
	readonly sample?: string;
}

function row<T, N extends Need, F extends string | null>(
	kind: Kind<T>,
	need: N,
	fallback: F,
	meaning: string,
	extras: Extras,
): Row<T, N, F> {
	return {
		kind,
		need,
		fallback,
		meaning,
		secret: extras.secret ?? false,
		mayBeEmpty: extras.mayBeEmpty ?? false,
		mayBePadded: extras.mayBePadded ?? false,
		defaultWords: extras.defaultWords ?? null,
		sample: extras.sample ?? fallback,
	};
}

/** Nothing works without it. */
export function required<T>(kind: Kind<T>, meaning: string, sample: string): Row<T, "always", null> {
	return row(kind, "always", null, meaning, { sample });
}

/** Required unless runs are child processes. */
export function requiredForContainers<T>(kind: Kind<T>, meaning: string, sample: string): Row<T, "aci", null> {
	return row(kind, "aci", null, meaning, { sample });
}

/** Has a value also where nobody sets it. */
export function withDefault<T, F extends string>(fallback: F, kind: Kind<T>, meaning: string, extras: Extras = {}): Row<T, "never", F> {
	return row(kind, "never", fallback, meaning, extras);
}

/** May be missing. */
export function optional<T>(kind: Kind<T>, meaning: string, extras: Extras = {}): Row<T, "never", null> {
	return row(kind, "never", null, meaning, extras);
}
