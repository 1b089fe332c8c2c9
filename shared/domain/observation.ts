/**
 * What one look at a remote thing can show. Three kinds, never two: what was
 * there, a certain absence, and doubt. Doubt is a value, not an exception.
 */

/** An instant as ISO 8601 in UTC with milliseconds, e.g. `2026-11-30T09:15:00.000Z`. */
export type Instant = string;

/** Why a look showed nothing that can be relied on. */
export type UnreadableReason =
	| "Unauthorized" // 401
	| "Forbidden" // 403: a lost role and a deleted group can look alike
	| "WrongNotFound" // a 404 that is not ARM's own word for an absent resource
	| "Throttled" // 429
	| "ServerError" // 5xx
	| "Dns"
	| "Timeout"
	| "Network" // reset, refused, TLS
	| "NoToken" // the credential gave none
	| "UnusableBody" // 200 without what a look needs
	| "Other";

/** A look that showed nothing certain. `detail` is one line for people, without secrets. */
export interface Unreadable {
	readonly kind: "Unreadable";
	readonly reason: UnreadableReason;
	readonly detail: string;
}

/** HTTP 404 together with one of ARM's two codes for it. Nothing else is an absence. */
export interface NotFound {
	readonly kind: "NotFound";
	readonly code: "ResourceNotFound" | "ResourceGroupNotFound" | "BlobNotFound";
}

/** An AKS cluster that is there, in whatever state. */
export interface ClusterFound {
	readonly kind: "Found";
	readonly name: string;
	/** ARM's provisioning state word for word; `Stopped` for Succeeded with power state Stopped. */
	readonly state: string;
	readonly createdAt: Instant | null;
	/** `systemData.createdBy` and `createdByType` (`User`, `Application`, `ManagedIdentity`, ...). */
	readonly createdBy: string | null;
	readonly createdByType: string | null;
}
export type ClusterObservation = ClusterFound | NotFound | Unreadable;

/** A resource group that is there. `createdAt` is the tag that a policy stamps, null if missing or no date. */
export interface ResourceGroupFound {
	readonly kind: "Found";
	readonly name: string;
	readonly provisioningState: string;
	readonly createdAt: Instant | null;
}
export type ResourceGroupObservation = ResourceGroupFound | NotFound | Unreadable;

/** One of our container groups. `tags` are only ours: app, environment, run, start. */
export interface ContainerGroupFound {
	readonly kind: "Found";
	readonly name: string;
	readonly provisioningState: string;
	/** `instanceView.state` of the group, null while missing. */
	readonly state: string | null;
	/** `currentState.state` of the one container: Running, Waiting, Terminated; null while missing. */
	readonly containerState: string | null;
	/** null is unknown, never zero. */
	readonly exitCode: number | null;
	readonly detail: string | null;
	readonly restartCount: number;
	readonly previousExitCode: number | null;
	/** Newest first, `name: message`, at most ten. */
	readonly events: readonly string[];
	readonly tags: Readonly<Record<string, string>>;
}
export type ContainerGroupObservation = ContainerGroupFound | NotFound | Unreadable;

/** All of a list, or doubt. A list that answers `ResourceGroupNotFound` is empty. */
export type Listing<T> = { readonly kind: "Listed"; readonly items: readonly T[] } | Unreadable;

/** The fence of one start: who wrote `<group name>/started`, if anyone. */
export type MarkerObservation =
	| { readonly kind: "None" }
	| {
			readonly kind: "Marked";
			readonly writer: "app" | "script";
			readonly nonce: string;
			/** The blob's Last-Modified. */
			readonly at: Instant;
	  }
	| Unreadable;

/** What a run says of itself: `<group name>/verdict.json`. */
export interface Verdict {
	readonly kind: "Verdict";
	/** The stage that ended the run, `end` when all went well. */
	readonly stage: string;
	/** 0 for good, else the stage's code (see stages.ts). */
	readonly code: number;
	readonly sha: string | null;
	readonly junit: { readonly tests: number; readonly failures: number } | null;
	readonly message: string | null;
	readonly startedAt: Instant | null;
	readonly endedAt: Instant | null;
}
export type VerdictObservation = Verdict | { readonly kind: "None" } | Unreadable;

/** What a write to a remote thing answered: a hint, never a proof. */
export type Answer =
	| { readonly kind: "Accepted" }
	| { readonly kind: "Refused"; readonly code: string; readonly detail: string }
	| { readonly kind: "Unknown"; readonly detail: string };
