/** Text as Slack takes it: escaped, cut to a length that counts escapes, whole characters. Pure. */

/** Terminal escapes, which make's output is full of: colours and cursor moves, window titles. */
const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const terminal = new RegExp(`${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?|[@-Z\\\\-_])`, "g");

/** What a terminal would show: no escapes, of an overwritten line only its last text, no other control characters. */
export function shown(text: string): string {
	return text
		.replace(terminal, "")
		.replace(/\r\n/g, "\n")
		.replace(/[^\n]*\r(?=[^\n])/g, "")
		.replace(/\p{Cc}/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));
}

/** `&`, `<` and `>` are Slack's own; nothing else is. Half a character, which JSON could carry and Slack not, is shown as unknown. */
export function escaped(text: string): string {
	return text
		.replace(/&/g, "&amp;")
		.replace(/</g, "&lt;")
		.replace(/>/g, "&gt;")
		.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The beginning of a text, escaped and then at most `limit` long. */
export function head(text: string, limit: number): string {
	const whole = escaped(text);
	if (whole.length <= limit) return whole;
	return `${fitting([...text], limit - 1).join("")}…`;
}

/** The end of a text, escaped and then at most `limit` long, from the beginning of a line where one is near. */
export function tail(text: string, limit: number): string {
	const whole = escaped(text);
	if (whole.length <= limit) return whole;
	const end = fitting([...text].reverse(), limit - 2)
		.reverse()
		.join("");
	const line = end.indexOf("\n");
	return `…\n${line >= 0 && line < end.length / 2 ? end.slice(line + 1) : end}`;
}

/** As many characters as fit, each escaped. */
function fitting(characters: readonly string[], limit: number): string[] {
	const kept: string[] = [];
	let length = 0;
	for (const character of characters) {
		const one = escaped(character);
		length += one.length;
		if (length > limit) break;
		kept.push(one);
	}
	return kept;
}
