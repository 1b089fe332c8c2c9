/** From a request to its answer: the checks that ARM makes first, then the one route that matches. */
import { settle } from "../settle.ts";
import type { WorldState } from "../types.ts";
import { type ArmAnswer, type ArmRequest, refusal } from "./answer.ts";
import { actionOf, mayDo } from "./caller.ts";
import { deleteManagedCluster } from "./delete-cluster.ts";
import { deleteContainerGroup } from "./delete-container-group.ts";
import { deleteResourceGroup } from "./delete-resource-group.ts";
import { getCluster } from "./get-cluster.ts";
import { getContainerGroup } from "./get-container-group.ts";
import { getLogs } from "./get-logs.ts";
import { getOperation } from "./get-operation.ts";
import { getResourceGroup } from "./get-resource-group.ts";
import { getSubscription } from "./get-subscription.ts";
import { listClusters } from "./list-clusters.ts";
import { listContainerGroups } from "./list-container-groups.ts";
import { listResourceGroups } from "./list-resource-groups.ts";
import { putCluster } from "./put-cluster.ts";
import { putContainerGroup } from "./put-container-group.ts";
import { putResourceGroup } from "./put-resource-group.ts";
import { stopContainerGroup } from "./stop-container-group.ts";

/** What the path names; empty where it names nothing. */
export interface Names {
	/** Resource group. */
	group: string;
	/** Cluster, container group or operation. */
	name: string;
	container: string;
	query: URLSearchParams;
}

export type Route = (state: WorldState, request: ArmRequest, names: Names, now: number) => ArmAnswer;

interface Entry {
	type: string;
	path: RegExp;
	/** HEAD is served as GET. */
	methods: Partial<Record<string, Route>>;
}

const clusters = "/providers/Microsoft\\.ContainerService/managedClusters";
const containerGroups = "/providers/Microsoft\\.ContainerInstance/containerGroups";
const inGroup = "/resourceGroups/(?<group>[^/]+)";
const named = "/(?<name>[^/]+)";

function entry(type: string, path: string, methods: Partial<Record<string, Route>>): Entry {
	return { type, path: new RegExp(`^${path}/?$`, "i"), methods };
}

/** Paths below the subscription. ARM compares them without regard to case. */
const entries: readonly Entry[] = [
	entry("Microsoft.Resources/subscriptions", "", { GET: getSubscription }),
	entry("Microsoft.Resources/subscriptions/resourceGroups", "/resourceGroups", { GET: listResourceGroups }),
	entry("Microsoft.Resources/subscriptions/resourceGroups", inGroup, {
		GET: getResourceGroup,
		PUT: putResourceGroup,
		DELETE: deleteResourceGroup,
	}),
	entry("Microsoft.ContainerService/managedClusters", `(?:${inGroup})?${clusters}`, { GET: listClusters }),
	entry("Microsoft.ContainerService/managedClusters", `${inGroup}${clusters}${named}`, {
		GET: getCluster,
		PUT: putCluster,
		DELETE: deleteManagedCluster,
	}),
	entry("Microsoft.ContainerInstance/containerGroups", `(?:${inGroup})?${containerGroups}`, { GET: listContainerGroups }),
	entry("Microsoft.ContainerInstance/containerGroups", `${inGroup}${containerGroups}${named}`, {
		GET: getContainerGroup,
		PUT: putContainerGroup,
		DELETE: deleteContainerGroup,
	}),
	entry("Microsoft.ContainerInstance/containerGroups", `${inGroup}${containerGroups}${named}/stop`, { POST: stopContainerGroup }),
	entry(
		"Microsoft.ContainerInstance/containerGroups/containers/logs",
		`${inGroup}${containerGroups}${named}/containers/(?<container>[^/]+)/logs`,
		{
			GET: getLogs,
		},
	),
	entry("Microsoft.Resources/operations", `/providers/[^/]+/locations/[^/]+/operations${named}`, { GET: getOperation }),
];

/** The answer of ARM at `now`. Changes the state; what a skin has to do comes along as effects. */
export function answerArm(state: WorldState, request: ArmRequest, now: number): ArmAnswer {
	const due = settle(state, now);
	const given = dispatch(state, request, now);
	return { ...given, effects: [...due, ...given.effects] };
}

function dispatch(state: WorldState, request: ArmRequest, now: number): ArmAnswer {
	const url = new URL(request.path, "https://arm.invalid");
	const subscription = /^\/subscriptions\/([^/]+)(\/.*)?$/i.exec(url.pathname);
	if (subscription === null) return refusal(404, "NotFound", `No route for '${url.pathname}'.`);
	const version = refusedVersion(url.searchParams.get("api-version"));
	if (version !== null) return version;
	const [, id = "", below = ""] = subscription;
	if (id.toLowerCase() !== state.names.subscriptionId.toLowerCase()) {
		return refusal(404, "SubscriptionNotFound", `The subscription '${id}' could not be found.`);
	}
	return atRoute(state, request, { below, query: url.searchParams }, now);
}

function refusedVersion(version: string | null): ArmAnswer | null {
	if (version === null || version === "") {
		return refusal(400, "MissingApiVersionParameter", "The api-version query parameter (?api-version=) is required for all requests.");
	}
	if (/^20\d\d-\d\d-\d\d(-preview)?$/.test(version)) return null;
	const message = `The api-version '${version}' is invalid. The supported versions are '2026-04-01,2025-04-01,2023-05-01'.`;
	return refusal(400, "InvalidApiVersionParameter", message);
}

function atRoute(state: WorldState, request: ArmRequest, at: { below: string; query: URLSearchParams }, now: number): ArmAnswer {
	for (const { type, path, methods } of entries) {
		const match = path.exec(at.below);
		if (match === null) continue;
		const { group = "", name = "", container = "" } = match.groups ?? {};
		const method = request.method === "HEAD" ? "GET" : request.method;
		if (!mayDo(state, request.caller, request.method, { group: group || null, type })) return forbidden(state, request, type, at.below);
		const route = methods[method];
		if (route === undefined) return refusal(405, "HttpMethodNotSupported", `The http method '${request.method}' is not supported.`);
		const decoded = { group: decodeURIComponent(group), name: decodeURIComponent(name), container: decodeURIComponent(container) };
		return route(state, request, { ...decoded, query: at.query }, now);
	}
	return refusal(404, "InvalidResourceType", `The resource type could not be found for '${at.below}'.`);
}

function forbidden(state: WorldState, { caller, method }: ArmRequest, type: string, below: string): ArmAnswer {
	const scope = `/subscriptions/${state.names.subscriptionId}${below}`;
	const message = `The client '${caller.actor.id}' with object id '${caller.objectId}' does not have authorization to perform action '${actionOf(method, type)}' over scope '${scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.`;
	return refusal(403, "AuthorizationFailed", message);
}
