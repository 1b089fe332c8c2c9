import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords } from "../../shared/settings/words.ts";
import { problemsWith, settingsWith } from "./reading.ts";

/** What bash makes of each text, when none of its expansions has anything to do. */
function bashWords(texts: readonly string[]): readonly (readonly string[])[] {
	const show = `show() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\n\\0'; }`;
	const printed = execFileSync("bash", ["-f", "-c", [show, ...texts.map((text) => `show ${text}`)].join("\n")], { encoding: "utf8" });
	return printed
		.split("\n\0")
		.slice(0, -1)
		.map((words) => words.split("\0").slice(0, -1));
}

describe("words for make", () => {
	it.each([
		[
			"USE_LATEST_IMAGES=1 STEP_CACHE_DIR= EXTRA_ARGS=--concurrency=16",
			["USE_LATEST_IMAGES=1", "STEP_CACHE_DIR=", "EXTRA_ARGS=--concurrency=16"],
		],
		["EXTRA_ARGS='--concurrency=16 --region eastus'", ["EXTRA_ARGS=--concurrency=16 --region eastus"]],
		['A="b c"d', ["A=b cd"]],
		["a\\ b", ["a b"]],
		["'$HOME' '`id`' '#1' 'a;b'", ["$HOME", "`id`", "#1", "a;b"]],
		["FILES=*.yaml ?", ["FILES=*.yaml", "?"]],
		["a$ {b,c} ~/d !e [f]", ["a$", "{b,c}", "~/d", "!e", "[f]"]],
		["", []],
		["   ", []],
	])("%s", (text, words) => {
		expect(splitWords(text)).toEqual({ ok: true, value: words });
	});

	it.each([
		["A=$HOME", "variable"],
		['A="$HOME"', "variable"],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's, not a template's
		["A=${HOME}", "variable"],
		["A=${", "variable"],
		["A=$1 $$ $?", "variable"],
		["A=$(id)", "shell operator"],
		["A=`id`", "backtick"],
		['A="\\`id\\`"', "backtick"],
		["a; b", "shell operator ;"],
		["a && b", "shell operator &&"],
		["a | b", "shell operator |"],
		["a > b", "shell operator >"],
		["a <(b)", "shell operator <("],
		["a & b", "shell operator &"],
		["a # b", "unquoted #"],
		["a#b", "unquoted #"],
		["'a", "quote that is not closed"],
		['a"b', "quote that is not closed"],
		["a\\", "ends in a backslash"],
		["$'a\\n'", "$ before a quote"],
		['$"a"', "$ before a quote"],
		["a\nb", "line break"],
		["a\tb", "line break"],
		["a ''", "empty word"],
	])("does not take %j", (text, why) => {
		const result = splitWords(text);
		expect(result.ok ? "taken" : result.sentence).toContain(why);
	});

	it("come back as they were from quotes, whatever is in them", () => {
		fc.assert(
			fc.property(fc.array(fc.string({ minLength: 1, unit: "grapheme-ascii" }), { maxLength: 6 }), (words) => {
				const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
				expect(splitWords(quoted)).toEqual({ ok: true, value: words });
			}),
		);
	});

	it("are split as bash splits them", () => {
		const piece = fc.oneof(
			fc.stringMatching(/^[a-zA-Z0-9_=.,/:@%+-]{1,5}$/),
			fc.stringMatching(/^'[a-z $#;&|<>()*?"\\`]{0,5}'$/),
			fc.stringMatching(/^"[a-z #;&|<>()*?'=]{0,5}"$/),
			fc.constantFrom('"\\""', '"\\\\"', '"\\$x"', "\\'", '\\"', "\\\\", "\\;", "\\ ", "\\#", "\\$x", "*", "?"),
			fc.constantFrom(" ", "  "),
		);
		const texts = fc.sample(
			fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join("")),
			{ numRuns: 500, seed: 20261130 },
		);
		const bash = bashWords(texts);
		const compared = texts.flatMap((text, at) => {
			const ours = splitWords(text);
			return ours.ok ? [{ text, words: ours.value, bash: bash[at] }] : [];
		});
		expect(compared.length).toBeGreaterThan(200);
		for (const { text, words, bash: theirs } of compared) expect(words, text).toEqual(theirs);
	});

	it("are never taken from the environment", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...Object.keys(process.env)),
				fc.constantFrom("@", "{@}"),
				fc.constantFrom("#", '"#"', "x#y"),
				(name, form, around) => {
					const result = splitWords(around.replace("#", `$${form.replace("@", name)}`));
					expect(result.ok).toBe(false);
				},
			),
		);
	});

	it("are words or a sentence for any text at all", () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(..."ab '\"\\$`#*?;&|<>(){}\n=") }), (text) => {
				const result = splitWords(text);
				if (!result.ok) expect(result.sentence).toMatch(/^(has|ends) .*\.$/);
				else expect(result.value.every((word) => word !== "" && !word.includes("\n"))).toBe(true);
			}),
		);
	});
});

describe("settings that are words", () => {
	it("may be empty: no words", () => {
		const { deployMakeArgs, cleanupMakeArgs, postDeployTargets } = settingsWith({
			DEPLOY_MAKE_ARGS: "",
			CLEANUP_MAKE_ARGS: "",
			POST_DEPLOY_TARGETS: "",
		});
		expect([deployMakeArgs, cleanupMakeArgs, postDeployTargets]).toEqual([[], [], []]);
	});

	it("are make targets where make would take anything else for an option or assignment", () => {
		expect(settingsWith({ POST_DEPLOY_TARGETS: "infra.tracing infra.cosmos.access" }).postDeployTargets).toEqual([
			"infra.tracing",
			"infra.cosmos.access",
		]);
		expect(Object.keys(problemsWith({ POST_DEPLOY_TARGETS: "infra.tracing -k" }))).toEqual(["POST_DEPLOY_TARGETS"]);
		expect(Object.keys(problemsWith({ DEPLOY_TARGET: "CLEANUP_DRY_RUN=true" }))).toEqual(["DEPLOY_TARGET"]);
		expect(Object.keys(problemsWith({ CLEANUP_TARGET: "--version" }))).toEqual(["CLEANUP_TARGET"]);
		expect(Object.keys(problemsWith({ CLEANUP_TARGET: "two targets" }))).toEqual(["CLEANUP_TARGET"]);
	});
});
