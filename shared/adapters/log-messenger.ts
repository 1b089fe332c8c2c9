/** Where no webhook is set, the log is the delivery. */
import type { Log, Messenger } from "../ports.ts";

/** Each message is one entry of the log: title, environment, lines, the end of the run's log. */
export function createLogMessenger(log: Log): Messenger {
	return {
		send: async (environment, message) => {
			const tail = message.log === null ? [] : message.log.split("\n");
			log.info([`message: ${message.title}`, environment, ...message.lines, ...tail].join("\n  "));
			return { kind: "Sent" };
		},
	};
}
