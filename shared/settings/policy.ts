/** From settings to what decisions read. */
import { createHash } from "node:crypto";
import type { Policy } from "../domain/policy.ts";
import type { RunSpec } from "../domain/state.ts";
import type { Settings } from "./settings.ts";

function sha256(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** `oasis-svc` for a group named as ARO-HCP names them, else the cluster's name. */
export function labelOf(settings: Settings): string {
	const part = settings.names.resourceGroup.match(/^hcp-underlay-.*-(svc|mgmt-\d+)$/i)?.[1];
	return part === undefined ? settings.names.clusterName : `${settings.deployUser}-${part}`;
}

/** What tells environments, and apps with different state, apart. */
function tagsOf(settings: Settings, key: string): Pick<Policy, "nameHash" | "environmentTag" | "keeperTag"> {
	const { storage } = settings;
	const keeperId = storage.kind === "identity" ? storage.tableEndpoint : accountOf(storage.connectionString);
	return {
		nameHash: sha256(key).slice(0, 6),
		environmentTag: sha256(key).slice(0, 12),
		keeperTag: sha256(`${keeperId}\n${key}`).slice(0, 12),
	};
}

/** The account that a connection string names, or where its tables are: never a key or a signature. */
function accountOf(connectionString: string): string {
	const part = (name: string) => connectionString.match(new RegExp(`(?:^|;)${name}=([^;]+)`, "i"))?.[1];
	return part("AccountName") ?? part("TableEndpoint") ?? "development";
}

/** The policy of the environment that the settings name. */
export function policyOf(settings: Settings, machine: RunnerPlace | null): Policy {
	return {
		names: settings.names,
		label: labelOf(settings),
		...tagsOf(settings, settings.key),
		threshold: settings.notFoundThreshold,
		healthyInterval: settings.healthyInterval,
		unhealthyInterval: settings.unhealthyInterval,
		provisioningInterval: settings.provisioningInterval,
		maxAttempts: settings.maxDeployAttempts,
		retryBackoff: settings.retryBackoff,
		maxDeploysPerWeek: settings.maxDeploysPerWeek,
		leftoverGroups: settings.leftoverGroups,
		spec: specOf(settings, machine),
	};
}

/** The policy by which a run of another environment, begun under earlier settings, is watched to its end. */
export function policyOfRun(settings: Settings, key: string, spec: RunSpec, machine: RunnerPlace | null): Policy {
	return { ...policyOf(settings, machine), ...tagsOf(settings, key), names: spec, label: spec.clusterName, spec };
}

/** Where runs are when they are child processes: the machine, by name. */
export interface RunnerPlace {
	readonly runsUrl: string;
	readonly runnerGroupId: string;
}

function specOf(settings: Settings, machine: RunnerPlace | null): RunSpec {
	const { runner } = settings;
	const aci = runner.kind === "aci" ? runner : null;
	return {
		...settings.names,
		user: settings.deployUser,
		repository: settings.gitRepoUrl,
		ref: settings.gitRef,
		sha: null,
		target: settings.deployTarget,
		makeArgs: settings.deployMakeArgs,
		postTargets: settings.postDeployTargets,
		cleanupTarget: settings.cleanupTarget,
		cleanupMakeArgs: settings.cleanupMakeArgs,
		persist: settings.deployPersist,
		ownerPrincipalId: settings.ownerPrincipalId,
		goBinaryPath: settings.goBinaryPath,
		image: aci?.image ?? "process",
		identityId: aci?.identityId ?? "",
		runnerGroupId: aci?.resourceGroupId ?? machine?.runnerGroupId ?? "",
		cpu: aci?.cpu ?? 0,
		memoryGb: aci?.memoryGb ?? 0,
		locations: aci?.locations ?? ["process"],
		runsUrl: aci?.runsUrl ?? machine?.runsUrl ?? "",
		deployTimeoutSeconds: Math.round(settings.deployTimeout / 1000),
		cleanupTimeoutSeconds: Math.round(settings.cleanupTimeout / 1000),
		acceptedLeftovers: [],
	};
}
