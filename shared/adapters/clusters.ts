/** AKS clusters by ARM. */
import { ContainerServiceClient } from "@azure/arm-containerservice";
import * as z from "zod";
import type { ClusterFound, ClusterObservation, Listing } from "../domain/observation.ts";
import type { EnvironmentNames } from "../domain/state.ts";
import type { Clusters } from "../ports.ts";
import { type ArmAccess, armOptions, perSubscription } from "./arm-client.ts";
import { absenceOrDoubt, emptyOrDoubt, unusable } from "./arm-errors.ts";
import { isoDate } from "./iso-date.ts";

/** The part of a managed cluster that is read. What is missing or of another kind is not guessed. */
const clusterBody = z.object({
	name: z.string().min(1),
	provisioningState: z.string().min(1),
	powerState: z.object({ code: z.string().nullish() }).nullish(),
	systemData: z
		// The SDK makes dates of them, invalid ones too: no reason to doubt that the cluster is there.
		.object({ createdAt: z.unknown().optional(), createdBy: z.string().nullish(), createdByType: z.string().nullish() })
		.nullish(),
});

export function createClusters(access: ArmAccess): Clusters {
	const client = perSubscription((id) => new ContainerServiceClient(access.credential, id, armOptions(access.endpoint)));
	return {
		get: (names) => get(client(names.subscriptionId), names, access),
		list: (names) => list(client(names.subscriptionId), names, access),
	};
}

async function get(client: ContainerServiceClient, names: EnvironmentNames, access: ArmAccess): Promise<ClusterObservation> {
	try {
		const body = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			client.managedClusters.get(names.resourceGroup, names.clusterName, { abortSignal }),
		);
		return parse(body) ?? unusable("the cluster's answer has no provisioning state");
	} catch (error) {
		return absenceOrDoubt(error);
	}
}

async function list(client: ContainerServiceClient, names: EnvironmentNames, access: ArmAccess): Promise<Listing<ClusterFound>> {
	try {
		const bodies = await access.deadlines.within(access.callDeadline, async (abortSignal) => {
			const items: unknown[] = [];
			for await (const item of client.managedClusters.listByResourceGroup(names.resourceGroup, { abortSignal })) items.push(item);
			return items;
		});
		const items = bodies.map(parse);
		if (items.every((item) => item !== null)) return { kind: "Listed", items };
		return unusable("the list of clusters has an entry without a provisioning state");
	} catch (error) {
		return emptyOrDoubt(error);
	}
}

/** Succeeded with power state Stopped is its own word: someone stopped it. */
function parse(body: unknown): ClusterFound | null {
	const parsed = clusterBody.safeParse(body);
	if (!parsed.success) return null;
	const { name, provisioningState, powerState, systemData } = parsed.data;
	const stopped = provisioningState === "Succeeded" && powerState?.code === "Stopped";
	return {
		kind: "Found",
		name,
		state: stopped ? "Stopped" : provisioningState,
		createdAt: isoDate(systemData?.createdAt),
		createdBy: systemData?.createdBy ?? null,
		createdByType: systemData?.createdByType ?? null,
	};
}
