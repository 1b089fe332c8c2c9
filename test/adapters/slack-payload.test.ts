import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slackPayload } from "../../shared/adapters/slack-payload.ts";
import type { Message } from "../../shared/domain/message.ts";
import { render } from "../world/slack/render.ts";
import { refusalOf } from "../world/slack/validate.ts";

const environment = "pers-usw3oasi-svc in hcp-underlay-pers-usw3oasi-svc";
const message: Message = {
	kind: "RedeployFailed",
	title: "redeploy 1 of 3 failed: deploy (code 50)",
	lines: ["make failed.", "It is cleaned up and tried again after 14:20 UTC."],
	log: null,
	weight: "transition",
};

function payload(changes: Partial<Message> = {}, plain = false) {
	return slackPayload(environment, { ...message, ...changes }, plain);
}

/** Texts of the blocks. */
function sections(changes: Partial<Message>): readonly string[] {
	return (payload(changes).blocks ?? []).map((block) => block.text.text);
}

const esc = String.fromCharCode(27);

describe("a message in Slack", () => {
	it("shows title, environment and lines", () => {
		expect(render(payload())).toBe([message.title, environment, ...message.lines].join("\n"));
	});

	it("has its title as the notification's text", () => {
		expect(payload().text).toBe(message.title);
	});

	it("as plain text says the same without blocks", () => {
		const plain = payload({ log: "make: *** [deploy] Error 1" }, true);
		expect(plain).not.toHaveProperty("blocks");
		expect(render(plain)).toContain([message.title, environment, ...message.lines].join("\n"));
		expect(plain.text).toContain("```\nmake: *** [deploy] Error 1\n```");
	});

	it("mentions nobody and links nothing by what others wrote: <, > and & are escaped", () => {
		const hostile = "<!channel> <https://evil.example|good> a&b";
		for (const plain of [true, false]) {
			const text = JSON.stringify(payload({ title: hostile, lines: [hostile], log: hostile }, plain));
			expect(text).not.toMatch(/<|>|&(?!(amp|lt|gt);)/);
			expect(text).toContain("&lt;!channel&gt;");
			expect(text).toContain("a&amp;b");
		}
	});

	it("keeps a whole portal link of the longest names", () => {
		const link = `https://portal.azure.com/#resource/subscriptions/${"0".repeat(36)}/resourceGroups/${"g".repeat(90)}/providers/Microsoft.ContainerService/managedClusters/${"c".repeat(63)}`;
		expect(render(slackPayload(link, message, false))).toContain(link);
	});

	it("leaves out what is blank: Slack takes no empty section", () => {
		expect(sections({ lines: ["", " \n"], log: " \n\n" })).toEqual([`*${message.title}*\n${environment}`]);
	});

	it.each([true, false])("is within Slack's limits whatever it holds (plain: %s)", (plain) => {
		const long = fc.string({
			unit: fc.constantFrom("a", "&", "<", "`", "\n", "\r", "😀", "\ud83d", "\udc00", esc, "\u0000"),
			maxLength: 6_000,
		});
		const any = fc.record({
			title: fc.oneof(long, fc.string({ unit: "binary" })),
			lines: fc.array(long, { maxLength: 120 }),
			log: fc.option(long),
		});
		fc.assert(
			fc.property(any, (changes) => {
				const made = payload({ ...changes, title: `x${changes.title}` }, plain);
				expect(refusalOf(made)).toBeNull();
				const text = JSON.stringify(made);
				expect(text).not.toMatch(/\\u0000|\\ud83d|\\udc00|\\u001b/i);
				expect(text).not.toMatch(/\p{Surrogate}/u);
			}),
			{ numRuns: 60 },
		);
	});

	it("loses its last lines, not its log, when there are more than Slack takes", () => {
		const lines = Array.from({ length: 100 }, (_, index) => `${index} ${"x".repeat(2_400)}`);
		const made = sections({ lines, log: "the end" });
		expect(made).toHaveLength(50);
		expect(made[1]).toMatch(/^0 x/);
		expect(made.at(-1)).toBe("```\nthe end\n```");
		expect(payload({ lines, log: "the end" }, true).text).toMatch(/the end\n```$/);
	});
});

describe("the end of a log in Slack", () => {
	const block = (log: string): string => sections({ log }).at(-1) ?? "";

	it("is a block of code that it cannot break out of", () => {
		for (const log of ["a ``` b", "``````", "````", "```\n*bold*"]) {
			expect(block(log).match(/```/g)).toHaveLength(2);
			expect(block(log)).toMatch(/^```\n[\s\S]*\n```$/);
		}
	});

	it("is about its last thousand characters, from the beginning of a line, and says that something is missing", () => {
		const log = Array.from({ length: 400 }, (_, index) => `line ${index}`).join("\n");
		const made = block(log);
		expect(made.length).toBeLessThan(1_020);
		expect(made.length).toBeGreaterThan(900);
		expect(made).toMatch(/^```\n…\nline \d+\n/);
		expect(made).toMatch(/line 399\n```$/);
	});

	it("is still within a section when every character needs an escape", () => {
		expect(block("&".repeat(5_000)).length).toBeLessThanOrEqual(1_020);
	});

	it("never begins with half a character or half an escape", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 8 }), (shift) => {
				const made = block(`${"<😀".repeat(1_000)}${"x".repeat(shift)}`);
				expect(made).not.toMatch(/\p{Surrogate}/u);
				expect(made.replaceAll("&lt;", "")).not.toMatch(/[&;]/);
			}),
		);
	});

	it("is what a terminal would show: no colours, no titles, of a progress line its last text", () => {
		const log = `${esc}[31merror${esc}[0m\r\n${esc}]0;title\u0007 10%\r 50%\r100%\ndone${esc}[2K`;
		expect(block(log)).toBe("```\nerror\n100%\ndone\n```");
	});
});
