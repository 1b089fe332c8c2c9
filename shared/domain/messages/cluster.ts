/** What is told of the cluster as it is seen in Watching. */
import { clockTime, span } from "../instant.ts";
import type { Message } from "../message.ts";
import type { Instant, Unreadable, UnreadableReason } from "../observation.ts";

/** `oasis-svc: Succeeded -> NotFound`, with the state's meaning. */
export function clusterChanged(label: string, from: string, to: string, threshold: number): Message {
	return {
		kind: "ClusterChanged",
		title: `${label}: ${from} -> ${to}`,
		lines: [whatFollows(to, threshold)],
		log: null,
		weight: "transition",
	};
}

/** The first certain look of this app at this cluster. */
export function firstLook(label: string, state: string, threshold: number): Message {
	return {
		kind: "FirstLook",
		title: `${label}: first look: ${state}`,
		lines: [
			state === "NotFound"
				? "This app has never seen this cluster, so it will not build it by itself. Build it once by hand, or order it: npm run operate -- redeploy. If the cluster exists, check AKS_CLUSTER_NAME and AZURE_RESOURCE_GROUP."
				: whatFollows(state, threshold),
		],
		log: null,
		weight: "transition",
	};
}

function whatFollows(state: string, threshold: number): string {
	if (state === "NotFound")
		return `The cluster is gone. After ${threshold} checks in a row that find it gone, it is rebuilt. To keep it gone: npm run operate -- pause 3d.`;
	if (state === "Stopped") return "Someone stopped the cluster. It is left alone.";
	if (state === "Failed" || state === "Canceled")
		return "Only a cluster that is gone is rebuilt; one in this state is left for a person to look at.";
	if (state === "Succeeded") return "All is well; nothing to do.";
	return "The cluster is changing. It is watched more often until that ends.";
}

/** Looks that show nothing certain, told once three in a row are there, and again as a reminder. */
export function cannotSee(sight: Unreadable, since: Instant, now: Instant, reminder: boolean): Message {
	return {
		kind: "ClusterUnreadable",
		title: `can't see the cluster: ${reasonWords[sight.reason]}`,
		lines: [`Since ${clockTime(since, now)}: ${sight.detail}`, advice(sight.reason), "Nothing is counted, built or deleted meanwhile."],
		log: null,
		weight: reminder ? "reminder" : "transition",
	};
}

/** The end of doubt. */
export function canSeeAgain(state: string, since: Instant, now: Instant): Message {
	const lasted = span(Date.parse(now) - Date.parse(since));
	return {
		kind: "ClusterReadableAgain",
		title: "can see it again",
		lines: [`The cluster is ${state}. It could not be seen for ${lasted}.`],
		log: null,
		weight: "transition",
	};
}

const reasonWords: Readonly<Record<UnreadableReason, string>> = {
	Unauthorized: "not logged in (401)",
	Forbidden: "access refused (403)",
	WrongNotFound: "a 404 that is not Azure's word for a missing resource",
	Throttled: "Azure asks to wait (429)",
	ServerError: "Azure has trouble (5xx)",
	Dns: "name not resolved",
	Timeout: "no answer in time",
	Network: "connection failed",
	NoToken: "no token from the identity",
	UnusableBody: "an answer without a usable state",
	Other: "an unexpected answer",
};

function advice(reason: UnreadableReason): string {
	if (reason === "Forbidden")
		return "A lost role and a deleted group can look alike. Give the app's identity the Reader role on the subscription, not on the group: then a deleted group reads as NotFound.";
	if (reason === "Unauthorized" || reason === "NoToken")
		return "Check the app's identity: AZURE_CLIENT_ID and that it is assigned to the app.";
	if (reason === "WrongNotFound") return "Check AZURE_SUBSCRIPTION_ID and AZURE_RESOURCE_MANAGER_ENDPOINT.";
	return "This usually passes by itself; the next check tries again.";
}
