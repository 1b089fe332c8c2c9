/** Bodies of container groups, as api 2023-05-01 takes and gives them. */
import type { ContainerGroup } from "@azure/arm-containerinstance";
import * as z from "zod";
import type { ContainerGroupFound } from "../domain/observation.ts";
import type { ContainerGroupRequest } from "../ports.ts";

/** Where the image keeps the runner script. */
const script = "/opt/keepalived/run.sh";
const container = "runner";

/** What is PUT: one container that runs once, without a public address; secrets only as secureValue. */
export function putBody(request: ContainerGroupRequest): ContainerGroup {
	const { spec, start, variables, tags } = request;
	const registry = registryOf(spec.image);
	return {
		location: start.location,
		tags: { ...tags },
		identity: { type: "UserAssigned", userAssignedIdentities: { [spec.identityId]: {} } },
		osType: "Linux",
		restartPolicy: "Never",
		...(registry === null ? {} : { imageRegistryCredentials: [{ server: registry, identity: spec.identityId }] }),
		containers: [
			{
				name: container,
				image: spec.image,
				command: ["/bin/bash", script],
				resources: { requests: { cpu: spec.cpu, memoryInGB: spec.memoryGb } },
				environmentVariables: variables.map(({ name, value, secret }) => (secret ? { name, secureValue: value } : { name, value })),
			},
		],
	};
}

/** The registry an image is pulled from, null for one without a host: that is a public one. */
function registryOf(image: string): string | null {
	const host = image.split("/")[0] ?? "";
	return image.includes("/") && /[.:]/.test(host) ? host : null;
}

const event = z.object({
	name: z.string().nullish(),
	message: z.string().nullish(),
	// A date by the SDK's hand, maybe an invalid one: it only sorts.
	lastTimestamp: z.unknown().optional(),
});
const containerState = z.object({ state: z.string().nullish(), exitCode: z.number().nullish(), detailStatus: z.string().nullish() });
const view = z.object({
	restartCount: z.number().nullish(),
	currentState: containerState.nullish(),
	previousState: containerState.nullish(),
	events: z.array(event).nullish(),
});
const groupBody = z.object({
	name: z.string().min(1),
	provisioningState: z.string().min(1),
	tags: z.record(z.string(), z.string()).nullish(),
	instanceView: z.object({ state: z.string().nullish(), events: z.array(event).nullish() }).nullish(),
	containers: z.array(z.object({ instanceView: view.nullish() })).nullish(),
});

/** A group as it was seen; null for a body without the least of it. */
export function parseGroup(body: unknown): ContainerGroupFound | null {
	const parsed = groupBody.safeParse(body);
	if (!parsed.success) return null;
	const { name, provisioningState, tags, instanceView, containers } = parsed.data;
	const inside = containers?.[0]?.instanceView;
	return {
		kind: "Found",
		name,
		provisioningState,
		state: instanceView?.state ?? null,
		containerState: inside?.currentState?.state ?? null,
		exitCode: inside?.currentState?.exitCode ?? null,
		detail: inside?.currentState?.detailStatus ?? null,
		restartCount: inside?.restartCount ?? 0,
		previousExitCode: inside?.previousState?.exitCode ?? null,
		events: eventsOf([...(instanceView?.events ?? []), ...(inside?.events ?? [])]),
		tags: ours(tags ?? {}),
	};
}

/** Newest first, at most ten. */
function eventsOf(events: readonly z.infer<typeof event>[]): readonly string[] {
	const time = (one: z.infer<typeof event>): number => (one.lastTimestamp instanceof Date ? one.lastTimestamp.getTime() || 0 : 0);
	return [...events]
		.sort((a, b) => time(b) - time(a))
		.slice(0, 10)
		.map((one) => `${one.name ?? "event"}: ${(one.message ?? "").slice(0, 200)}`);
}

const appTag = "keepalived-app";
const appName = "aro-hcp-keepalived";
const startTag = "keepalived-start";

/** Whether these are the tags of a group of this app's; with a name, of exactly that start's. A copy of one is no longer ours. */
export function isOurs(tags: Readonly<Record<string, string>>, name?: string): boolean {
	return tags[appTag] === appName && (name === undefined || tags[startTag] === name);
}

/** Policies add tags of their own; only ours are compared. */
function ours(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(tags).filter(([name]) => name.startsWith("keepalived-")));
}

export { container as containerName };
