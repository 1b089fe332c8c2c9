/** Resource groups by ARM. */
import { ResourceManagementClient } from "@azure/arm-resources";
import * as z from "zod";
import type { ResourceGroupObservation } from "../domain/observation.ts";
import type { ResourceGroups } from "../ports.ts";
import { type ArmAccess, armOptions, partsOf, perSubscription } from "./arm-client.ts";
import { absenceOrDoubt, unusable } from "./arm-errors.ts";
import { isoDate } from "./iso-date.ts";

const groupBody = z.object({
	name: z.string().min(1),
	location: z.string().min(1).nullish(),
	properties: z.object({ provisioningState: z.string().min(1) }),
	tags: z.record(z.string(), z.string()).nullish(),
});
type GroupBody = z.infer<typeof groupBody>;

export function createResourceGroups(access: ArmAccess): ResourceGroups {
	const client = perSubscription((id) => new ResourceManagementClient(access.credential, id, armOptions(access.endpoint)));
	const read = (subscriptionId: string, name: string): Promise<unknown> =>
		access.deadlines.within(access.callDeadline, (abortSignal) => client(subscriptionId).resourceGroups.get(name, { abortSignal }));
	return {
		get: async (subscriptionId, name) => {
			try {
				return observe(groupBody.safeParse(await read(subscriptionId, name)).data);
			} catch (error) {
				return absenceOrDoubt(error);
			}
		},
		location: async (id) => {
			try {
				const { subscriptionId, resourceGroup } = partsOf(id);
				return groupBody.safeParse(await read(subscriptionId, resourceGroup)).data?.location ?? null;
			} catch {
				return null;
			}
		},
	};
}

function observe(body: GroupBody | undefined): ResourceGroupObservation {
	if (body === undefined) return unusable("the resource group's answer has no provisioning state");
	return {
		kind: "Found",
		name: body.name,
		provisioningState: body.properties.provisioningState,
		createdAt: isoDate(tagOf(body.tags ?? {}, "createdAt")),
	};
}

/** ARM compares names of tags without regard to case, and gives them back as they were written. */
function tagOf(tags: Readonly<Record<string, string>>, wanted: string): string | undefined {
	return Object.entries(tags).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}
