import { expect, it } from "vitest";
import { createLogMessenger } from "../../shared/adapters/log-messenger.ts";

it("a message without a webhook is delivered by one entry of the log, with everything that it says", async () => {
	const entries: string[] = [];
	const messenger = createLogMessenger({ tick: () => {}, warn: () => {}, info: (text) => entries.push(text) });
	const message = { kind: "X", title: "a title", lines: ["one", "two"], log: "make: ***\nError 1", weight: "transition" } as const;
	expect(await messenger.send("the environment", message, false)).toEqual({ kind: "Sent" });
	expect(entries).toEqual(["message: a title\n  the environment\n  one\n  two\n  make: ***\n  Error 1"]);
});
