/** What the host process and the player say to each other. */
import type { DnsFault } from "../world/types.ts";

export type HostMessage =
	| { readonly type: "listed"; readonly functions: readonly { readonly name: string; readonly schedule: string }[] }
	| { readonly type: "log"; readonly text: string }
	| { readonly type: "ended"; readonly name: string; readonly ok: boolean; readonly error: string | null }
	/** Something nobody waited for: on Azure it would cost the worker. */
	| { readonly type: "unhandled"; readonly error: string };

export type HostOrder =
	| DnsFault
	| { readonly type: "fire"; readonly name: string }
	| { readonly type: "advance"; readonly ms: number }
	| { readonly type: "disable" | "enable"; readonly name: string }
	| { readonly type: "stop" };
