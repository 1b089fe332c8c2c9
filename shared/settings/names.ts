/** Names of Azure resources, and what ARO-HCP's naming says of whose they are. */
import { type Kind, pattern } from "./kind.ts";

/** Subscriptions, principals, clients. */
export const guid: Kind<string> = pattern("a GUID (8-4-4-4-12 hex digits)", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

/** ARM: 1 to 90 letters, digits, `-`, `_`, `.` and parentheses, no point at the end. */
export const resourceGroupName: Kind<string> = pattern(
	"a resource group name (at most 90 letters, digits and -_.(), no point at the end)",
	/^[A-Za-z0-9_.()-]{0,89}[A-Za-z0-9_()-]$/,
);

/** ARM, managedClusters: 1 to 63 letters, digits, `-` and `_`, a letter or digit at both ends. */
export const clusterName: Kind<string> = pattern(
	"an AKS cluster name (at most 63 letters, digits and -_, a letter or digit at both ends)",
	/^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$/,
);

/** Only the first four characters reach ARO-HCP's names, and storage account names are made of them. */
export const deployUser: Kind<string> = pattern(
	"a lower case letter followed by at least three lower case letters or digits",
	/^[a-z][a-z0-9]{3,}$/,
);

/** A region by its name, not by its display name (`West US 3`). */
export const region: Kind<string> = pattern("an Azure region such as westus3", /^[a-z][a-z0-9]{2,39}$/);

/** ARM compares names without regard to case. */
export function sameName(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

const serviceOrManagement = /^(.+)-(?:svc|mgmt-(\d+))$/i;

/** The part of a group's name that all groups of an environment share. */
export function stemOf(group: string): string {
	return group.match(serviceOrManagement)?.[1] ?? group;
}

/**
 * All groups of an environment, told from the one with the watched cluster: for
 * `x-svc` and `x-mgmt-N` ARO-HCP makes `x`, `x-svc` and `x-mgmt-1`. Any other name
 * says nothing, and stands alone.
 */
export function deriveGroups(group: string): readonly string[] {
	const match = group.match(serviceOrManagement);
	if (match === null) return [group];
	const [, stem = "", stamp = "1"] = match;
	const derived = [stem, `${stem}-svc`, `${stem}-mgmt-1`, `${stem}-mgmt-${stamp}`];
	return withOwn(
		group,
		derived.filter((name, at) => derived.findIndex((other) => sameName(other, name)) === at),
	);
}

/** The list with the watched group in it, in the spelling of its own setting. */
export function withOwn(group: string, groups: readonly string[]): readonly string[] {
	if (!groups.some((name) => sameName(name, group))) return [...groups, group];
	return groups.map((name) => (sameName(name, group) ? group : name));
}

/**
 * Whether a group named as ARO-HCP names personal ones is someone else's: its stem
 * must end in the first four characters of the user. To build or delete a
 * neighbour's environment is the worst this app could do.
 */
export function isNeighbours(group: string, user: string): boolean {
	return /^hcp-underlay-/i.test(group) && !stemOf(group).toLowerCase().endsWith(user.slice(0, 4));
}
