/** The end of a log, as evidence for people. */

const tailLines = 80;
const tailCharacters = 4_000;

/** The last lines and characters of a log; null for what is no text or blank. */
export function tailOf(log: unknown): string | null {
	if (typeof log !== "string") return null;
	const tail = log.trimEnd().split("\n").slice(-tailLines).join("\n").slice(-tailCharacters);
	// A cut in the middle of a character leaves its second half in front.
	const whole = tail.replace(/^[\udc00-\udfff]/, "");
	return whole.trim() === "" ? null : whole;
}
