/** What Slack refuses of a webhook payload: the limits that its block kit reference gives. */

/** null: taken. Else the word that Slack answers with status 400. */
export type Refusal = "invalid_payload" | "no_text" | "invalid_blocks" | "msg_too_long";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function refusalOf(payload: unknown): Refusal | null {
	if (!isObject(payload)) return "invalid_payload";
	const { text, blocks, attachments } = payload;
	if (blocks !== undefined && !validBlocks(blocks)) return "invalid_blocks";
	const hasBlocks = Array.isArray(blocks) && blocks.length > 0;
	const hasAttachments = Array.isArray(attachments) && attachments.length > 0;
	if (text !== undefined && typeof text !== "string") return "invalid_payload";
	if ((text ?? "") === "" && !hasBlocks && !hasAttachments) return "no_text";
	return (text?.length ?? 0) > 40_000 ? "msg_too_long" : null;
}

function validBlocks(blocks: unknown): boolean {
	if (!Array.isArray(blocks) || blocks.length > 50) return false;
	const ids = blocks.filter(isObject).flatMap((block) => (block.block_id === undefined ? [] : [block.block_id]));
	return new Set(ids).size === ids.length && blocks.every(validBlock);
}

function validBlock(block: unknown): boolean {
	if (!isObject(block)) return false;
	if (typeof block.block_id === "string" && block.block_id.length > 255) return false;
	switch (block.type) {
		case "section":
			return validSection(block);
		case "header":
			return validText(block.text, 150, "plain_text");
		case "context":
			return listOf(block.elements, 10, (element) => validText(element, 3_000) || (isObject(element) && element.type === "image"));
		case "actions":
			return listOf(block.elements, 25, isObject);
		case "divider":
			return true;
		case "rich_text":
			return Array.isArray(block.elements);
		case "image":
			return typeof block.image_url === "string" && typeof block.alt_text === "string";
		default:
			return false;
	}
}

function validSection({ text, fields }: Record<string, unknown>): boolean {
	if (text === undefined && fields === undefined) return false;
	const textGood = text === undefined || validText(text, 3_000);
	return textGood && (fields === undefined || listOf(fields, 10, (field) => validText(field, 2_000)));
}

function listOf(value: unknown, most: number, valid: (each: unknown) => boolean): boolean {
	return Array.isArray(value) && value.length > 0 && value.length <= most && value.every(valid);
}

function validText(value: unknown, most: number, type?: string): boolean {
	if (!isObject(value)) return false;
	const kind = value.type;
	if (kind !== "mrkdwn" && kind !== "plain_text") return false;
	if (type !== undefined && kind !== type) return false;
	const { text } = value;
	return typeof text === "string" && text.length >= 1 && text.length <= most;
}
