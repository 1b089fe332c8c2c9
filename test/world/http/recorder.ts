/** Keeps what was said between the app, the containers and the services, masked and numbered over all of them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallRecord, Service } from "../types.ts";
import { Mask } from "./mask.ts";

/** Longer texts (logs, artifacts) are cut in a record. */
const mostShown = 20_000;

/** A call as it came in. */
export interface Arrived {
	n: number;
	at: number;
	/** The same instant in the milliseconds of `realMs`. */
	begun: number;
	service: Service;
	method: string;
	/** Path and query. */
	path: string;
	headers: Readonly<Record<string, unknown>>;
	body: Buffer;
}

/** How it ended. status null: the caller got no answer. */
export interface Ended {
	status: number | null;
	headers: Readonly<Record<string, unknown>>;
	body: Buffer;
	fault?: string | undefined;
}

export class Recorder {
	readonly records: CallRecord[] = [];
	readonly mask = new Mask();
	readonly #onRecord: (record: CallRecord, begun: number) => void;
	#last = 0;

	constructor(onRecord: (record: CallRecord, begun: number) => void) {
		this.#onRecord = onRecord;
	}

	/** The number of the next call. Calls are numbered as they arrive and recorded as they end. */
	next(): number {
		this.#last += 1;
		return this.#last;
	}

	keep(arrived: Arrived, ended: Ended, now: number): void {
		const { n, service, method } = arrived;
		// Bodies first: a secret that this call brings along is learned before its url is shown.
		const request = this.#shown(arrived.headers, arrived.body);
		const response = ended.status === null ? null : this.#shown(ended.headers, ended.body);
		const record: CallRecord = {
			n,
			at: new Date(arrived.at).toISOString(),
			service,
			method,
			url: this.mask.text(arrived.path),
			status: ended.status,
			ms: Math.round(now - arrived.at),
			request,
			response,
			...(ended.fault === undefined ? {} : { fault: ended.fault }),
		};
		this.records.push(record);
		this.#onRecord(record, arrived.begun);
	}

	#shown(headers: Readonly<Record<string, unknown>>, body: Buffer): unknown {
		const shown = { headers: this.mask.headers(headers) };
		if (body.length === 0) return shown;
		const text = body.toString();
		try {
			return { ...shown, body: this.mask.value(JSON.parse(text)) };
		} catch {
			const masked = this.mask.text(text);
			const cut = masked.length > mostShown ? `${masked.slice(0, mostShown)}... (${body.length} bytes)` : masked;
			return { ...shown, body: cut };
		}
	}
}

const services: readonly Service[] = ["arm", "identity", "table", "blob", "slack"];

/** One file a service, one line a call in the order of arrival. An empty file says that nothing was asked. */
export async function writeRecords(dir: string, records: readonly CallRecord[]): Promise<void> {
	await mkdir(dir, { recursive: true });
	const sorted = records.toSorted((a, b) => a.n - b.n);
	await Promise.all(
		services.map(async (service) => {
			const lines = sorted.filter((record) => record.service === service).map((record) => `${JSON.stringify(line(record))}\n`);
			await writeFile(join(dir, `${service}.jsonl`), lines.join(""));
		}),
	);
}

/** The file names the service; a line does not repeat it. */
function line({ service: _, ...rest }: CallRecord): Omit<CallRecord, "service"> {
	return rest;
}
