import { describe, expect, it } from "vitest";
import { render } from "./slack/render.ts";
import { refusalOf } from "./slack/validate.ts";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

describe("what Slack refuses", () => {
	it("takes 50 blocks and texts of 3,000 characters, and not one more", () => {
		const blocks = (count: number, length: number) => ({ blocks: Array.from({ length: count }, () => section("x".repeat(length))) });
		expect(refusalOf(blocks(50, 3_000))).toBeNull();
		expect(refusalOf(blocks(51, 1))).toBe("invalid_blocks");
		expect(refusalOf(blocks(1, 3_001))).toBe("invalid_blocks");
	});

	it("wants some text, and no empty section", () => {
		expect(refusalOf({})).toBe("no_text");
		expect(refusalOf({ text: "" })).toBe("no_text");
		expect(refusalOf({ blocks: [section("")] })).toBe("invalid_blocks");
		expect(refusalOf({ text: "hello" })).toBeNull();
	});

	it("wants known blocks with unique ids and a plain header of 150 characters", () => {
		expect(refusalOf({ blocks: [{ type: "table" }] })).toBe("invalid_blocks");
		expect(
			refusalOf({
				blocks: [
					{ ...section("a"), block_id: "1" },
					{ ...section("b"), block_id: "1" },
				],
			}),
		).toBe("invalid_blocks");
		expect(refusalOf({ blocks: [{ type: "header", text: { type: "mrkdwn", text: "a" } }] })).toBe("invalid_blocks");
		expect(refusalOf({ blocks: [{ type: "header", text: { type: "plain_text", text: "x".repeat(151) } }] })).toBe("invalid_blocks");
	});

	it("refuses what is no object", () => {
		expect(refusalOf("hello")).toBe("invalid_payload");
		expect(refusalOf(undefined)).toBe("invalid_payload");
	});
});

describe("a message as a person reads it", () => {
	it("has its escapes resolved, once", () => {
		expect(render({ text: "oasis-svc: Succeeded -&gt; NotFound &amp;amp; more" })).toBe("oasis-svc: Succeeded -> NotFound &amp; more");
	});

	it("shows links by their label, and mentions as such", () => {
		expect(render({ text: "see <https://a.b/c?x=1&amp;y=2|the portal>, <!channel>" })).toBe(
			"see the portal (https://a.b/c?x=1&y=2), @channel",
		);
	});

	it("swallows what an unescaped angle bracket opens, as Slack does", () => {
		expect(render({ text: "a <b> c" })).toBe("a b c");
	});

	it("shows no stars around bold words, and code as it is", () => {
		expect(render({ text: "*needs you:* look at `a*b*c` and 2*3*4" })).toBe("needs you: look at `a*b*c` and 2*3*4");
	});

	it("is its blocks where it has any; its text is then only the notification", () => {
		const blocks = [
			{ type: "header", text: { type: "plain_text", text: "Held" } },
			section("*why*"),
			{ type: "divider" },
			{ type: "context", elements: [{ type: "mrkdwn", text: "run 7" }] },
		];
		expect(render({ text: "ping", blocks })).toBe("Held\nwhy\n---\nrun 7");
	});
});
