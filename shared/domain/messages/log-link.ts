/** Where the whole log of a run lies: the end of it in a message is only its end. */
import type { Message } from "../message.ts";
import type { Run } from "../state.ts";

/** The message with a link to the log of the run's last start. Unchanged where runs leave no blobs. */
export function withLog(message: Message, run: Run): Message {
	const group = run.starts.at(-1);
	if (group === undefined || !run.spec.runsUrl.startsWith("https:")) return message;
	return { ...message, lines: [...message.lines, `Full log: ${run.spec.runsUrl}/${group}/log.txt`] };
}
