/** Faults as data, so that a scenario can hold them. */

export type Service = "arm" | "identity" | "table" | "blob" | "slack";

/** How a matching call is answered instead of, or on top of, the real answer. */
export interface FaultAnswer {
	/** Answered in place of the service. Default 200 when only headers or body are given. */
	status?: number;
	headers?: Record<string, string>;
	/** An object becomes JSON, a string is sent verbatim. */
	body?: unknown;
	/**
	 * The call reaches the service that much later, and is done even if the caller has
	 * given up by then; alone, the real answer follows late.
	 */
	delayMs?: number;
	/** Accepts the call and never says anything; with dropAnswer it is done all the same. */
	hang?: true;
	/** Cuts the connection before the service sees the call. */
	reset?: true;
	/** The service does what was asked; its answer is lost. */
	dropAnswer?: true;
	/**
	 * The name of the service stops resolving (`arm` only: it alone is reached by
	 * a name, `localhost`, all others by address). No server can fake this, so the
	 * app's host process does: see DnsFault.
	 */
	dns?: true;
}

export interface FaultRule {
	service: Service;
	/** In capitals, e.g. `GET`. Default: all. */
	method?: string;
	/** Regular expression on path and query, case-insensitive. Default: all. */
	path?: string;
	/** Lets this many matching calls pass first. */
	skip?: number;
	/** Then applies to this many. Default: until removed. */
	count?: number;
	answer: FaultAnswer;
	/** To remove it again. */
	name?: string;
}

/**
 * What the host process of the app is told of a dns fault, as the IPC message
 * itself: while `fail` is true, `dns.lookup` of `host` fails with ENOTFOUND,
 * after `skip` lookups and for `count` of them (absent: until told otherwise).
 * `fail: false` ends it. `obeyDnsFaults` of dns-fault.ts does this. Counting is the host's, since such a call never comes here.
 */
export interface DnsFault {
	type: "dns";
	host: string;
	fail: boolean;
	skip?: number;
	count?: number;
}
