/** What is told of the world while it runs. */
import type { DnsFault, Service } from "./fault.ts";

/** One call to one service. `n` counts over all services; secrets are masked. */
export interface CallRecord {
	n: number;
	at: string;
	service: Service;
	method: string;
	url: string;
	/** null: the caller never got an answer. */
	status: number | null;
	ms: number;
	request: unknown;
	response: unknown;
	/** Name (or answer) of the fault that was applied. */
	fault?: string;
}

export type ContainerEvent = "created" | "started" | "line" | "exited" | "deleted" | "restarted" | "refused" | "lost";

export type WorldEvent =
	/** Told when it ends; `begun` is when it arrived, in the milliseconds of `realMs`. */
	| { kind: "call"; record: CallRecord; begun: number }
	| {
			kind: "slack";
			/** As a person reads it. */
			text: string;
			payload: unknown;
			/** false: refused; nobody sees it. */
			accepted: boolean;
	  }
	| { kind: "container"; name: string; event: ContainerEvent; text?: string }
	| { kind: "environment"; text: string }
	/** To be passed on to the app's host process (see DnsFault). */
	| { kind: "dns"; message: DnsFault };
