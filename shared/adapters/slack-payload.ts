/** A message as Slack takes it: escaped, within its limits. Pure. */
import type { Message } from "../domain/message.ts";

/** Of one section's text; more fails the whole message. */
const sectionLimit = 3_000;
const titleLimit = 300;
const lineLimit = 2_500;
/** Of a log's end. */
const logLimit = 1_000;

/** Terminal escapes, which make's output is full of. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, "g");

export interface SlackPayload {
	readonly text: string;
	readonly blocks?: readonly unknown[];
}

/** `&`, `<` and `>` are Slack's own; nothing else is. */
export function escapeSlack(text: string): string {
	return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** `environment` is the line below the title. `plain`: text alone, for a message whose blocks were refused. */
export function slackPayload(environment: string, message: Message, plain: boolean): SlackPayload {
	const title = escapeSlack(cutEnd(message.title, titleLimit));
	const lines = message.lines.map((line) => escapeSlack(cutEnd(line, lineLimit)));
	const log = message.log === null ? null : fence(message.log);
	if (plain) return { text: [title, escapeSlack(environment), ...lines, ...(log === null ? [] : [log])].join("\n").slice(0, sectionLimit) };
	const texts = [`*${title}*\n${escapeSlack(environment)}`, ...paragraphs(lines), ...(log === null ? [] : [log])];
	return { text: title, blocks: texts.map((text) => ({ type: "section", text: { type: "mrkdwn", text } })) };
}

/** Lines together as far as they fit into one section. */
function paragraphs(lines: readonly string[]): readonly string[] {
	const sections: string[] = [];
	for (const line of lines) {
		const last = sections.at(-1);
		if (last !== undefined && last.length + line.length + 1 <= sectionLimit) sections[sections.length - 1] = `${last}\n${line}`;
		else sections.push(line.slice(0, sectionLimit));
	}
	return sections;
}

/** The end of a log as code that it cannot break out of. */
function fence(log: string): string {
	const clean = log.replace(colours, "").replace(/```/g, "'''");
	return `\`\`\`\n${escapeSlack(cutStart(clean, logLimit))}\n\`\`\``;
}

/** The last `limit` characters, from the beginning of a line where there is one near, never half a character. */
function cutStart(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const tail = text.slice(-limit);
	const line = tail.indexOf("\n");
	const whole = line >= 0 && line < limit / 2 ? tail.slice(line + 1) : tail;
	return `…\n${whole.replace(/^[\udc00-\udfff]/, "")}`;
}

function cutEnd(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
