/** A message as Slack takes it: escaped, within its limits. Pure. */
import type { Message } from "../domain/message.ts";
import { oneLine } from "./one-line.ts";
import { head, shown, tail } from "./slack-text.ts";

/** Of one section's text, and of sections; more fails the whole message. */
const sectionLimit = 3_000;
const blockLimit = 50;
const titleLimit = 300;
/** Holds a link with a whole resource id. */
const environmentLimit = 1_000;
const lineLimit = 2_500;
/** Of a log's end. */
const logLimit = 1_000;
/** Of a message without blocks: Slack takes 40,000, and nobody reads that. */
const plainLimit = 10_000;

export interface SlackPayload {
	readonly text: string;
	readonly blocks?: readonly { readonly type: "section"; readonly text: { readonly type: "mrkdwn"; readonly text: string } }[];
}

/** `environment` is the line below the title. `plain`: text alone, for a message whose blocks were refused. */
export function slackPayload(environment: string, message: Message, plain: boolean): SlackPayload {
	const title = head(oneLine(shown(message.title), titleLimit), titleLimit);
	const below = head(oneLine(shown(environment), environmentLimit), environmentLimit);
	const lines = message.lines.map((line) => head(shown(line).trim(), lineLimit)).filter((line) => line !== "");
	const log = message.log === null ? [] : fence(message.log);
	if (plain) return { text: [...within([title, below, ...lines], plainLimit), ...log].join("\n") };
	const sections = sectionsOf([`*${title}*\n${below}`, ...lines]).slice(0, blockLimit - log.length);
	return { text: title, blocks: [...sections, ...log].map((text) => ({ type: "section", text: { type: "mrkdwn", text } })) };
}

/** Lines together as far as they fit into one section; the first stands alone. */
function sectionsOf([first = "", ...lines]: readonly string[]): readonly string[] {
	const sections = [first];
	for (const line of lines) {
		const last = sections.length === 1 ? undefined : sections.at(-1);
		if (last !== undefined && last.length + line.length + 1 <= sectionLimit) sections[sections.length - 1] = `${last}\n${line}`;
		else sections.push(line);
	}
	return sections;
}

/** As many of the first lines as fit together. */
function within(lines: readonly string[], limit: number): readonly string[] {
	let length = 0;
	return lines.filter((line) => {
		length += line.length + 1;
		return length <= limit;
	});
}

/** The end of a log as code that it cannot break out of; none for a blank one. */
function fence(log: string): readonly string[] {
	const clean = shown(log).replace(/```/g, "'''").trimEnd();
	return clean.trim() === "" ? [] : [`\`\`\`\n${tail(clean, logLimit)}\n\`\`\``];
}
