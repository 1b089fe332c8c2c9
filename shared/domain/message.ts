/** What people read. Plain text; escaping and Slack's limits are the sender's. */

/** One message as data. `title` is a fixed first line of the contract; no field holds a secret. */
export interface Message {
	/** Past-tense event name, e.g. `RedeployStarted`. */
	readonly kind: string;
	/** First line, without the environment. */
	readonly title: string;
	/** Further paragraphs, each one short. */
	readonly lines: readonly string[];
	/** Verbatim end of a log, shown as code; null: none. */
	readonly log: string | null;
	/** A transition is never dropped; a reminder or progress may be. */
	readonly weight: "transition" | "reminder";
}

/** A message waiting in the outbox. */
export interface OutboxRow {
	/** Zero-padded sequence, part of the row key. */
	readonly sequence: number;
	readonly message: Message;
	readonly queuedAt: string;
	/** How often it was posted in vain; `plain` after a 400. */
	readonly tries: number;
	readonly plain: boolean;
	readonly notBefore: string | null;
	/** When it was told, of a row that could not be removed then: it is told no second time. */
	readonly sentAt: string | null;
	readonly etag: string;
}
