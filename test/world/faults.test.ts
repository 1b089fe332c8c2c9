import { describe, expect, it } from "vitest";
import { FaultBook } from "./fault-book.ts";
import { arm, fateOf, meet } from "./faults.ts";
import type { DnsFault, FaultRule } from "./types.ts";

const rule = (changes: Partial<FaultRule> = {}): FaultRule => ({ service: "arm", answer: { status: 503 }, ...changes });
const call = { service: "arm", method: "GET", path: "/subscriptions/s/managedClusters/c?api-version=1" } as const;

describe("a fault rule", () => {
	it("lets `skip` calls pass, then applies to `count`, then is used up", () => {
		const active = [arm(rule({ skip: 1, count: 2 }))];
		const met = [1, 2, 3, 4].map(() => meet(active, call) !== null);
		expect(met).toEqual([false, true, true, false]);
	});

	it("matches service, method and path, and counts only what matches", () => {
		const active = [arm(rule({ method: "GET", path: "/MANAGEDCLUSTERS/", count: 1 }))];
		expect(meet(active, { ...call, service: "table" })).toBeNull();
		expect(meet(active, { ...call, method: "PUT" })).toBeNull();
		expect(meet(active, { ...call, path: "/other" })).toBeNull();
		expect(meet(active, call)).not.toBeNull();
	});

	it("gives way to the next rule once it is used up", () => {
		const active = [arm(rule({ count: 1, answer: { status: 429 } })), arm(rule({ answer: { status: 500 } }))];
		expect([meet(active, call), meet(active, call)].map((met) => met?.answer.status)).toEqual([429, 500]);
	});

	it("says whether the service sees the call and what the caller gets", () => {
		expect(fateOf(null)).toEqual({ delayMs: 0, served: true, answer: "real" });
		expect(fateOf({ delayMs: 5 })).toEqual({ delayMs: 5, served: true, answer: "real" });
		expect(fateOf({ hang: true })).toMatchObject({ served: false, answer: "none" });
		expect(fateOf({ hang: true, dropAnswer: true })).toMatchObject({ served: true, answer: "none" });
		expect(fateOf({ reset: true })).toMatchObject({ served: false, answer: "cut" });
		expect(fateOf({ dropAnswer: true })).toMatchObject({ served: true, answer: "cut" });
		expect(fateOf({ body: {} })).toMatchObject({ served: false, answer: { status: 200, body: {} } });
	});

	it("that is no rule is refused", () => {
		expect(() => arm(rule({ path: "(" }))).toThrow();
		expect(() => arm({ service: "slack", answer: { dns: true } })).toThrow("arm only");
	});
});

describe("a dns fault", () => {
	const told: DnsFault[] = [];
	const book = new FaultBook((message) => told.push(message));

	it("is passed on when it is added and when it is removed, and meets no call", () => {
		book.add({ service: "arm", name: "blind", count: 2, answer: { dns: true } });
		expect(book.dns()).toEqual([{ type: "dns", host: "localhost", fail: true, count: 2 }]);
		expect(meet(book.active, call)).toBeNull();
		book.remove("blind");
		expect(book.dns()).toEqual([]);
		expect(told.map(({ fail }) => fail)).toEqual([true, false]);
	});
});
