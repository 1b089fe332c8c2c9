/** Gates about the environment, judged on the look of the very tick that would deploy. */
import { between, clockTime, passed, plus } from "../instant.ts";
import { limits } from "../limits.ts";
import type { Unreadable } from "../observation.ts";
import { type Gate, open, type SecondLook, shut, standing } from "./gate.ts";

export const secondLookUnreadable: Gate = {
	reason: "SecondLookUnreadable",
	shutWhen: "anything of the second look could not be read",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second }) => {
		const doubt = second === null ? undefined : firstDoubt(second);
		return doubt === undefined ? open : shut(`the second look could not be made: ${doubt.detail}`);
	},
};

function firstDoubt(second: SecondLook): Unreadable | undefined {
	return [second.cluster, second.clusters, second.containerGroups, ...Object.values(second.groups)].find(
		(one): one is Unreadable => one.kind === "Unreadable",
	);
}

export const secondLookDisagrees: Gate = {
	reason: "SecondLookDisagrees",
	shutWhen: "the second look finds the cluster, by name or in the list of its group",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second, policy }) => {
		if (second === null) return open;
		const listed = second.clusters.kind === "Listed" && second.clusters.items.some((one) => sameName(one.name, policy.names.clusterName));
		return second.cluster.kind === "Found" || listed ? shut("the second look finds the cluster; counting starts anew") : open;
	},
};

export const unexpectedCluster: Gate = {
	reason: "UnexpectedCluster",
	shutWhen: "another cluster is in the group: the watched name may be a typo",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second, policy }) => {
		if (second?.clusters.kind !== "Listed") return open;
		const other = second.clusters.items.find((one) => !sameName(one.name, policy.names.clusterName));
		return other === undefined
			? open
			: shut(`another cluster, ${other.name}, is in ${policy.names.resourceGroup}; check AKS_CLUSTER_NAME`, null, "person");
	},
};

export const teardownInProgress: Gate = {
	reason: "TeardownInProgress",
	shutWhen: "a resource group of the environment is being deleted",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second }) => {
		const going = second === null ? undefined : standing(second).find((group) => group.provisioningState === "Deleting");
		return going === undefined ? open : shut(`resource group ${going.name} is still being deleted`);
	},
};

export const beingBuilt: Gate = {
	reason: "BeingBuilt",
	shutWhen: "a resource group of the environment is newer than the outage, or young, or has no readable createdAt: someone is at work",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second, memory, policy, now }) => {
		if (second === null) return open;
		const openedAt = memory.incident?.openedAt ?? now;
		const young = standing(second).find(
			(group) =>
				group.createdAt === null ||
				between(openedAt, group.createdAt) > 0 ||
				!passed(group.createdAt, policy.spec.deployTimeoutSeconds * 1000, now),
		);
		return young === undefined ? open : shut(`resource group ${young.name} is new; someone may be building`);
	},
};

export const leftoverGroups: Gate = {
	reason: "LeftoverGroups",
	shutWhen: "resource groups of the environment remain; after an hour of the same set LEFTOVER_GROUPS decides",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second, memory, policy, now }) => {
		if (second === null || standing(second).length === 0) return open;
		const names = standing(second)
			.map((group) => group.name)
			.join(", ");
		const settledAt = plus(memory.leftovers?.since ?? now, limits.leftoversSettle);
		if (between(now, settledAt) > 0)
			return shut(`${names} remain; if they still do at ${clockTime(settledAt, now)}: ${policy.leftoverGroups}`, settledAt);
		return policy.leftoverGroups === "deploy" ? open : shut(`${names} remain (LEFTOVER_GROUPS=${policy.leftoverGroups})`);
	},
};

/** ARM names differ in case from answer to answer. */
function sameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
