/** Our container groups by ARM. Every write is one request: no retries, no polling. */
import { ContainerInstanceManagementClient } from "@azure/arm-containerinstance";
import type { Answer, ContainerGroupFound, ContainerGroupObservation, Listing } from "../domain/observation.ts";
import type { ContainerGroups } from "../ports.ts";
import { type ArmAccess, armOptions, partsOf, perSubscription } from "./arm-client.ts";
import { absenceOrDoubt, answerOf, statusOf } from "./arm-errors.ts";
import { containerName, parseGroup, putBody } from "./container-group-body.ts";

const appTag = "keepalived-app";
const appName = "aro-hcp-keepalived";
/** Lines and characters of a log's end that are kept. */
const tailLines = 80;
const tailCharacters = 4_000;

type Client = ContainerInstanceManagementClient;
type Place = { readonly client: Client; readonly group: string; readonly name: string; readonly access: ArmAccess };

export function createContainerGroups(access: ArmAccess): ContainerGroups {
	const client = perSubscription((id) => new ContainerInstanceManagementClient(access.credential, id, armOptions(access.endpoint)));
	const placeOf = (id: string, name: string): Place => {
		const { subscriptionId, resourceGroup } = partsOf(id);
		return { client: client(subscriptionId), group: resourceGroup, name, access };
	};
	return {
		get: (start) => get(placeOf(start.id, start.name)),
		list: (runnerGroupId) => list(placeOf(runnerGroupId, "")),
		create: (request) => {
			const { client: arm, group, name } = placeOf(request.start.id, request.start.name);
			return write(access, (options) => arm.containerGroups.beginCreateOrUpdate(group, name, putBody(request), options));
		},
		delete: (start) => remove(placeOf(start.id, start.name)),
		logTail: (start) => logTail(placeOf(start.id, start.name)),
	};
}

async function get({ client, group, name, access }: Place): Promise<ContainerGroupObservation> {
	try {
		const body = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			client.containerGroups.get(group, name, { abortSignal }),
		);
		return (
			parseGroup(body) ?? { kind: "Unreadable", reason: "UnusableBody", detail: "the container group's answer has no provisioning state" }
		);
	} catch (error) {
		return absenceOrDoubt(error);
	}
}

/** The list shows no instance views, so each group of ours in it is read as well. */
async function list(place: Place): Promise<Listing<ContainerGroupFound>> {
	const { client, group, access } = place;
	try {
		const names = await access.deadlines.within(access.callDeadline, async (abortSignal) => {
			const found: string[] = [];
			for await (const item of client.containerGroups.listByResourceGroup(group, { abortSignal })) {
				if (item.tags?.[appTag] === appName && item.name !== undefined) found.push(item.name);
			}
			return found;
		});
		const seen = await Promise.all(names.map((name) => get({ ...place, name })));
		const doubt = seen.find((one) => one.kind === "Unreadable");
		return doubt ?? { kind: "Listed", items: seen.filter((one) => one.kind === "Found") };
	} catch (error) {
		const seen = absenceOrDoubt(error);
		return seen.kind === "NotFound" ? { kind: "Listed", items: [] } : seen;
	}
}

interface WriteOptions {
	readonly abortSignal: AbortSignal;
	readonly onResponse: (response: { readonly status: number }) => void;
}

/**
 * The SDK sends the request and at once a first poll. The request's own answer is the
 * first response; whatever becomes of the poll says nothing about it.
 */
async function write(access: ArmAccess, send: (options: WriteOptions) => Promise<unknown>): Promise<Answer> {
	let status: number | null = null;
	const onResponse = (response: { readonly status: number }): void => {
		status ??= response.status;
	};
	try {
		await access.deadlines.within(access.callDeadline, (abortSignal) => send({ abortSignal, onResponse }));
		return { kind: "Accepted" };
	} catch (error) {
		return answerOf(status ?? statusOf(error), error);
	}
}

/** Only a group with our tag is touched; gone already is as asked. */
async function remove(place: Place): Promise<Answer> {
	const seen = await get(place);
	if (seen.kind === "NotFound") return { kind: "Accepted" };
	if (seen.kind === "Unreadable") return { kind: "Unknown", detail: seen.detail };
	if (seen.tags[appTag] !== appName) return { kind: "Refused", code: "NotOurs", detail: `container group ${place.name} lacks our tags` };
	const { client, group, name, access } = place;
	const answer = await write(access, (options) => client.containerGroups.beginDelete(group, name, options));
	return answer.kind === "Refused" && answer.code === "ResourceNotFound" ? { kind: "Accepted" } : answer;
}

/** Evidence only: whatever goes wrong here changes no verdict. */
async function logTail({ client, group, name, access }: Place): Promise<string | null> {
	try {
		const logs = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			client.containers.listLogs(group, name, containerName, { abortSignal, tail: tailLines }),
		);
		const content = typeof logs?.content === "string" ? logs.content.trimEnd() : "";
		return content === "" ? null : content.slice(-tailCharacters);
	} catch {
		return null;
	}
}
