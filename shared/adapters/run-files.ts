/** What stands in a start's marker and verdict, wherever they are kept. */
import * as z from "zod";
import type { Instant, MarkerObservation, Unreadable, VerdictObservation } from "../domain/observation.ts";
import { unusable } from "./arm-errors.ts";
import { isoDate } from "./iso-date.ts";

/** A file as it was read: its text and when it was written, or that it is not there, or doubt. */
export type ReadRun = { readonly kind: "Text"; readonly text: string; readonly at: Instant } | { readonly kind: "None" } | Unreadable;

const markerBody = z.object({ writer: z.enum(["app", "script"]), nonce: z.string().min(1) });
const date = z
	.string()
	.nullish()
	.transform((text) => isoDate(text));
const verdictBody = z.object({
	stage: z.string().min(1),
	code: z.number().int().min(0),
	sha: z.string().nullish(),
	junit: z.object({ tests: z.number().int().min(0), failures: z.number().int().min(0) }).nullish(),
	message: z.string().nullish(),
	startedAt: date,
	endedAt: date,
});

/** The text of a marker. */
export function markerText(writer: "app" | "script", nonce: string, at: Instant): string {
	return JSON.stringify({ writer, nonce, at });
}

/** Who made the marker. One that can't be understood is doubt, never an absence. */
export function markerOf(file: ReadRun): MarkerObservation {
	if (file.kind !== "Text") return file;
	const parsed = markerBody.safeParse(jsonOf(file.text));
	return parsed.success
		? { kind: "Marked", ...parsed.data, at: file.at }
		: unusable("the start's marker holds something else than expected");
}

/** What a run says of itself. Half a verdict is doubt. */
export function verdictOf(file: ReadRun): VerdictObservation {
	if (file.kind !== "Text") return file;
	const parsed = verdictBody.safeParse(jsonOf(file.text));
	if (!parsed.success) return unusable("the run's verdict holds something else than expected");
	const { stage, code, sha, junit, message, startedAt, endedAt } = parsed.data;
	return { kind: "Verdict", stage, code, sha: sha ?? null, junit: junit ?? null, message: message ?? null, startedAt, endedAt };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
