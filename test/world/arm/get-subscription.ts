/** GET /subscriptions/S */
import { tenantId } from "../identities.ts";
import { answer } from "./answer.ts";
import type { Route } from "./route.ts";

export const getSubscription: Route = (state) => {
	const { subscriptionId } = state.names;
	return answer(200, {
		id: `/subscriptions/${subscriptionId}`,
		subscriptionId,
		tenantId,
		displayName: "Local world",
		state: "Enabled",
	});
};
