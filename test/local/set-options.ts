/** `--set NAME=VALUE` of a command line. */

/** Throws on what is no assignment; the value may hold further equals signs. */
export function settingsOf(assignments: readonly string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		assignments.map((assignment) => {
			const at = assignment.indexOf("=");
			if (at < 1) throw new Error("--set takes NAME=VALUE");
			return [assignment.slice(0, at), assignment.slice(at + 1)] as const;
		}),
	);
}
