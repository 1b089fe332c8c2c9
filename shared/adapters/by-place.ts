/** One port over two: a start is looked for where it was issued, whatever RUNNER says today. */
import type { ContainerGroups, Runs } from "../ports.ts";
import { isOnMachine } from "./machine.ts";

/** Runs by the starts' runs URLs: blobs, or files of a machine. */
export function runsByPlace(blobs: Runs, files: Runs): Runs {
	const of = (runsUrl: string): Runs => (isOnMachine(runsUrl) ? files : blobs);
	return {
		marker: (start) => of(start.runsUrl).marker(start),
		revoke: (start, nonce) => of(start.runsUrl).revoke(start, nonce),
		verdict: (start) => of(start.runsUrl).verdict(start),
	};
}

/** Container groups by their ids: Azure's, or processes of a machine. */
export function containerGroupsByPlace(azure: ContainerGroups, processes: ContainerGroups): ContainerGroups {
	const of = (id: string): ContainerGroups => (isOnMachine(id) ? processes : azure);
	return {
		get: (start) => of(start.id).get(start),
		list: (runnerGroupId) => of(runnerGroupId).list(runnerGroupId),
		create: (request) => of(request.start.id).create(request),
		delete: (start) => of(start.id).delete(start),
		logTail: (start) => of(start.id).logTail(start),
	};
}
