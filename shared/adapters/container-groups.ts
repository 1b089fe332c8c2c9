/** Our container groups by ARM. Every write is one request: no retries, no polling. */
import { type ContainerGroup, ContainerInstanceManagementClient } from "@azure/arm-containerinstance";
import type { Answer, ContainerGroupFound, ContainerGroupObservation, Listing } from "../domain/observation.ts";
import type { ContainerGroups } from "../ports.ts";
import { type ArmAccess, armOptions, partsOf, perSubscription } from "./arm-client.ts";
import { absenceOrDoubt, answerOf, emptyOrDoubt, unusable } from "./arm-errors.ts";
import { containerName, isOurs, parseGroup, putBody } from "./container-group-body.ts";
import { refuseNoList } from "./list-page.ts";
import { tailOf } from "./log-tail.ts";

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
		return parseGroup(body) ?? unusable("the container group's answer has no provisioning state");
	} catch (error) {
		return absenceOrDoubt(error);
	}
}

/** The list shows no instance views, so each group of ours in it is read as well. */
async function list(place: Place): Promise<Listing<ContainerGroupFound>> {
	let names: readonly string[];
	try {
		names = (await listAll(place)).filter((item) => item.tags !== undefined && isOurs(item.tags)).map((item) => item.name ?? "");
	} catch (error) {
		return emptyOrDoubt(error);
	}
	const seen = await Promise.all(names.map((name) => get({ ...place, name })));
	const found = seen.filter((one) => one.kind === "Found");
	if (found.length === seen.length) return { kind: "Listed", items: found };
	// A group that the list shows and its own look does not is no absence: one of the two is wrong.
	return seen.find((one) => one.kind === "Unreadable") ?? unusable("the list shows a container group that its own look does not");
}

/** All pages. */
async function listAll({ client, group, access }: Place): Promise<readonly ContainerGroup[]> {
	return access.deadlines.within(access.callDeadline, async (abortSignal) => {
		const items: ContainerGroup[] = [];
		const onResponse = refuseNoList("the answer holds no list of container groups");
		const pages = client.containerGroups.listByResourceGroup(group, { abortSignal, onResponse });
		for await (const item of pages) items.push(item);
		return items;
	});
}

interface WriteOptions {
	readonly abortSignal: AbortSignal;
	readonly onResponse: (response: { readonly status: number }) => void;
}

/**
 * The SDK sends the request and, once that was taken, at once a first poll. The request's own answer is the
 * first response; whatever becomes of the poll says nothing about it.
 */
async function write(access: ArmAccess, send: (options: WriteOptions) => Promise<unknown>): Promise<Answer> {
	let status: number | null = null;
	const onResponse: WriteOptions["onResponse"] = (response) => {
		status ??= response.status;
	};
	try {
		await access.deadlines.within(access.callDeadline, (abortSignal) => send({ abortSignal, onResponse }));
		return { kind: "Accepted" };
	} catch (error) {
		return answerOf(status, error);
	}
}

/** Only a group with our tags is touched; gone already is as asked. */
async function remove(place: Place): Promise<Answer> {
	const seen = await get(place);
	if (seen.kind === "NotFound") return { kind: "Accepted" };
	if (seen.kind === "Unreadable") return { kind: "Unknown", detail: seen.detail };
	if (!isOurs(seen.tags, place.name)) {
		return { kind: "Refused", code: "NotOurs", detail: `the container group ${place.name} lacks our tags` };
	}
	const { client, group, name, access } = place;
	const answer = await write(access, (options) => client.containerGroups.beginDelete(group, name, options));
	const gone = answer.kind === "Refused" && (answer.code === "ResourceNotFound" || answer.code === "ResourceGroupNotFound");
	return gone ? { kind: "Accepted" } : answer;
}

/** Evidence only: whatever goes wrong here changes no verdict. */
async function logTail({ client, group, name, access }: Place): Promise<string | null> {
	try {
		const logs = await access.deadlines.within(access.callDeadline, (abortSignal) =>
			client.containers.listLogs(group, name, containerName, { abortSignal, tail: tailLines }),
		);
		return tailOf(logs?.content);
	} catch {
		return null;
	}
}

/** Asked for of the service; tailOf bounds what comes. */
const tailLines = 80;
