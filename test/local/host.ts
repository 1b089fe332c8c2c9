/**
 * A small Functions host in a process of its own: loads the bundled app through the real
 * registration, fires its timers by their schedules, tells the player what happens.
 * Arguments: the bundle, the speed of the clocks, where they start from, how far they are ahead.
 */
import { Cron } from "croner";
import { obeyDnsFaults } from "../world/dns-fault.ts";
import { loadFunctions, type Registered } from "./functions-core.ts";
import type { HostMessage, HostOrder } from "./host-messages.ts";
import { advance, speedUp } from "./time-lapse.ts";

const [, , bundle = "", speedText = "1", origin = "0", ahead = "0"] = process.argv;
const speed = Number(speedText);
const realDelay = setTimeout;
const say = (message: HostMessage): void => {
	process.send?.(message);
};
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

for (const name of ["log", "info", "warn", "error"] as const)
	console[name] = (...args: unknown[]) => say({ type: "log", text: args.map(String).join(" ") });
process.on("unhandledRejection", (error) => say({ type: "unhandled", error: wordsOf(error) }));
process.on("uncaughtException", (error) => say({ type: "unhandled", error: wordsOf(error) }));

if (speed !== 1) speedUp(speed, Number(origin));
if (ahead !== "0") advance(Number(ahead));
const core = loadFunctions(bundle);
let stopping = false;
const running = new Set<string>();
const disabled = new Set<string>();

/** Never two of a timer at once: late slots are dropped, as the host drops them. */
async function fire(registered: Registered): Promise<void> {
	const { name } = registered.metadata;
	if (running.has(name) || disabled.has(name) || stopping) return;
	running.add(name);
	try {
		await core.invokeTimer(registered, false);
		say({ type: "ended", name, ok: true, error: null });
	} catch (error) {
		say({ type: "ended", name, ok: false, error: wordsOf(error) });
	} finally {
		running.delete(name);
		if (stopping && running.size === 0) process.exit(0);
	}
}

/** A timer waits no longer than this at once: setTimeout takes no more. */
const longestWait = 2 ** 31 - 1;

/** Fires in each slot of its schedule, in the time of this process's clocks. */
function schedule(registered: Registered): void {
	const cron = new Cron(core.scheduleOf(registered), { mode: "6-part", domAndDow: true, timezone: "UTC" });
	const nextAfter = (at: number): number | null => cron.nextRun(new Date(at))?.getTime() ?? null;
	const waitFor = (slot: number | null): void => {
		if (slot === null) return;
		const wait = Math.ceil((slot - Date.now()) / speed);
		realDelay(
			() => {
				// A timer may come a little early, and a slot is used once.
				// Clocks that were set back make a slot of a time that is not to come for long: it is looked for anew.
				if (slot - Date.now() > Math.max(wait * speed, 60_000)) return waitFor(nextAfter(Date.now()));
				if (Date.now() < slot) return waitFor(slot);
				void fire(registered);
				waitFor(nextAfter(Math.max(slot, Date.now())));
			},
			Math.min(Math.max(1, wait), longestWait),
		);
	};
	waitFor(nextAfter(Date.now()));
}

/** A running tick may end; new ones do not begin. */
function stop(): void {
	stopping = true;
	if (running.size === 0) process.exit(0);
}

const setDns = obeyDnsFaults();
process.on("message", (order: HostOrder) => {
	if (order.type === "advance") advance(order.ms);
	else if (order.type === "disable") disabled.add(order.name);
	else if (order.type === "enable") disabled.delete(order.name);
	else if (order.type === "dns") setDns(order);
	else if (order.type === "stop") stop();
	else for (const registered of core.registered) if (registered.metadata.name === order.name) void fire(registered);
});
process.on("disconnect", () => process.exit(0));
// The terminal sends Ctrl-C to the whole group; the player decides when this process ends.
process.on("SIGINT", () => {});
process.on("SIGTERM", stop);

say({ type: "listed", functions: core.registered.map((one) => ({ name: one.metadata.name, schedule: core.scheduleOf(one) })) });
for (const registered of core.registered) schedule(registered);
