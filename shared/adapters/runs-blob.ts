/** Markers and verdicts of starts, as blobs of the runs container. */

import type { TokenCredential } from "@azure/identity";
import { ContainerClient } from "@azure/storage-blob";
import * as z from "zod";
import type { MarkerObservation, Unreadable, VerdictObservation } from "../domain/observation.ts";
import type { Start } from "../domain/state.ts";
import type { Deadlines, Runs } from "../ports.ts";
import { codeOf, doubtOf, statusOf } from "./arm-errors.ts";

export interface RunsAccess {
	readonly credential: TokenCredential;
	readonly deadlines: Deadlines;
	readonly callDeadline: number;
	readonly now: () => number;
}

const markerBody = z.object({ writer: z.enum(["app", "script"]), nonce: z.string().min(1) });
const verdictBody = z.object({
	stage: z.string().min(1),
	code: z.number().int().min(0),
	sha: z.string().nullish(),
	junit: z.object({ tests: z.number().int().min(0), failures: z.number().int().min(0) }).nullish(),
	message: z.string().nullish(),
	startedAt: z.iso.datetime().nullish(),
	endedAt: z.iso.datetime().nullish(),
});

/** What a blob holds, or that it is not there, or doubt. */
type Read = { readonly kind: "Text"; readonly text: string; readonly at: string } | { readonly kind: "None" } | Unreadable;

export function createRunsBlob(access: RunsAccess): Runs {
	const containers = new Map<string, ContainerClient>();
	const containerOf = ({ runsUrl }: Start): ContainerClient => {
		const container = containers.get(runsUrl) ?? new ContainerClient(runsUrl, access.credential, { retryOptions: { maxTries: 1 } });
		containers.set(runsUrl, container);
		return container;
	};
	const marker = async (start: Start): Promise<MarkerObservation> =>
		markerOf(await read(containerOf(start), access, `${start.name}/started`));
	return {
		marker,
		revoke: async (start, nonce) => {
			const body = JSON.stringify({ writer: "app", nonce, at: new Date(access.now()).toISOString() });
			try {
				await access.deadlines.within(access.callDeadline, (abortSignal) =>
					containerOf(start)
						.getBlockBlobClient(`${start.name}/started`)
						.upload(body, Buffer.byteLength(body), {
							abortSignal,
							conditions: { ifNoneMatch: "*" },
							blobHTTPHeaders: { blobContentType: "application/json" },
						}),
				);
			} catch {
				// Taken, refused or no answer: what stands there now is the truth.
			}
			return marker(start);
		},
		verdict: async (start) => verdictOf(await read(containerOf(start), access, `${start.name}/verdict.json`)),
	};
}

async function read(container: ContainerClient, access: RunsAccess, name: string): Promise<Read> {
	try {
		return await access.deadlines.within(access.callDeadline, async (abortSignal): Promise<Read> => {
			const answer = await container.getBlobClient(name).download(0, undefined, { abortSignal });
			if (answer.lastModified === undefined) return unusable(name);
			return { kind: "Text", text: await textOf(answer.readableStreamBody), at: answer.lastModified.toISOString() };
		});
	} catch (error) {
		// A container that is missing or a wrong account is no absence of a marker.
		return statusOf(error) === 404 && codeOf(error) === "BlobNotFound" ? { kind: "None" } : doubtOf(error);
	}
}

async function textOf(stream: NodeJS.ReadableStream | undefined): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString("utf8");
}

function markerOf(blob: Read): MarkerObservation {
	if (blob.kind !== "Text") return blob;
	const parsed = markerBody.safeParse(jsonOf(blob.text));
	return parsed.success ? { kind: "Marked", ...parsed.data, at: blob.at } : unusable("started");
}

function verdictOf(blob: Read): VerdictObservation {
	if (blob.kind !== "Text") return blob;
	const parsed = verdictBody.safeParse(jsonOf(blob.text));
	if (!parsed.success) return unusable("verdict.json");
	const { stage, code, sha, junit, message, startedAt, endedAt } = parsed.data;
	return {
		kind: "Verdict",
		stage,
		code,
		sha: sha ?? null,
		junit: junit ?? null,
		message: message ?? null,
		startedAt: startedAt ?? null,
		endedAt: endedAt ?? null,
	};
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function unusable(name: string): Unreadable {
	return { kind: "Unreadable", reason: "UnusableBody", detail: `the blob ${name} holds something else than expected` };
}
