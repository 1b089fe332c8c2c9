import { describe, expect, it } from "vitest";
import { containerGroupsByPlace, runsByPlace } from "../../shared/adapters/by-place.ts";
import type { Machine } from "../../shared/adapters/machine.ts";
import type { ContainerGroups, Runs } from "../../shared/ports.ts";
import { processRequest, processStart } from "./process-samples.ts";
import { start as azures, runnerGroupId } from "./samples.ts";

const machine: Machine = { name: "m-laptop-1", folder: "/runs", runsUrl: "file://m-laptop-1/runs", runnerGroupId: "/machines/m-laptop-1" };
const mine = processStart(machine, azures.name);

function runsNamed(name: string): Runs {
	const answer = async () => ({ kind: "Unreadable", reason: "Other", detail: name }) as const;
	return { marker: answer, revoke: answer, verdict: answer };
}

function groupsNamed(name: string): ContainerGroups {
	const doubt = async () => ({ kind: "Unreadable", reason: "Other", detail: name }) as const;
	const answer = async () => ({ kind: "Unknown", detail: name }) as const;
	return { get: doubt, list: doubt, create: answer, delete: answer, logTail: async () => name };
}

describe("a start is looked for where it was issued, whatever RUNNER says today", () => {
	const runs = runsByPlace(runsNamed("Azure"), runsNamed("machine"));
	const groups = containerGroupsByPlace(groupsNamed("Azure"), groupsNamed("machine"));

	it.each([
		["Azure", azures, runnerGroupId],
		["machine", mine, machine.runnerGroupId],
	])("on %s", async (where, start, place) => {
		const request = { ...processRequest(machine, start.name), start };
		const seen = await Promise.all([
			runs.marker(start),
			runs.revoke(start, "ab"),
			runs.verdict(start),
			groups.get(start),
			groups.list(place),
			groups.create(request),
			groups.delete(start),
		]);
		expect(seen.map((one) => ("detail" in one ? one.detail : ""))).toEqual(Array(7).fill(where));
		expect(await groups.logTail(start)).toBe(where);
	});
});

describe("a machine's start, seen by an app that runs on none", () => {
	const runs = runsByPlace(runsNamed("Azure"), null);
	const groups = containerGroupsByPlace(groupsNamed("Azure"), null);

	it("is doubt, and can be neither begun nor ended", async () => {
		const looks = [runs.marker(mine), runs.revoke(mine, "ab"), runs.verdict(mine), groups.get(mine), groups.list(machine.runnerGroupId)];
		for (const look of await Promise.all(looks)) expect(look).toMatchObject({ kind: "Unreadable" });
		expect(await groups.create(processRequest(machine, mine.name))).toMatchObject({ kind: "Refused", code: "OtherMachine" });
		expect(await groups.delete(mine)).toMatchObject({ kind: "Refused", code: "OtherMachine" });
		expect(await groups.logTail(mine)).toBeNull();
	});
});
