/** The state table as a remote: what reaches it, and what its refusal means. */
import type { TableClient } from "@azure/data-tables";
import type { Deadlines } from "../ports.ts";
import { detailOf, statusOf } from "./arm-errors.ts";

/** The table cannot be used: no state, no deploy. The message says what to do. */
export class StateRefused extends Error {
	override readonly name = "StateRefused";
}

export interface TableAccess {
	readonly client: TableClient;
	readonly deadlines: Deadlines;
	/** Of one call, in milliseconds. */
	readonly callDeadline: number;
}

/** Work that has to be answered: every failure is a StateRefused. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw refused(error);
	}
}

/** What a failed call means, and what to do about it. */
export function refused(cause: unknown): StateRefused {
	const status = statusOf(cause);
	const advice =
		status === 403
			? "give the app's identity Storage Table Data Contributor on the storage account"
			: status === 401
				? "check the app's identity and the storage account's name"
				: "the next tick tries again";
	return new StateRefused(`the state table can't be used (${detailOf(cause)}); nothing is decided without it: ${advice}`, { cause });
}
