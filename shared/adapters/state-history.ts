/** What happened, newest first: rows `event-<inverted time>-...` beside the state. */
import { odata, type TransactionAction } from "@azure/data-tables";
import type { Commit } from "../ports.ts";
import { oneLine } from "./one-line.ts";
import { schemaVersion } from "./state-rows.ts";
import type { TableAccess } from "./table-access.ts";

/** Rows of one transaction. */
const atOnce = 100;
/** Sorts right after every event. */
const afterEvents = "event.";

/** The later an instant, the earlier its row. */
function inverted(at: string): string {
	return String(9_999_999_999_999 - Date.parse(at));
}

/** Creates the rows of a commit's events; its id keeps them apart from others of the same instant. */
export function eventActions(key: string, { events, at, commitId }: Commit): TransactionAction[] {
	return events.map((event, index): TransactionAction => {
		const rowKey = `event-${inverted(at)}-${commitId.slice(0, 8)}-${index}`;
		return ["create", { partitionKey: key, rowKey, at: event.at, kind: event.kind, text: oneLine(event.text, 1_000), schemaVersion }];
	});
}

/** Removes events before that instant, a transaction of them at most. What can't be removed now is tried again by a later call. */
export async function forgetHistory({ client, deadlines, callDeadline }: TableAccess, key: string, before: string): Promise<void> {
	const newest = `event-${inverted(before)}`;
	const filter = odata`PartitionKey eq ${key} and RowKey gt ${newest} and RowKey lt ${afterEvents}`;
	const queryOptions = { filter, select: ["PartitionKey", "RowKey"] };
	try {
		await deadlines.within(callDeadline, async (abortSignal) => {
			const pages = client.listEntities({ queryOptions, abortSignal }).byPage({ maxPageSize: atOnce });
			const first = await pages.next();
			const rows = first.done === true ? [] : first.value;
			// These deletes carry no ETag: whatever was answered, nothing but an old event is removed.
			const old = rows.filter(({ rowKey }) => rowKey !== undefined && rowKey > newest && rowKey < afterEvents);
			const actions = old.map(({ rowKey = "" }): TransactionAction => ["delete", { partitionKey: key, rowKey }]);
			if (actions.length > 0) await client.submitTransaction(actions, { abortSignal });
		});
	} catch {
		// Evidence of long ago: nothing depends on its going.
	}
}
