import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDeadlines } from "../../shared/adapters/deadlines.ts";
import { createHeartbeat } from "../../shared/adapters/heartbeat.ts";
import type { Deadlines } from "../../shared/ports.ts";
import { virtualClock } from "../memory/clock.ts";
import { deadlinesOnDemand, hangs } from "./arm-access.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";

let receiver: Loopback;
beforeAll(async () => {
	receiver = await loopback();
});
beforeEach(() => receiver.says({ status: 200, body: "OK" }));
afterAll(() => receiver.close());

const minute = 60_000;

function heart(deadlines: Deadlines = createDeadlines()) {
	const clock = virtualClock("2026-11-30T09:15:00.000Z");
	const { beat } = createHeartbeat(`${receiver.origin}/ping/a-secret`, clock, deadlines, 20_000);
	return { beat, clock };
}

const asked = (): readonly string[] => receiver.asked.map((one) => one.url);

describe("the heartbeat", () => {
	it("is told of a good tick, and at its /fail of a bad one", async () => {
		const { beat } = heart();
		await beat(true);
		await beat(false);
		expect(asked()).toEqual(["/ping/a-secret", "/ping/a-secret/fail"]);
	});

	it("beats at most every ten minutes, each kind by itself", async () => {
		const { beat, clock } = heart();
		for (let tick = 0; tick < 20; tick++) {
			await beat(true);
			clock.advance(minute);
		}
		expect(asked()).toHaveLength(2);
		await beat(false);
		expect(asked()).toHaveLength(3);
	});

	it("is none where no address is set", async () => {
		await createHeartbeat(null, virtualClock("2026-11-30T09:15:00.000Z"), createDeadlines(), 20_000).beat(true);
		expect(asked()).toEqual([]);
	});

	it.each<[string, Reply]>([
		["500", { status: 500 }],
		["404", { status: 404 }],
		["a reset", "reset"],
		["a redirect", { status: 302, headers: { location: "/elsewhere" } }],
	])("costs no tick when its receiver answers %s", async (_name, reply) => {
		receiver.says(reply);
		await expect(heart().beat(true)).resolves.toBeUndefined();
		expect(asked()).toEqual(["/ping/a-secret"]);
	});

	it("costs no tick when its receiver never answers", async () => {
		const deadlines = deadlinesOnDemand();
		receiver.says(hangs(deadlines));
		await expect(heart(deadlines).beat(true)).resolves.toBeUndefined();
	});
});
