import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { tailOf } from "../../shared/adapters/log-tail.ts";
import { armAccess, armError } from "./arm-access.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";
import { start } from "./samples.ts";

let arm: Loopback;
beforeAll(async () => {
	arm = await loopback();
});
afterAll(() => arm.close());

function tail(reply: Reply): Promise<string | null> {
	arm.says(reply);
	return createContainerGroups(armAccess(arm.origin)).logTail(start);
}

describe("the end of a container's log", () => {
	it.each<[string, Reply]>([
		["404 ContainerLogNotAvailable", { status: 404, body: armError("ContainerLogNotAvailable") }],
		["a null content", { status: 200, body: { content: null } }],
		["{}", { status: 200, body: {} }],
		["an empty content", { status: 200, body: { content: "" } }],
		["blank lines", { status: 200, body: { content: "\n \n\n" } }],
		["nothing", { status: 200 }],
		["null", { status: 200, body: null }],
		["a page", { status: 200, body: "<html></html>", headers: { "content-type": "text/html" } }],
		["a number", { status: 200, body: { content: 7 } }],
		["409", { status: 409, body: armError("ContainerGroupTransitioning") }],
		["503", { status: 503 }],
		["a reset", "reset"],
	])("is none to be had, and no trouble, after %s", async (_name, reply) => {
		expect(await tail(reply)).toBeNull();
		expect(arm.asked).toHaveLength(1);
	});

	it("is bounded, however much there is of it without a line's end", async () => {
		const log = `${"x".repeat(4 * 1024 * 1024)}the end`;
		const seen = await tail({ status: 200, body: { content: log } });
		expect(seen).toHaveLength(4_000);
		expect(seen?.endsWith("the end")).toBe(true);
	});

	it("is its last lines", async () => {
		const log = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join("\n");
		const lines = (await tail({ status: 200, body: { content: `${log}\n` } }))?.split("\n") ?? [];
		expect(lines).toHaveLength(80);
		expect(lines.at(-1)).toBe("line 999");
	});

	it("never begins with half a character", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 3 }), (shift) => {
				const seen = tailOf("x".repeat(shift) + "😀".repeat(3_000)) ?? "";
				expect(seen).not.toMatch(/\p{Surrogate}/u);
				expect(seen.length).toBeGreaterThan(3_990);
			}),
		);
	});
});
