/** A small world and a voice for pure tests: no sockets, a clock that stands still until told. */
import { applyAct } from "./acts.ts";
import type { ArmAnswer } from "./arm/answer.ts";
import { appCaller, type Caller } from "./arm/caller.ts";
import { answerArm } from "./arm/route.ts";
import { identityId, runnerIdentity } from "./identities.ts";
import { settle } from "./settle.ts";
import { newWorldState } from "./state.ts";
import type { Effect, Rules, WorldAct, WorldState } from "./types.ts";

export const names = {
	subscriptionId: "11111111-2222-4333-8444-555555555555",
	resourceGroup: "hcp-underlay-pers-usw3oasi-svc",
	clusterName: "pers-usw3oasi-svc",
	groups: ["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
};
export const runnerResourceGroup = "keepalived-runner";
const begin = Date.parse("2026-11-30T09:00:00Z");

export class TestWorld {
	readonly state: WorldState;
	now = begin;

	constructor(rules: Partial<Rules> = {}, environmentUp = true) {
		this.state = newWorldState({ names, runnerResourceGroup, rules, environmentUp }, begin);
	}

	pass(ms: number): Effect[] {
		this.now += ms;
		return settle(this.state, this.now);
	}

	act(act: WorldAct): Effect[] {
		return applyAct(this.state, act, this.now);
	}

	/** `path` is below the subscription, without api-version. */
	ask(method: string, path: string, body: unknown = null, caller: Caller = appCaller): ArmAnswer {
		const version = `${path.includes("?") ? "&" : "?"}api-version=2023-05-01`;
		return this.askRaw(method, `/subscriptions/${names.subscriptionId}${path}${version}`, body, caller);
	}

	askRaw(method: string, path: string, body: unknown = null, caller: Caller = appCaller): ArmAnswer {
		return answerArm(this.state, { method, path, body, caller, origin: "https://arm.example" }, this.now);
	}

	putContainerGroup(name: string, changes: Record<string, unknown> = {}): ArmAnswer {
		return this.ask("PUT", containerGroupPath(name), containerGroupBody(changes));
	}
}

/** Status and ARM's error code. */
export function refusedWith({ status, body }: ArmAnswer): [number, unknown] {
	return [status, (body as { error?: { code?: unknown } } | null)?.error?.code];
}

export const clusterPath = `/resourceGroups/${names.resourceGroup}/providers/Microsoft.ContainerService/managedClusters/${names.clusterName}`;

export function containerGroupPath(name: string): string {
	return `/resourceGroups/${runnerResourceGroup}/providers/Microsoft.ContainerInstance/containerGroups/${name}`;
}

/** The smallest body that the app sends; `changes` replace properties of the one container. */
export function containerGroupBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
	const container = {
		image: "keepalived.azurecr.io/runner:1.0.0",
		command: ["/bin/bash", "/opt/keepalived/run.sh"],
		environmentVariables: [
			{ name: "KEEPALIVED_RUN", value: "20261130T090000Z-deploy-7" },
			{ name: "GIT_SSH_KEY", secureValue: "a key that nobody may see" },
		],
		resources: { requests: { cpu: 4, memoryInGB: 16 } },
		...changes,
	};
	return {
		location: "westus3",
		tags: { "keepalived-app": "aro-hcp-keepalived" },
		identity: {
			type: "UserAssigned",
			userAssignedIdentities: { [identityId(runnerIdentity, names.subscriptionId, runnerResourceGroup)]: {} },
		},
		properties: { osType: "Linux", restartPolicy: "Never", containers: [{ name: "runner", properties: container }] },
	};
}

/** Kinds of effects, events by their own name. */
export function kindsOf(effects: readonly Effect[]): string[] {
	return effects.map((effect) => {
		if (effect.kind !== "event") return effect.kind;
		return effect.event.kind === "container" ? effect.event.event : effect.event.kind;
	});
}
