import { describe, expect, it } from "vitest";
import type { Seen, StoryEvent } from "./events.ts";
import { failuresOf } from "./expectations.ts";
import { parseScenario } from "./scenario-files.ts";

/** What does not hold of these events, a second apart unless they say otherwise. */
function failures(expected: object, ...story: readonly (Seen | readonly [Seen, number])[]): readonly string[] {
	const events = story.map((each, index): StoryEvent => {
		const [seen, at] = Array.isArray(each) ? each : [each as Seen, index * 1_000];
		return { at, begun: at, seen };
	});
	const scenario = parseScenario("file.json", JSON.stringify({ title: "x", until: { message: "." }, expect: expected }));
	return failuresOf(scenario.expect, events);
}

let number = 0;
function call(status: number): Seen {
	number += 1;
	const record = {
		n: number,
		at: "",
		service: "arm" as const,
		method: "GET",
		url: "/cluster?api-version=1",
		status,
		ms: 1,
		request: null,
		response: null,
	};
	return { kind: "call", record, begun: 0 };
}
const slack = (text: string): Seen => ({ kind: "slack", text, payload: {}, accepted: true });
const tick = (line: Record<string, unknown>): Seen => ({ kind: "tick", line });
const seen = (status: number) => ({ call: { service: "arm", path: "/CLUSTER", status } });

describe("steps in order", () => {
	it("hold when each is seen after the one before, whatever else is seen", () => {
		expect(failures({ inOrder: [seen(200), seen(404), seen(200)] }, call(200), call(500), call(404), call(200))).toEqual([]);
	});

	it("do not hold the other way round", () => {
		expect(failures({ inOrder: [seen(404), seen(200)] }, call(200), call(404))[0]).toContain("step 2 was not seen");
	});

	it("are counted until the next one is seen", () => {
		const counted = (times: number) => ({ inOrder: [{ ...seen(404), exactly: times }, seen(200)] });
		const story = [call(404), call(404), call(200), call(404)];
		expect(failures(counted(2), ...story)).toEqual([]);
		expect(failures(counted(3), ...story)[0]).toContain("was seen 2 times instead of 3");
	});

	it("are apart as far as they say", () => {
		const apart = { inOrder: [{ ...seen(404), exactly: 2, apart: "900ms" }] };
		expect(failures(apart, [call(404), 0], [call(404), 950])).toEqual([]);
		expect(failures(apart, [call(404), 0], [call(404), 850])).toEqual(["step 1 was seen twice within 850 ms"]);
	});

	it("go by the arrival of calls, not by their end", () => {
		const first = call(200);
		const second = call(404);
		expect(failures({ inOrder: [seen(200), seen(404)] }, [second, 10], [first, 0])).toEqual([]);
	});

	it("stay in order when the story sets its clock back", () => {
		const { expect: expected } = parseScenario(
			"file.json",
			JSON.stringify({ title: "x", until: { message: "." }, expect: { inOrder: [{ message: "^ahead" }, { message: "^back" }] } }),
		);
		const events = [
			{ at: 3_600_000, begun: 1, seen: slack("ahead") },
			{ at: 5, begun: 2, seen: slack("back") },
		];
		expect(failuresOf(expected, events)).toEqual([]);
		expect(failuresOf(expected, [...events].reverse())).toEqual([]);
	});
});

describe("what must never be seen", () => {
	const bounded = { never: [{ ...seen(404), from: { message: "^paused" }, to: { message: "^resumed" } }] };

	it("fails wherever it is seen", () => {
		expect(failures({ never: [seen(404)] }, call(200), call(404))[0]).toContain("was not to be seen");
		expect(failures({ never: [seen(404)] }, call(200))).toEqual([]);
	});

	it("may be seen outside its bounds", () => {
		expect(failures(bounded, call(404), slack("paused"), call(200), slack("resumed"), call(404))).toEqual([]);
		expect(failures(bounded, slack("paused"), call(404), slack("resumed"))[0]).toContain("was not to be seen");
		expect(failures(bounded, call(404))).toEqual([]);
	});
});

describe("messages, counts and the end", () => {
	it("want the first lines of all messages, in order and no more", () => {
		const messages = ["Succeeded -> NotFound$", "^back"];
		expect(failures({ messages }, slack("oasis: Succeeded -> NotFound\nmore"), slack("back after 1m"))).toEqual([]);
		expect(failures({ messages }, slack("back after 1m"))[0]).toContain("message 1 is «back after 1m»");
		expect(failures({ messages: ["^back"] }, slack("back"), slack("held"))).toEqual(["one message more than expected: «held»"]);
	});

	it("do not see a message that Slack refused", () => {
		expect(failures({ messages: [] }, { kind: "slack", text: "x", payload: {}, accepted: false })).toEqual([]);
	});

	it("count what was seen", () => {
		expect(failures({ counts: [{ of: { message: "back" }, atLeast: 1, atMost: 2 }] }, slack("back"))).toEqual([]);
		expect(failures({ counts: [{ of: { message: "back" }, exactly: 2 }] }, slack("back"))[0]).toContain("seen 1 times");
	});

	it("want the last tick in its phase", () => {
		const ticks = [tick({ tick: "checkCluster", phase: "Deploying" }), tick({ tick: "checkCluster", phase: "Watching" })];
		expect(failures({ finalPhase: "Watching" }, ...ticks)).toEqual([]);
		expect(failures({ finalPhase: "Deploying" }, ...ticks)).toEqual(["the last phase was Watching instead of Deploying"]);
	});

	it("let no tick fail unless the story says so, and a cluster be Failed", () => {
		const failed = tick({ tick: "checkCluster", reason: "Failed", error: "the table is gone" });
		expect(failures({}, failed)).toEqual(["a tick failed: the table is gone"]);
		expect(failures({ failedTicks: true }, failed)).toEqual([]);
		expect(failures({}, tick({ tick: "checkCluster", phase: "Watching", reason: "Failed" }))).toEqual([]);
	});
});
