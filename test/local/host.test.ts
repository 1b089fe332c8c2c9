import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stop as stopEsbuild } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../infra/package/bundle.ts";
import { type AppOptions, AppProcess } from "./app-process.ts";
import type { HostMessage } from "./host-messages.ts";

let dir: string;
let bundles: AppOptions["bundles"];
const running: AppProcess[] = [];

beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "host-test-"));
	bundles = { app: join(dir, "app.cjs"), host: join(dir, "host.cjs") };
	const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
	await Promise.all([bundle(here("./fixture-app.ts"), bundles.app), bundle(here("./host.ts"), bundles.host)]);
	await stopEsbuild();
});
afterAll(async () => {
	for (const app of running) await app.kill();
	await rm(dir, { recursive: true });
});

class Hosted {
	readonly said: HostMessage[] = [];
	readonly app: AppProcess;
	#heard = () => {};

	constructor(variables: Readonly<Record<string, string>>, speed: number) {
		const onMessage = (message: HostMessage) => {
			this.said.push(message);
			this.#heard();
		};
		this.app = new AppProcess({ bundles, variables, speed, origin: Date.now(), onMessage });
	}

	/** Waits for as many messages that answer true; the test's own deadline ends what never comes. */
	async hear<T extends HostMessage>(is: (message: HostMessage) => message is T, times = 1): Promise<T[]> {
		for (;;) {
			const heard = this.said.filter(is);
			if (heard.length >= times) return heard;
			await new Promise<void>((resolve) => {
				this.#heard = resolve;
			});
		}
	}

	get logs(): string[] {
		return this.said.filter(isLog).map(({ text }) => text);
	}
}

type Of<T extends HostMessage["type"]> = Extract<HostMessage, { type: T }>;
const isLog = (message: HostMessage): message is Of<"log"> => message.type === "log";
const isEnded = (message: HostMessage): message is Of<"ended"> => message.type === "ended";
const isListed = (message: HostMessage): message is Of<"listed"> => message.type === "listed";
const isUnhandled = (message: HostMessage): message is Of<"unhandled"> => message.type === "unhandled";

function host(variables: Readonly<Record<string, string>>, speed = 1): Hosted {
	const hosted = new Hosted(variables, speed);
	running.push(hosted.app);
	hosted.app.start();
	return hosted;
}

// Most of the time each one waits for its timer.
describe.concurrent("the host", () => {
	it("lists what the app registers through the real library, with its schedule", async () => {
		const [listed] = await host({ SCHEDULE: "0 30 9 * * 1" }).hear(isListed);
		expect(listed?.functions).toEqual([{ name: "subject", schedule: "0 30 9 * * 1" }]);
	});

	it("fires a timer in each slot, with the timer's data as the library hands it on", async () => {
		const [first, second] = await host({}).hear(isLog, 2);
		const [one, other] = [first, second].map((line) => JSON.parse(line?.text ?? "") as { timer: unknown; at: number });
		expect(one?.timer).toMatchObject({ isPastDue: false, schedule: { adjustForDST: true } });
		expect(Math.floor((other?.at ?? 0) / 1000)).toBeGreaterThan(Math.floor((one?.at ?? 0) / 1000));
	});

	it("wants day of month and day of week both, as NCRONTAB does", async () => {
		const today = new Date();
		const otherWeekday = (today.getUTCDay() + 3) % 7;
		const never = host({ SCHEDULE: `* * * ${today.getUTCDate()} * ${otherWeekday}` });
		const each = host({ SCHEDULE: `* * * ${today.getUTCDate()} * ${today.getUTCDay()}` });
		await Promise.all([never.hear(isListed), each.hear(isLog, 2)]);
		expect(never.logs).toEqual([]);
	});

	it("does not take a slot that is months away for now", async () => {
		const month = new Date().getUTCMonth();
		const far = host({ SCHEDULE: `0 0 0 1 ${((month + 6) % 12) + 1} *` });
		const near = host({});
		await Promise.all([far.hear(isListed), near.hear(isLog, 2)]);
		expect(far.logs).toEqual([]);
	});

	it("never runs a timer beside itself: late slots are dropped", async () => {
		const hosted = host({ DOES: "takeLong" });
		await hosted.hear(isEnded, 2);
		expect(hosted.logs.slice(0, 4)).toEqual(["begin", "end", "begin", "end"]);
	});

	it("fires a timer by hand", async () => {
		const hosted = host({ SCHEDULE: "0 0 0 29 2 *" });
		await hosted.hear(isListed);
		hosted.app.tell({ type: "fire", name: "subject" });
		await hosted.hear(isLog);
	});

	it("tells a failed invocation from one that ended well", async () => {
		expect((await host({ DOES: "fail" }).hear(isEnded))[0]).toEqual({ type: "ended", name: "subject", ok: false, error: "it failed" });
		expect((await host({}).hear(isEnded))[0]).toEqual({ type: "ended", name: "subject", ok: true, error: null });
	});

	it("never swallows a rejection that nobody waited for", async () => {
		expect((await host({ DOES: "forget" }).hear(isUnhandled))[0]?.error).toBe("nobody waited");
	});

	it("tells when the app's process ends by itself", async () => {
		const hosted = host({});
		await hosted.hear(isListed);
		process.kill(hosted.app.pid ?? 0, "SIGKILL");
		expect((await hosted.hear(isUnhandled))[0]?.error).toContain("ended by itself (SIGKILL)");
	});

	it("makes a name fail to resolve, so many times, and resolve again", async () => {
		const hosted = host({ DOES: "lookUp" });
		await hosted.hear(isListed);
		hosted.app.tell({ type: "dns", host: "localhost", fail: true, count: 1 });
		const isFailed = (message: HostMessage): message is Of<"ended"> => isEnded(message) && !message.ok;
		expect((await hosted.hear(isFailed))[0]?.error).toContain("ENOTFOUND");
		const ends = await hosted.hear(isEnded, hosted.said.filter(isEnded).length + 1);
		expect(ends.at(-1)?.ok).toBe(true);
	});

	it("lets the app's clocks run faster, and its timers with them", async () => {
		const begun = Date.now();
		const hosted = host({ SCHEDULE: "0 * * * * *" }, 120);
		const ticks = (await hosted.hear(isLog, 3)).map(({ text }) => (JSON.parse(text) as { at: number }).at);
		expect(new Set(ticks.map((at) => Math.floor(at / 60_000))).size).toBe(3);
		expect(ticks.at(-1)).toBeGreaterThan(begun + 120_000);
	});

	it("lets a tick that runs end before it stops", async () => {
		const hosted = host({ DOES: "takeLong" });
		await hosted.hear(isLog);
		await hosted.app.stop();
		expect(hosted.logs).toEqual(["begin", "end"]);
		expect(hosted.said.filter(isUnhandled)).toEqual([]);
	});
});
