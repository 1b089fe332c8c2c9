import { describe, expect, it } from "vitest";
import type { Message } from "../../shared/domain/message.ts";
import type { Ports } from "../../shared/environment.ts";
import type { SendAnswer } from "../../shared/ports.ts";
import { rig } from "../memory/rig.ts";

/** A webhook that answers as it is told, and what it took. */
function webhook(answer: (message: Message, plain: boolean, call: number) => SendAnswer) {
	const taken: string[] = [];
	let calls = 0;
	const wrap = (ports: Ports): Ports => ({
		...ports,
		messenger: {
			send: async (_environment, message, plain) => {
				const said = answer(message, plain, ++calls);
				if (said.kind === "Sent") taken.push(message.title);
				return said;
			},
		},
	});
	return { wrap, taken, calls: () => calls };
}

const sent: SendAnswer = { kind: "Sent" };
const story = [
	"oasis-svc: first look: Succeeded",
	"oasis-svc: Succeeded -> NotFound",
	"NotFound 5 of 5, second look agrees",
	"redeploy 1 of 3 started",
	"redeploy 1 of 3 finished, looking for the cluster",
];

async function healed(app: ReturnType<typeof rig>): Promise<void> {
	await app.seenHealthy();
	app.act({ act: "deleteGroups", takesMs: 0 });
	await app.minutes(240);
}

describe("the outbox", () => {
	it("keeps what Slack did not take, and delivers it once and in order when Slack is back", async () => {
		const slack = webhook((_message, _plain, call) => (call < 100 ? { kind: "Failed", detail: "503" } : sent));
		await healed(rig({ wrap: slack.wrap }));
		expect(slack.taken.slice(0, 5)).toEqual(story);
		expect(slack.taken).toHaveLength(6);
	});

	it("sends a refused message again as plain text, and the ones after it", async () => {
		const slack = webhook((message, plain) =>
			message.kind === "RedeployStarted" && !plain ? { kind: "Refused", detail: "invalid_blocks" } : sent,
		);
		await healed(rig({ wrap: slack.wrap }));
		expect(slack.taken.slice(0, 5)).toEqual(story);
	});

	it("files what is refused even as plain text, and goes on", async () => {
		const slack = webhook((message) => (message.kind === "RedeployStarted" ? { kind: "Refused", detail: "invalid_payload" } : sent));
		await healed(rig({ wrap: slack.wrap }));
		expect(slack.taken).toContain("redeploy 1 of 3 finished, looking for the cluster");
		expect(slack.taken).not.toContain("redeploy 1 of 3 started");
	});

	it("tries a dead webhook once an hour and loses nothing", async () => {
		const slack = webhook((_message, _plain, call) => (call <= 3 ? { kind: "Dead", detail: "404 no_service" } : sent));
		const app = rig({ wrap: slack.wrap });
		await app.minutes(150);
		expect(slack.calls()).toBe(3);
		await app.minutes(60);
		expect(slack.taken).toEqual(["oasis-svc: first look: Succeeded"]);
	});

	it("tells once what cannot be removed for a hundred ticks, and the ones after it", async () => {
		const slack = webhook(() => sent);
		let refusals = 0;
		const wrap = (ports: Ports): Ports => {
			const wired = slack.wrap(ports);
			const removeMessage: Ports["state"]["removeMessage"] = async (key, row) =>
				refusals++ < 100 ? false : ports.state.removeMessage(key, row);
			return { ...wired, state: { ...wired.state, removeMessage } };
		};
		const app = rig({ wrap });
		await healed(app);
		expect(slack.taken.slice(0, 5)).toEqual(story);
		expect(slack.taken).toHaveLength(6);
		expect(app.table.partition(app.environment.key)?.outbox).toEqual([]);
	});

	it("waits as long as Slack asks", async () => {
		const slack = webhook((_message, _plain, call) => (call === 1 ? { kind: "Wait", ms: 30 * 60_000 } : sent));
		const app = rig({ wrap: slack.wrap });
		await app.minutes(25);
		expect(slack.calls()).toBe(1);
		await app.minutes(10);
		expect(slack.taken).toHaveLength(1);
	});
});
