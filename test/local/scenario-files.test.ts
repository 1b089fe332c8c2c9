import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actWords } from "./act-schema.ts";
import { parseScenario, readScenario, ScenarioRefused, storyNames } from "./scenario-files.ts";

const manual = readFileSync(new URL("../scenarios/README.md", import.meta.url), "utf8");
const smallest = { title: "Nothing happens.", until: { message: "." } };

function read(text: string) {
	return parseScenario("file.json", text);
}

/** What is said of a scenario that has `change` besides. */
function refusal(change: object): string {
	try {
		read(JSON.stringify({ ...smallest, ...change }));
		return "it was taken";
	} catch (error) {
		if (!(error instanceof ScenarioRefused)) throw error;
		return error.message;
	}
}

const doing = (action: unknown) => ({ timeline: [{ do: action }] });

describe("a scenario file", () => {
	it("needs no more than a title and an end", () => {
		expect(read(JSON.stringify(smallest))).toMatchObject({ speed: 1, timeline: [], within: "45s", expect: { never: [] } });
	});

	it.each([
		["a key that is none", { titel: "x" }, "/titel"],
		["a setting that the app lacks", { settings: { HEALTHY_INTERVALL: "1s" } }, "/settings/HEALTHY_INTERVALL"],
		["a missing end", { until: undefined }, "/until"],
		["an end that says nothing that can be seen", { until: { mesage: "x" } }, "/until/mesage"],
		["two ends at once", { until: { message: "x", tick: {} } }, "/until/tick"],
		["an expression that is none", { until: { message: "(" } }, "/until/message"],
		["a time that is none", { within: "5 minutes" }, "/within"],
		["an act that is none", doing({ act: "deleteGruops" }), "/timeline/0/do/act"],
		["a field that an act lacks", doing([{ act: "deleteGroups", takes: 1 }]), "/timeline/0/do/0/takes"],
		["a rule that the platform lacks", doing({ act: "setRules", rules: { startsLate: 1 } }), "/timeline/0/do/rules/startsLate"],
		["an action that is none", doing({ explode: true }), "/timeline/0/do/explode"],
		["an action that is no object", doing("killApp"), "/timeline/0/do"],
		["an empty list of actions", doing([]), "/timeline/0/do"],
		["a service that is none", { faults: [{ service: "queue", answer: { hang: true } }] }, "/faults/0/service"],
		["a fault that says nothing of the answer", { faults: [{ service: "arm", answer: {} }] }, "/faults/0/answer"],
		["a dns fault where there is no name", { faults: [{ service: "table", answer: { dns: true } }] }, "/faults/0/answer/dns"],
		["a knob that the stand-in lacks", { world: { repository: { deployBreaks: 1 } } }, "/world/repository/deployBreaks"],
		["a phase that is none", { expect: { finalPhase: "Done" } }, "/expect/finalPhase"],
		["a step in lower case", { expect: { inOrder: [{ call: { service: "arm", method: "get" } }] } }, "/expect/inOrder/0/call/method"],
		["a key with a slash in it", doing({ act: "deleteGroups", "a/b": 1 }), "/timeline/0/do/a~1b"],
	])("is refused for %s, by its place", (_, change, place) => {
		expect(refusal(change)).toContain(`\n  ${place}: `);
	});

	it("is refused when it is no JSON, and when it is not there", () => {
		expect(() => read("{")).toThrow("file.json is no JSON");
		expect(() => readScenario("/no/such/file.json")).toThrow(ScenarioRefused);
	});
});

describe("the stories", () => {
	it.each(storyNames())("%s can be read", (name) => {
		expect(readScenario(name).title).not.toBe("");
	});

	it("are named to who asks for one that is none", () => {
		expect(() => readScenario("nope")).toThrow(`there is no story nope. Stories: ${storyNames().join(", ")}`);
	});
});

describe("the manual of scenarios", () => {
	it("has an example that can be read", () => {
		const example = /<!-- example:begin -->\n```json\n(.*?)```/s.exec(manual)?.[1] ?? "";
		expect(read(example).expect.inOrder).not.toEqual([]);
	});

	it.each(actWords)("tells of the act %s", (word) => {
		expect(manual).toContain(`"act": "${word}"`);
	});
});
