/** Sends what waits in the outbox: oldest first, under a lease, gone only after the webhook took it. */
import type { Age } from "./age.ts";
import { clockSlack } from "./domain/clock-jump.ts";
import { plus, toInstant, toMs } from "./domain/instant.ts";
import type { OutboxRow } from "./domain/message.ts";
import type { Environment, Ports } from "./environment.ts";
import type { Loaded, SendAnswer } from "./ports.ts";

/** More than this waiting: reminders go unsent, transitions never. */
const crowd = 50;
/** Messages posted in one tick. */
const atOnce = 10;
const hour = 3600_000;
/** The lease outlives the tick's act window, so two senders never overlap. */
const leaseMs = 75_000;

/** Empties the outbox as far as the webhook lets it. */
export async function sendMessages(environment: Environment, ports: Ports, loaded: Loaded, age: Age): Promise<void> {
	const now = toInstant(ports.clock.now());
	const waiting = due(loaded.outbox, now);
	const leased = loaded.lease !== null && isAhead(loaded.lease.until, leaseMs, now);
	if (waiting.length === 0 || leased || !age()) return;
	const lease = await ports.state.takeLease(environment.key, loaded, ports.random.uuid(), plus(now, leaseMs));
	if (lease === null) return;
	for (const row of (await thinned(waiting, environment, ports)).slice(0, atOnce)) {
		if (!age()) break;
		if (!(await deliver(row, environment, ports, now))) break;
	}
	await ports.state.releaseLease(environment.key, lease);
}

/** Oldest first; nothing overtakes a message that has to wait. */
function due(outbox: readonly OutboxRow[], now: string): readonly OutboxRow[] {
	const rows = [...outbox].sort((a, b) => a.sequence - b.sequence);
	const first = rows[0];
	return first === undefined || (first.notBefore !== null && isAhead(first.notBefore, hour, now)) ? [] : rows;
}

/** Still to come; an instant further ahead than it can be comes from a wrong clock and counts as past. */
function isAhead(instant: string, atMost: number, now: string): boolean {
	const ahead = toMs(instant) - toMs(now);
	return ahead > 0 && ahead <= atMost + clockSlack;
}

/** What a crowd is thinned of: reminders and progress, whose moment has passed. */
async function thinned(rows: readonly OutboxRow[], environment: Environment, ports: Ports): Promise<readonly OutboxRow[]> {
	if (rows.length <= crowd) return rows;
	const stale = rows.filter((row) => row.message.weight === "reminder");
	for (const row of stale) await ports.state.removeMessage(environment.key, row);
	return rows.filter((row) => row.message.weight !== "reminder");
}

/** true: the next one may follow. */
async function deliver(row: OutboxRow, environment: Environment, ports: Ports, now: string): Promise<boolean> {
	const { state, messenger, log } = ports;
	if (row.sentAt !== null) return forget(row, environment, ports, now);
	const answer = await messenger.send(environmentLine(environment), row.message, row.plain);
	if (answer.kind === "Sent") return forget(row, environment, ports, now);
	if (answer.kind === "Refused" && row.plain) {
		log.warn(`Slack refused a message twice and it is filed: ${row.message.title} (${answer.detail})`);
		return forget(row, environment, ports, now);
	}
	await state.deferMessage(environment.key, deferred(row, answer, now));
	return false;
}

/** Removes a row. One that stays is marked, so that it is not told anew each tick. */
async function forget(row: OutboxRow, { key }: Environment, { state }: Ports, now: string): Promise<true> {
	if (!(await state.removeMessage(key, row)) && row.sentAt === null) await state.deferMessage(key, { ...row, sentAt: now });
	return true;
}

function deferred(row: OutboxRow, answer: Exclude<SendAnswer, { kind: "Sent" }>, now: string): OutboxRow {
	const tried = { ...row, tries: row.tries + 1 };
	switch (answer.kind) {
		case "Refused":
			return { ...tried, plain: true };
		case "Dead":
			return { ...tried, notBefore: plus(now, hour) };
		case "Wait":
			return { ...tried, notBefore: plus(now, Math.min(answer.ms, hour)) };
		case "Failed":
			return tried;
	}
}

/** The environment, as the second line of each message. */
export function environmentLine(environment: Environment): string {
	const { names } = environment.policy;
	const id = `/subscriptions/${names.subscriptionId}/resourceGroups/${names.resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${names.clusterName}`;
	return `${names.clusterName} in ${names.resourceGroup}: https://portal.azure.com/#resource${id}`;
}
