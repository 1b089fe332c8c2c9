/** What can be done to the world, and what a skin then has to do. */
import type { WorldEvent } from "./record.ts";
import type { Rules, Variable } from "./state.ts";

/** Something that happens in the world without the app's doing. Data, so that a scenario can hold it. */
export type WorldAct =
	/** The sweeper: these groups (default all of the environment) turn Deleting, then go with all that is in them. */
	| { act: "deleteGroups"; groups?: string[]; takesMs?: number }
	/** The cluster alone goes, its group stays. */
	| { act: "deleteCluster"; takesMs?: number }
	/** Someone builds: groups (default all) and cluster. `createdAt` ISO 8601, default now. */
	| {
			act: "makeEnvironment";
			groups?: string[];
			cluster?: boolean;
			by?: string;
			createdAt?: string;
			state?: string;
			creatingMs?: number;
	  }
	/** Another resource group, or one of ours with chosen tags. */
	| { act: "makeGroup"; name: string; tags?: Record<string, string>; provisioningState?: string }
	| {
			act: "setCluster";
			name?: string;
			state?: string;
			powerState?: "Running" | "Stopped" | null;
	  }
	/** Another cluster in a group (default the watched one's). */
	| { act: "makeCluster"; name: string; resourceGroup?: string; state?: string }
	/** Without a trace: process killed, group gone. Default: the youngest. */
	| { act: "loseContainerGroup"; name?: string }
	/** The platform moves a running container: killed and started again, restartCount + 1. */
	| { act: "restartContainer"; name?: string }
	/** Killed as by running out of memory: exit code 137 (default). */
	| { act: "killContainer"; name?: string; exitCode?: number }
	/** A container group nobody here asked for. It runs nothing and stays Running. */
	| { act: "makeContainerGroup"; name: string; tags: Record<string, string>; terminated?: boolean }
	| { act: "setRules"; rules: Partial<Rules> };

/** What a skin has to do because of an act, a call or the passing of time. */
export type Effect =
	| {
			kind: "startProcess";
			key: string;
			name: string;
			generation: number;
			command: string[];
			variables: Variable[];
			identityId: string | null;
	  }
	| { kind: "stopProcess"; key: string; name: string; generation: number }
	| { kind: "event"; event: WorldEvent };
