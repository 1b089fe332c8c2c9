/** Reaching past the ports: clocks, timers, chance and environment variables, each allowed in one file. */
import { processEnvironment } from "./rooms.ts";
import { codeOf, importsOf, type SourceFile } from "./source.ts";

/** One way of reaching past the ports. */
export interface Effect {
	readonly what: string;
	readonly allowedIn: string;
	readonly inCode: RegExp;
	/** Packages by which the same is had. */
	readonly packages: readonly string[];
}

/** All that are looked for. */
export const effects: readonly Effect[] = [
	{
		what: "a clock",
		allowedIn: "shared/adapters/clock.ts",
		inCode: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(|\bperformance\.|\bprocess\.(hrtime|uptime)\b/,
		packages: ["node:perf_hooks", "perf_hooks"],
	},
	{
		what: "a timer",
		allowedIn: "shared/adapters/deadlines.ts",
		inCode: /(?<![.\w])(setTimeout|setInterval|setImmediate)\b|\bAbortSignal\.timeout\b/,
		packages: ["node:timers", "node:timers/promises", "timers", "timers/promises"],
	},
	{
		what: "chance",
		allowedIn: "shared/adapters/random.ts",
		inCode: /\bMath\.random\b|\b(randomUUID|randomBytes|randomInt|getRandomValues)\b/,
		packages: [],
	},
	{
		what: "environment variables",
		allowedIn: processEnvironment,
		inCode: /\bprocess\.env\b|\bprocess\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/,
		packages: ["node:process", "process"],
	},
];

/** Sentences about effects in a file that may not have them. */
export function effectProblems(file: SourceFile): readonly string[] {
	const code = codeOf(file);
	const imports = importsOf(file);
	return effects
		.filter((effect) => effect.allowedIn !== file.path)
		.filter((effect) => effect.inCode.test(code) || effect.packages.some((name) => imports.includes(name)))
		.map((effect) => `${file.path} reaches for ${effect.what}, which belongs to ${effect.allowedIn}`);
}
