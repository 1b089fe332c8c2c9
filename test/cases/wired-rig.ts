/** A rig in virtual time whose looks and acts at ARM go through the real adapters, over https, to the pure world. */
import { createClusters } from "../../shared/adapters/clusters.ts";
import { createContainerGroups } from "../../shared/adapters/container-groups.ts";
import { createResourceGroups } from "../../shared/adapters/resource-groups.ts";
import type { Ports } from "../../shared/environment.ts";
import type { Deadlines } from "../../shared/ports.ts";
import { armAccess } from "../adapters/arm-access.ts";
import type { Asked, Loopback, Reply } from "../adapters/loopback.ts";
import { type Rig, type RigOptions, rig, rigNames, rigPolicy } from "../memory/rig.ts";
import { appCaller } from "../world/arm/caller.ts";
import { answerArm } from "../world/arm/route.ts";
import { identityId, runnerIdentity } from "../world/identities.ts";

/** What becomes of a call: null goes on to the world; "lose answer" too, but nobody hears of it. */
export type Meddling = (asked: Asked) => Reply | "lose answer" | null;

export interface WiredOptions extends Omit<RigOptions, "wrap"> {
	/** Wraps the ports once they are wired. */
	readonly wrap?: (ports: Ports) => Ports;
	readonly deadlines?: Deadlines;
}

export interface WiredRig extends Rig {
	/** Decides about each call from now on; null: all go on to the world. */
	meddle(how: Meddling | null): void;
	/** Calls to ARM so far, by method and a part of their path. */
	calls(method: string, part: string): readonly Asked[];
}

/** Few looks until a deploy: for what happens after it. */
export const hasty = { threshold: 1, healthyInterval: 5 * 60_000 };

export const containerGroups = "/containerGroups/";
export const cluster = "/managedClusters/";

/** Over `arm`, which is this rig's alone until the next one is made. */
export function wiredRig(arm: Loopback, options: WiredOptions = {}): WiredRig {
	let how: Meddling | null = null;
	const access = armAccess(arm.origin, options.deadlines === undefined ? {} : { deadlines: options.deadlines });
	const wire = (ports: Ports): Ports => ({
		...ports,
		clusters: createClusters(access),
		resourceGroups: createResourceGroups(access),
		containerGroups: createContainerGroups(access),
	});
	const spec = {
		...rigPolicy.spec,
		...options.policy?.spec,
		identityId: identityId(runnerIdentity, rigNames.subscriptionId, "keepalived-runner"),
	};
	const app = rig({
		...options,
		policy: { ...options.policy, spec },
		wrap: (ports) => (options.wrap ?? ((wired) => wired))(wire(ports)),
	});
	arm.says((asked) => {
		const chosen = how?.(asked) ?? null;
		if (chosen !== null && chosen !== "lose answer") return chosen;
		const answer = fromWorld(app, arm, asked);
		return chosen === null ? answer : "reset";
	});
	return {
		...app,
		meddle: (next) => {
			how = next;
		},
		calls: (method, part) => arm.asked.filter((one) => one.method === method && one.url.toLowerCase().includes(part.toLowerCase())),
	};
}

function fromWorld(app: Rig, arm: Loopback, { method, url, body }: Asked): Reply {
	const request = { method, path: url, body: body === "" ? null : JSON.parse(body), caller: appCaller, origin: arm.origin };
	const answer = answerArm(app.world, request, app.clock.now());
	for (const effect of answer.effects) app.scripts.onEffect(effect, app.clock.now());
	return { status: answer.status, headers: answer.headers, ...(answer.body === null ? {} : { body: answer.body }) };
}
