import type { InvocationContext, Timer } from "@azure/functions";
import type { App } from "../shared/app.ts";

/** Reads the cluster's provisioning state, counts absences, and past the threshold starts a redeploy. */
export function checkCluster(app: App): (timer: Timer, context: InvocationContext) => Promise<void> {
	return () => app.run("checkCluster");
}
