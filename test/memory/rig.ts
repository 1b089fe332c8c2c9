/** One app with its world in virtual time: the real ticks over in-memory ports. */
import type { Message } from "../../shared/domain/message.ts";
import { type Order, obey } from "../../shared/domain/orders.ts";
import type { Policy } from "../../shared/domain/policy.ts";
import type { Environment, Ports } from "../../shared/environment.ts";
import type { Clusters } from "../../shared/ports.ts";
import { type TickResult, type Timer, tick } from "../../shared/tick.ts";
import { applyAct } from "../world/acts.ts";
import { settle } from "../world/settle.ts";
import { newWorldState } from "../world/state.ts";
import type { Effect, Rules, WorldAct, WorldState } from "../world/types.ts";
import { noDeadlines, type VirtualClock, virtualClock } from "./clock.ts";
import { goodBehaviour, type ScriptBehaviour, type ScriptedRuns, scriptedRuns } from "./scripted-run.ts";
import { type MemoryStateStore, memoryStateStore } from "./state-store.ts";
import { type WorldPorts, worldPorts } from "./world-ports.ts";

export const rigNames = {
	subscriptionId: "11111111-2222-4333-8444-555555555555",
	resourceGroup: "hcp-underlay-pers-usw3oasi-svc",
	clusterName: "pers-usw3oasi-svc",
	groups: ["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
};

const minute = 60_000;

/** What a fresh app with the default settings decides by. */
export const rigPolicy: Policy = {
	names: rigNames,
	label: "oasis-svc",
	nameHash: "a1b2c3",
	environmentTag: "environment1",
	keeperTag: "keeper1",
	threshold: 5,
	healthyInterval: 60 * minute,
	unhealthyInterval: 5 * minute,
	provisioningInterval: 5 * minute,
	maxAttempts: 3,
	retryBackoff: 75 * minute,
	maxDeploysPerWeek: 7,
	leftoverGroups: "cleanup",
	spec: {
		...rigNames,
		user: "oasis",
		repository: "https://github.com/Azure/ARO-HCP.git",
		ref: "main",
		sha: null,
		target: "personal-dev-env",
		makeArgs: [],
		postTargets: [],
		cleanupTarget: "cleanup-entrypoint/Region",
		cleanupMakeArgs: [],
		persist: false,
		ownerPrincipalId: null,
		goBinaryPath: null,
		image: "example.azurecr.io/runner:1",
		identityId: "/subscriptions/s/resourceGroups/keepalived-runner/providers/Microsoft.ManagedIdentity/userAssignedIdentities/runner",
		runnerGroupId: "/subscriptions/11111111-2222-4333-8444-555555555555/resourceGroups/keepalived-runner",
		cpu: 4,
		memoryGb: 16,
		locations: ["westus3"],
		runsUrl: "https://runs.example/runs",
		deployTimeoutSeconds: 7200,
		cleanupTimeoutSeconds: 5400,
		acceptedLeftovers: [],
	},
};

export interface RigOptions {
	readonly policy?: Partial<Policy>;
	readonly script?: Partial<ScriptBehaviour>;
	readonly rules?: Partial<Rules>;
	readonly environmentUp?: boolean;
	/** Wraps ports, e.g. to fail some calls. */
	readonly wrap?: (ports: Ports) => Ports;
}

export interface Rig {
	readonly world: WorldState;
	readonly clock: VirtualClock;
	readonly table: MemoryStateStore;
	readonly ports: Ports;
	readonly worldPorts: WorldPorts;
	readonly scripts: ScriptedRuns;
	readonly environment: Environment;
	/** Messages that Slack took, in order. */
	readonly sent: readonly Message[];
	titles(): readonly string[];
	act(act: WorldAct): void;
	/** Lets the scripts of running containers do what is due by now. */
	settleScripts(): Promise<void>;
	/** What `operate` does, by ana. Throws when it is refused. */
	order(order: Order): Promise<void>;
	check(): Promise<TickResult>;
	watch(): Promise<TickResult>;
	/** Both timers once a minute for so many minutes. Stops early when `until` says so. */
	minutes(count: number, until?: () => boolean): Promise<void>;
	/** The keeper as it is stored. */
	keeper(): NonNullable<ReturnType<MemoryStateStore["partition"]>>["keeper"];
	/** Seen healthy once, so that its loss counts. */
	seenHealthy(): Promise<void>;
}

/** A rig at 09:00 UTC with an environment that is up. */
export function rig(options: RigOptions = {}): Rig {
	const clock = virtualClock("2026-11-30T09:00:00.000Z");
	const world = newWorldState(
		{ names: rigNames, runnerResourceGroup: "keepalived-runner", rules: options.rules, environmentUp: options.environmentUp },
		clock.now(),
	);
	const table = memoryStateStore();
	const sent: Message[] = [];
	let scripts: ScriptedRuns;
	const apply = (effects: Effect[]): void => {
		for (const effect of effects) scripts.onEffect(effect, clock.now());
	};
	const reach = worldPorts(world, clock.now, apply);
	scripts = scriptedRuns(world, reach, { ...goodBehaviour, ...options.script });
	const ports = portsOf(clock, reach, table, sent);
	const wrapped = options.wrap?.(ports) ?? ports;
	const policy: Policy = { ...rigPolicy, ...options.policy };
	const environment: Environment = { key: "s:g:c", policy, gitSshKey: null, resourceManagerEndpoint: "https://management.azure.com" };
	const settleScripts = async (): Promise<void> => apply([...settle(world, clock.now()), ...scripts.settle(clock.now())]);
	const run = async (timer: Timer): Promise<TickResult> => {
		await settleScripts();
		return tick(timer, environment, wrapped);
	};
	const made: Rig = {
		world,
		clock,
		table,
		ports: wrapped,
		worldPorts: reach,
		scripts,
		environment,
		sent,
		titles: () => sent.map((message) => message.title),
		act: (act) => apply(applyAct(world, act, clock.now())),
		settleScripts,
		order: async (order) => {
			const at = new Date(clock.now()).toISOString();
			const before = await table.load(environment.key);
			const obeyed = obey(before.keeper, order, "ana", policy, at);
			if (obeyed.kind === "Refused") throw new Error(obeyed.sentence);
			const { memory, stage, messages } = obeyed.draft;
			await table.commit(environment.key, { before, after: { memory, stage }, messages, events: [], at, commitId: `order-${at}` });
		},
		check: () => run("checkCluster"),
		watch: () => run("watchContainer"),
		minutes: async (count, until = () => false) => {
			for (let i = 0; i < count && !until(); i++) {
				await made.check();
				clock.advance(minute / 2);
				await made.watch();
				clock.advance(minute / 2);
			}
		},
		keeper: () => {
			const row = table.partition(environment.key);
			if (row === undefined) throw new Error("nothing is stored yet");
			return row.keeper;
		},
		seenHealthy: async () => {
			await made.minutes(2);
		},
	};
	return made;
}

function portsOf(clock: VirtualClock, reach: WorldPorts, table: MemoryStateStore, sent: Message[]): Ports {
	let counter = 0;
	return {
		clock,
		deadlines: noDeadlines,
		random: { hex: (bytes) => (++counter).toString(16).padStart(bytes * 2, "0"), uuid: () => `uuid-${++counter}` },
		...reach,
		state: table,
		messenger: {
			send: async (_environment, message) => {
				sent.push(message);
				return { kind: "Sent" };
			},
		},
		log: { tick: () => {}, info: () => {}, warn: () => {} },
	};
}

/** Ports whose cluster looks go through `see` first. */
export function withClusters(ports: Ports, change: (clusters: Clusters) => Clusters): Ports {
	return { ...ports, clusters: change(ports.clusters) };
}
