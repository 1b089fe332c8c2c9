import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runStages, startedTwiceCode } from "../../shared/domain/run-stages.ts";
import { script } from "./script.ts";

const lib = join(dirname(script), "lib");
const text = [script, ...readdirSync(lib).map((name) => join(lib, name))].map((path) => readFileSync(path, "utf8")).join("\n");

/** Pairs of stage and code that the script can end a run with. */
function written(): string[] {
	const stages = [...text.matchAll(/^\t+stage (\S+) (\d+) /gm)].map(([, stage, code]) => `${stage} ${code}`);
	const lines = [...text.matchAll(/line "stage=(\S+) code=(\d+)"/g)].map(([, stage, code]) => `${stage} ${code}`);
	const late = [...text.matchAll(/^make_(\w+)\(\) \{\n(?:\t.*\n)*?\tjudge_make "\$status" (\d+)/gm)].map(
		([, stage, code]) => `${stage} ${code}`,
	);
	return [...new Set([...stages, ...lines, ...late, "end 0"])].sort();
}

describe("the script's stages", () => {
	it("and their codes are those of the domain's table, and the turned away ones", () => {
		const known = runStages.map(({ stage, code }) => `${stage} ${code}`);
		const turnedAway = ["revoked", "started-twice"].map((stage) => `${stage} ${startedTwiceCode}`);
		expect(written()).toEqual([...known, ...turnedAway].sort());
	});

	it("that are ended with another stage's code use one of the table", () => {
		const codes = [...text.matchAll(/code_override=(\d+)/g)].map(([, code]) => Number(code));
		expect(codes).not.toEqual([]);
		expect(codes.filter((code) => !runStages.some((row) => row.code === code))).toEqual([]);
	});
});
