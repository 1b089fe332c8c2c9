/** Each setting by itself: its value, or what is wrong with it. */
import type { Kind } from "./kind.ts";
import { presenceOf } from "./presence.ts";
import type { AnyRow } from "./row.ts";
import type { Usable } from "./rules.ts";
import { type SettingName, settingNames, table } from "./table.ts";

/** The environment as Node has it. */
export type Variables = Readonly<Record<string, string | undefined>>;

type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly sentence: string };

function valueIn(kind: Kind<unknown>, text: string): Reading {
	const result = kind.schema.safeParse(text);
	if (result.success) return { ok: true, value: result.data };
	return { ok: false, sentence: result.error.issues[0]?.message ?? `must be ${kind.expects}.` };
}

function readRow(row: AnyRow, text: string | undefined): Reading {
	const optional = row.need === "never";
	const presence = presenceOf(text, { ...row, expects: row.kind.expects, optional });
	switch (presence.kind) {
		case "Given":
			return valueIn(row.kind, presence.text);
		case "Unusable":
			return { ok: false, sentence: presence.sentence };
		case "NotSet":
			if (row.fallback !== null) return valueIn(row.kind, row.fallback);
			return optional ? { ok: true, value: null } : { ok: false, sentence: `is not set; set it to ${row.kind.expects}.` };
	}
}

/** The value of one setting, its default where it is bad or missing. */
export function readOne(name: SettingName, variables: Variables): unknown {
	const reading = readRow(table[name], variables[name]);
	if (reading.ok) return reading.value;
	const fallback = readRow(table[name], undefined);
	return fallback.ok ? fallback.value : null;
}

/** Every setting is in one of the two. */
export interface Readings {
	readonly values: Usable;
	readonly problems: ReadonlyMap<SettingName, string>;
}

/** All settings. Those that only containers need are not looked at for child processes. */
export function readAll(variables: Variables): Readings {
	const values: Record<string, unknown> = {};
	const problems = new Map<SettingName, string>();
	for (const name of settingNames) {
		const row = table[name];
		const unneeded = row.need === "aci" && variables.RUNNER === "process";
		const reading: Reading = unneeded ? { ok: true, value: null } : readRow(row, variables[name]);
		if (reading.ok) values[name] = reading.value;
		else problems.set(name, reading.sentence);
	}
	return { values: values as Usable, problems };
}
