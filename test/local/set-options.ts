/** `--set NAME=VALUE` of a command line. */
import { settingNames } from "../../shared/settings/table.ts";

/** Throws on what is no assignment, and on a setting that the app does not have; the value may hold further equals signs. */
export function settingsOf(assignments: readonly string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		assignments.map((assignment) => {
			const at = assignment.indexOf("=");
			if (at < 1) throw new Error("--set takes NAME=VALUE");
			const name = assignment.slice(0, at);
			if (!settingNames.some((known) => known === name)) throw new Error(`there is no setting ${name}`);
			return [name, assignment.slice(at + 1)] as const;
		}),
	);
}
