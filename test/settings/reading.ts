/** Reading settings in a test: one call for the value, one for what is said of a bad one. */
import { parseSettings } from "../../shared/settings/parse.ts";
import type { Host } from "../../shared/settings/rules.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { smallest } from "./sample-settings.ts";

type Changes = Readonly<Record<string, string | undefined>>;

/** The settings with these changes, which have to be good. */
export function settingsWith(changes: Changes, host?: Host): Settings {
	const result = parseSettings({ ...smallest, ...changes }, host);
	if (!result.ok) throw result.error;
	return result.settings;
}

/** What is wrong with the settings with these changes: name to sentence. */
export function problemsWith(changes: Changes, host?: Host): Readonly<Record<string, string>> {
	const result = parseSettings({ ...smallest, ...changes }, host);
	return result.ok ? {} : Object.fromEntries(result.error.problems.map(({ name, sentence }) => [name, sentence]));
}
