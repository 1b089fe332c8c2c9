/** What can be done to the world, as a scenario file says it. */
import * as z from "zod";
import type { Rules, WorldAct } from "../world/types.ts";
import { tagged } from "./choose.ts";

const text = z.string().min(1);
const name = z.exactOptional(text);
const names = z.exactOptional(z.array(text));
const ms = z.int().min(0);
const takesMs = z.exactOptional(ms);
const tags = z.record(z.string(), z.string());
const instant = z.iso.datetime();
const count = z.int().min(0);

const refusal = z.strictObject({
	status: z.int().min(400).max(599),
	code: text,
	message: name,
	locations: names,
	count: z.exactOptional(z.int().min(1)),
});

/** How the platform behaves: those rules that differ from the usual. */
export const rulesSchema: z.ZodType<Partial<Rules>> = z.strictObject({
	startDelayMs: z.exactOptional(ms),
	groupGoneMs: z.exactOptional(ms),
	deletingMs: z.exactOptional(ms),
	creatingMs: z.exactOptional(ms),
	refusals: z.exactOptional(z.array(refusal)),
	neverRuns: z.exactOptional(count),
	failedFirst: z.exactOptional(count),
	failedForMs: z.exactOptional(ms),
	restartsAfterFailure: z.exactOptional(count),
	listLagMs: z.exactOptional(ms),
});

function act<A extends WorldAct["act"], S extends z.ZodRawShape>(word: A, shape: S) {
	return z.strictObject({ act: z.literal(word), ...shape });
}

const acts: { readonly [A in WorldAct["act"]]: z.ZodType<Extract<WorldAct, { act: A }>> } = {
	deleteGroups: act("deleteGroups", { groups: names, takesMs }),
	deleteCluster: act("deleteCluster", { takesMs }),
	makeEnvironment: act("makeEnvironment", {
		groups: names,
		cluster: z.exactOptional(z.boolean()),
		by: name,
		createdAt: z.exactOptional(instant),
		state: name,
		creatingMs: takesMs,
	}),
	makeGroup: act("makeGroup", { name: text, tags: z.exactOptional(tags), provisioningState: name }),
	setCluster: act("setCluster", { name, state: name, powerState: z.exactOptional(z.enum(["Running", "Stopped"]).nullable()) }),
	makeCluster: act("makeCluster", { name: text, resourceGroup: name, state: name }),
	loseContainerGroup: act("loseContainerGroup", { name }),
	restartContainer: act("restartContainer", { name }),
	killContainer: act("killContainer", { name, exitCode: z.exactOptional(z.int().min(0).max(255)) }),
	makeContainerGroup: act("makeContainerGroup", { name: text, tags, terminated: z.exactOptional(z.boolean()) }),
	setRules: act("setRules", { rules: rulesSchema }),
};

/** One act, by its word. */
export const actSchema: z.ZodType<WorldAct> = tagged<WorldAct>("act", acts);

/** All words. */
export const actWords: readonly string[] = Object.keys(acts);
