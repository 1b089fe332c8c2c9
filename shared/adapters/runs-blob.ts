/** Markers and verdicts of starts, as blobs of the runs container. */
import type { TokenCredential } from "@azure/identity";
import { ContainerClient } from "@azure/storage-blob";
import type { MarkerObservation, Unreadable } from "../domain/observation.ts";
import type { Start } from "../domain/state.ts";
import type { Deadlines, Runs } from "../ports.ts";
import { codeOf, doubtOf, statusOf, unusable } from "./arm-errors.ts";
import { markerOf, markerText, type ReadRun, verdictOf } from "./run-files.ts";

export interface RunsAccess {
	readonly credential: TokenCredential;
	readonly deadlines: Deadlines;
	/** Of one call, in milliseconds. */
	readonly callDeadline: number;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** Retries are off: the next tick is the retry. */
const options = { retryOptions: { maxTries: 1 } };
/** Both files are a few hundred bytes. */
const largest = 64 * 1024;

export function createRunsBlob(access: RunsAccess): Runs {
	const containers = new Map<string, ContainerClient>();
	const containerOf = ({ runsUrl }: Start): ContainerClient => {
		const container = containers.get(runsUrl) ?? new ContainerClient(runsUrl, access.credential, options);
		containers.set(runsUrl, container);
		return container;
	};
	const readOf = (start: Start, name: string): Promise<ReadRun> => read(() => containerOf(start), access, `${start.name}/${name}`);
	return {
		marker: async (start) => markerOf(await readOf(start, "started")),
		revoke: async (start, nonce) => {
			try {
				return await revoke(containerOf(start), access, start, nonce);
			} catch {
				// Taken, refused or no answer: what stands there now is the truth.
				return markerOf(await readOf(start, "started"));
			}
		},
		verdict: async (start) => verdictOf(await readOf(start, "verdict.json")),
	};
}

/** Creates the marker as the app's. Throws unless the service said that this very call did. */
async function revoke(container: ContainerClient, access: RunsAccess, start: Start, nonce: string): Promise<MarkerObservation> {
	const body = markerText("app", nonce, new Date(access.now()).toISOString());
	const answer = await access.deadlines.within(access.callDeadline, (abortSignal) =>
		container.getBlockBlobClient(`${start.name}/started`).upload(body, Buffer.byteLength(body), {
			abortSignal,
			conditions: { ifNoneMatch: "*" },
			blobHTTPHeaders: { blobContentType: "application/json" },
		}),
	);
	if (answer.lastModified === undefined) throw new TypeError("the answer has no date");
	return { kind: "Marked", writer: "app", nonce, at: answer.lastModified.toISOString() };
}

async function read(container: () => ContainerClient, access: RunsAccess, name: string): Promise<ReadRun> {
	try {
		return await access.deadlines.within(access.callDeadline, (abortSignal) => download(container(), name, abortSignal));
	} catch (error) {
		// A container that is missing, or another account's, is no absence of a blob.
		return statusOf(error) === 404 && codeOf(error) === "BlobNotFound" ? { kind: "None" } : doubtOf(error);
	}
}

async function download(container: ContainerClient, name: string, abortSignal: AbortSignal): Promise<ReadRun> {
	const answer = await container.getBlobClient(name).download(0, undefined, { abortSignal, maxRetryRequests: 0 });
	const { lastModified, contentLength, readableStreamBody } = answer;
	if (lastModified === undefined || contentLength === undefined || contentLength > largest || readableStreamBody === undefined) {
		(readableStreamBody as { destroy?: () => void } | undefined)?.destroy?.();
		return unusableBlob(name);
	}
	return { kind: "Text", text: await textOf(readableStreamBody), at: lastModified.toISOString() };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}

function unusableBlob(name: string): Unreadable {
	return unusable(`the blob ${name} holds something else than expected`);
}
