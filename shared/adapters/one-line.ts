/** Text of others, as one line for people. */

/** White space is one blank each; cut at `limit` characters, never within one. */
export function oneLine(text: string, limit: number): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
