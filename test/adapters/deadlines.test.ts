import { getActiveResourcesInfo } from "node:process";
import { describe, expect, it } from "vitest";
import { createDeadlines, DeadlinePassed } from "../../shared/adapters/deadlines.ts";

const deadlines = createDeadlines();
/** Timers that keep this process alive. */
const timers = (): number => getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("a deadline", () => {
	it("gives what the work gives", async () => {
		expect(await deadlines.within(20_000, async () => 7)).toBe(7);
	});

	it("gives the work's own failure, also one before its first wait", async () => {
		const failure = new Error("of the work");
		await expect(deadlines.within(20_000, () => Promise.reject(failure))).rejects.toBe(failure);
		const rash = (): Promise<never> => {
			throw failure;
		};
		await expect(deadlines.within(20_000, rash)).rejects.toBe(failure);
	});

	it("ends work that does not listen to its signal", async () => {
		await expect(deadlines.within(5, () => new Promise(() => {}))).rejects.toThrow(DeadlinePassed);
	});

	it("tells the work, and the caller hears of the deadline, not of what the work makes of it", async () => {
		let told: unknown;
		const obedient = (signal: AbortSignal) =>
			new Promise<never>((_, reject) => {
				signal.addEventListener("abort", () => {
					told = signal.reason;
					reject(new Error("aborted"));
				});
			});
		await expect(deadlines.within(5, obedient)).rejects.toThrow("no answer within 0.005 s");
		expect(told).toBeInstanceOf(DeadlinePassed);
	});

	it("leaves work that fails too late unheard: no rejection is left unhandled", async () => {
		const unhandled: unknown[] = [];
		const note = (reason: unknown): void => {
			unhandled.push(reason);
		};
		process.on("unhandledRejection", note);
		let fail: (reason: Error) => void = () => {};
		const late = new Promise<never>((_, reject) => {
			fail = reject;
		});
		await expect(deadlines.within(5, () => late)).rejects.toThrow(DeadlinePassed);
		fail(new Error("too late"));
		await new Promise((resolve) => setImmediate(resolve));
		process.off("unhandledRejection", note);
		expect(unhandled).toEqual([]);
	});

	it("leaves no timer behind, however the work ends", async () => {
		const before = timers();
		await deadlines.within(600_000, async () => 7);
		await deadlines.within(600_000, () => Promise.reject(new Error("x"))).catch(() => {});
		await deadlines
			.within(600_000, () => {
				throw new Error("x");
			})
			.catch(() => {});
		expect(timers()).toBe(before);
	});
});

describe("a sleep", () => {
	it("ends at once when it is called off, and leaves no timer", async () => {
		const before = timers();
		const stop = new AbortController();
		const slept = deadlines.sleep(600_000, stop.signal);
		stop.abort();
		await slept;
		await deadlines.sleep(600_000, stop.signal);
		expect(timers()).toBe(before);
	});

	it("of no time ends", async () => {
		await deadlines.sleep(0);
		await deadlines.sleep(-5);
	});
});
