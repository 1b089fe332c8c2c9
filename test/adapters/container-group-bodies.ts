/** Container groups as ARM answers them (api 2023-05-01). */

export interface GroupSight {
	readonly provisioningState?: string;
	/** Of the group. */
	readonly state?: string;
	readonly currentState?: Readonly<Record<string, unknown>> | null;
	readonly previousState?: Readonly<Record<string, unknown>>;
	readonly restartCount?: number;
	/** Of the group. */
	readonly events?: readonly unknown[];
}

interface GroupBody {
	readonly name: string;
	readonly tags: Readonly<Record<string, string>>;
	readonly properties: Readonly<Record<string, unknown>>;
	readonly [field: string]: unknown;
}

/** Tags that say: this app's, for this start. */
export function ourTags(name: string): Readonly<Record<string, string>> {
	return { "keepalived-app": "aro-hcp-keepalived", "keepalived-run": "20261130T091500Z-deploy-7", "keepalived-start": name };
}

/** A group of ours that runs, unless `sight` says otherwise. */
export function groupBody(name: string, sight: GroupSight = {}): GroupBody {
	const { provisioningState = "Succeeded", state = "Running", currentState = { state: "Running" }, events = [] } = sight;
	const { previousState, restartCount = 0 } = sight;
	const instanceView = { restartCount, currentState, previousState, events: [] };
	const container = { image: "keepalived.azurecr.io/runner:1.0.0", command: [], environmentVariables: [], instanceView };
	return {
		id: `/subscriptions/s/resourceGroups/g/providers/Microsoft.ContainerInstance/containerGroups/${name}`,
		name,
		location: "westus3",
		tags: ourTags(name),
		properties: {
			provisioningState,
			osType: "Linux",
			restartPolicy: "Never",
			containers: [{ name: "runner", properties: container }],
			instanceView: { state, events },
		},
	};
}
