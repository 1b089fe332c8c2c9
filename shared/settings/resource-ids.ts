/** Full resource ids of what the runner stands on. */
import { bad, good, type Kind, parsed } from "./kind.ts";
import { guid, resourceGroupName, sameName } from "./names.ts";

const groupId = /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/?$/i;
const identityPath =
	/^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/Microsoft\.ManagedIdentity\/userAssignedIdentities\/([A-Za-z0-9][A-Za-z0-9_-]{2,127})$/i;

/** Where something lies; null: in the environment's own subscription. */
export interface Place {
	readonly subscriptionId: string | null;
	readonly group: string;
}

function placeOf(subscriptionId: string, group: string): Place | null {
	return guid.schema.safeParse(subscriptionId).success && resourceGroupName.schema.safeParse(group).success
		? { subscriptionId, group }
		: null;
}

const groupExpects = "a resource group name, or /subscriptions/<id>/resourceGroups/<name> where it lies in another subscription";

/** A resource group by name or by full id. */
export const groupNameOrId: Kind<Place> = parsed(groupExpects, (text) => {
	const match = text.match(groupId);
	const place = match === null ? null : placeOf(match[1] ?? "", match[2] ?? "");
	if (place !== null) return good(place);
	return resourceGroupName.schema.safeParse(text).success ? good({ subscriptionId: null, group: text }) : bad(`must be ${groupExpects}.`);
});

/** A user-assigned identity, and where it lies. */
export interface IdentityId extends Place {
	readonly id: string;
}

const identityExpects =
	"the resource id of a user-assigned identity (/subscriptions/<id>/resourceGroups/<name>/providers/Microsoft.ManagedIdentity/userAssignedIdentities/<name>)";

/** A user-assigned identity by its resource id. */
export const identityId: Kind<IdentityId> = parsed(identityExpects, (text) => {
	const match = text.match(identityPath);
	const place = match === null ? null : placeOf(match[1] ?? "", match[2] ?? "");
	return place === null ? bad(`must be ${identityExpects}.`) : good({ ...place, id: text });
});

/** Whether a place is one of these groups of this subscription. */
export function liesIn(place: Place, subscriptionId: string, groups: readonly string[]): boolean {
	const here = place.subscriptionId === null || sameName(place.subscriptionId, subscriptionId);
	return here && groups.some((group) => sameName(group, place.group));
}
