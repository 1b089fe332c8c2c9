/** Counts what a tick asks of the outside, for its log line. */
import type { Ports } from "./environment.ts";

export interface CallCounts {
	arm: number;
	table: number;
	blob: number;
	slack: number;
}

/** The same ports, and how often each remote was asked through them. */
export function countCalls(ports: Ports): { readonly ports: Ports; readonly counts: CallCounts } {
	const counts: CallCounts = { arm: 0, table: 0, blob: 0, slack: 0 };
	const counted = <T extends object>(port: T, remote: keyof CallCounts): T =>
		new Proxy(port, {
			get: (target, name) => {
				const method: unknown = Reflect.get(target, name);
				if (typeof method !== "function") return method;
				return (...args: unknown[]) => {
					counts[remote] += 1;
					return Reflect.apply(method, target, args);
				};
			},
		});
	return {
		counts,
		ports: {
			...ports,
			clusters: counted(ports.clusters, "arm"),
			resourceGroups: counted(ports.resourceGroups, "arm"),
			containerGroups: counted(ports.containerGroups, "arm"),
			runs: counted(ports.runs, "blob"),
			state: counted(ports.state, "table"),
			messenger: counted(ports.messenger, "slack"),
		},
	};
}
