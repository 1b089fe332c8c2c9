/** Where no webhook is set, the log is the delivery. */
import type { Log, Messenger } from "../ports.ts";

export function createLogMessenger(log: Log): Messenger {
	return {
		send: async (environment, message) => {
			log.info([`message: ${message.title}`, environment, ...message.lines].join("\n  "));
			return { kind: "Sent" };
		},
	};
}
