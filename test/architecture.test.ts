import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { effectProblems } from "./architecture/effects.ts";
import { arrowProblem } from "./architecture/rooms.ts";
import { importsOf, sourcesIn } from "./architecture/source.ts";

const product = sourcesIn("functions", "shared");

describe("the product's source", () => {
	it("is there to be looked at", () => {
		expect(product.map((file) => file.path)).toEqual(
			expect.arrayContaining(["functions/index.ts", "shared/tick.ts", "shared/domain/decide.ts"]),
		);
	});

	it("imports one way: functions, app, tick, domain; adapters know domain and ports", () => {
		expect(product.flatMap((file) => importsOf(file).flatMap((target) => arrowProblem(file.path, target) ?? []))).toEqual([]);
	});

	it("has clock, timers, chance and environment variables in one place each", () => {
		expect(product.flatMap(effectProblems)).toEqual([]);
	});

	it("takes zod by a name that a bundler can prune", () => {
		// `import { z } from "zod"` brings all of zod and its languages: 450 KB.
		expect(product.filter((file) => /import\s*(type\s*)?\{[^}]*\}\s*from\s*"zod"/.test(file.text)).map((file) => file.path)).toEqual([]);
	});

	it("names files for what they are, never utils, helpers, common or manager", () => {
		const names = [...product, ...sourcesIn("infra", "test")].map((file) => file.path);
		expect(names.filter((path) => /(^|[-_.])(utils?|helpers?|common|managers?)([-_.]|$)/i.test(basename(path)))).toEqual([]);
		expect(names.filter((path) => /\/(utils?|helpers?|common|managers?)\//i.test(path))).toEqual([]);
	});
});

describe("an architecture that is broken is seen", () => {
	const file = (path: string, text: string) => ({ path, text });

	it.each([
		["domain asks an adapter", "shared/domain/a.ts", 'import { b } from "../adapters/b.ts";'],
		["domain asks a package", "shared/domain/a.ts", 'import { createHash } from "node:crypto";'],
		["domain asks for a type of the ports", "shared/domain/a.ts", 'import type {\n\tClock,\n} from "../ports.ts";'],
		["a tick makes its own adapter", "shared/tick.ts", 'import { createClock } from "./adapters/clock.ts";'],
		["an adapter knows the app", "shared/adapters/slack.ts", 'export { createApp } from "../app.ts";'],
		["a function runs a tick by itself", "functions/check-cluster.ts", 'import { tick } from "../shared/tick.ts";'],
		["the product loads something only later", "functions/a.ts", 'const b = await import("../shared/domain/b.ts");'],
		["the product knows that it is tested", "shared/app.ts", 'import "../test/world/state.ts";'],
	])("%s", (_what, path, text) => {
		expect(importsOf(file(path, text)).flatMap((target) => arrowProblem(path, target) ?? [])).toHaveLength(1);
	});

	it.each([
		"export const now = Date.now();",
		"export const now = new Date();",
		"export const now = new Date;",
		"export const text = Date();",
		"setTimeout(() => {}, 5);",
		"export const signal = AbortSignal.timeout(5);",
		'import { setTimeout } from "node:timers/promises"; export { setTimeout };',
		"export const id = crypto.randomUUID();",
		"export const luck = Math.random();",
		"export const user = process.env.USER;",
		'export const user = process["env"].USER;',
		"const { env } = process; export { env };",
	])("%s", (text) => {
		expect(effectProblems(file("shared/app.ts", text))).toHaveLength(1);
	});

	it("is not seen where there is none: in comments, texts, types, or a date that is told", () => {
		const text =
			'// Date.now()\n/** setTimeout */\nexport const a = "process.env"; export const b = new Date(5); export type C = typeof setTimeout;';
		expect(effectProblems(file("shared/app.ts", text))).toEqual([]);
	});
});
