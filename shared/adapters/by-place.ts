/** One port over two: a start is looked for where it was issued, whatever RUNNER says today. */
import type { ContainerGroups, Runs } from "../ports.ts";
import { unusable } from "./arm-errors.ts";
import { isOnMachine } from "./machine.ts";

/** Runs by the starts' runs URLs: blobs, or files of a machine. `files` null: this app runs on no machine of a person's. */
export function runsByPlace(blobs: Runs, files: Runs | null): Runs {
	const of = (runsUrl: string): Runs => (isOnMachine(runsUrl) ? (files ?? noRuns) : blobs);
	return {
		marker: (start) => of(start.runsUrl).marker(start),
		revoke: (start, nonce) => of(start.runsUrl).revoke(start, nonce),
		verdict: (start) => of(start.runsUrl).verdict(start),
	};
}

/** Container groups by their ids: Azure's, or processes of a machine. */
export function containerGroupsByPlace(azure: ContainerGroups, processes: ContainerGroups | null): ContainerGroups {
	const of = (id: string): ContainerGroups => (isOnMachine(id) ? (processes ?? noProcesses) : azure);
	return {
		get: (start) => of(start.id).get(start),
		list: (runnerGroupId) => of(runnerGroupId).list(runnerGroupId),
		create: (request) => of(request.start.id).create(request),
		delete: (start) => of(start.id).delete(start),
		logTail: (start) => of(start.id).logTail(start),
	};
}

const sentence = "this run belongs to the machine of the standalone mode that began it; look there";
const doubt = async () => unusable(sentence);
const refusal = async () => ({ kind: "Refused", code: "OtherMachine", detail: sentence }) as const;

const noRuns: Runs = { marker: doubt, revoke: doubt, verdict: doubt };
const noProcesses: ContainerGroups = { get: doubt, list: doubt, create: refusal, delete: refusal, logTail: async () => null };
