import type { InvocationContext, Timer } from "@azure/functions";
import type { App } from "../shared/app.ts";

/** Watches issued container groups to their end, decides what follows, and sends the Slack messages. */
export function watchContainer(app: App): (timer: Timer, context: InvocationContext) => Promise<void> {
	return () => app.run("watchContainer");
}
