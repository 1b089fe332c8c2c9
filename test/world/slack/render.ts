/** A message as a person reads it in Slack: blocks become lines, links their label, escapes their sign. */

type Json = Record<string, unknown>;

/** Where there are blocks, people see these; `text` is then only the notification. */
export function render(payload: unknown): string {
	const { text, blocks, attachments } = payload as { text?: string; blocks?: Json[]; attachments?: Json[] };
	const body = blocks !== undefined && blocks.length > 0 ? blocks.map(renderBlock) : [renderMarkdown(text ?? "")];
	const more = (attachments ?? []).map((each) => renderMarkdown(String(each.text ?? each.fallback ?? "")));
	return [...body, ...more].filter((part) => part !== "").join("\n");
}

function renderBlock(block: Json): string {
	switch (block.type) {
		case "divider":
			return "---";
		case "image":
			return `[image: ${String(block.alt_text)}]`;
		case "rich_text":
			return richText(block);
		case "actions":
			return list(block.elements)
				.map((element) => `[${textObject(element.text)}]`)
				.join(" ");
		case "context":
			return list(block.elements).map(textObject).join("  ");
		default:
			return [textObject(block.text), ...list(block.fields).map(textObject)].filter((part) => part !== "").join("\n");
	}
}

function list(value: unknown): Json[] {
	return Array.isArray(value) ? (value as Json[]) : [];
}

function textObject(value: unknown): string {
	const { type, text } = (value ?? {}) as { type?: string; text?: string };
	if (text === undefined) return "";
	return type === "plain_text" ? text : renderMarkdown(text);
}

function richText(node: Json): string {
	const { type, text, url } = node as { type?: string; text?: string; url?: string };
	if (type === "text") return text ?? "";
	if (type === "link") return linked(url ?? "", text);
	const inner = list(node.elements).map(richText).join("");
	return type === "rich_text_list"
		? list(node.elements)
				.map((each) => `- ${richText(each)}`)
				.join("\n")
		: inner;
}

function linked(url: string, label: string | undefined): string {
	return label === undefined || label === url ? url : `${label} (${url})`;
}

/** mrkdwn to plain text. A `<` that was not escaped swallows what follows, as it does in Slack. */
export function renderMarkdown(source: string): string {
	return source
		.split(/(```[\s\S]*?```|`[^`\n]*`)/)
		.map((part, index) => (index % 2 === 1 ? part : withoutBold(resolve(part))))
		.map(signs)
		.join("");
}

function resolve(source: string): string {
	return source.replace(/<([^<>]*)>/g, (_, inside: string) => {
		const [target = "", label] = inside.split("|");
		if (target.startsWith("!")) return `@${label ?? target.slice(1).split("^")[0]}`;
		if (target.startsWith("@") || target.startsWith("#")) return label ?? target;
		return linked(target, label);
	});
}

function withoutBold(source: string): string {
	return source.replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,:;!?])/gm, "$1$2");
}

function signs(source: string): string {
	return source.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
