/** How far a run is, as the end of its log tells. */
import { runStages } from "./run-stages.ts";
import type { RunKind } from "./state.ts";

export interface Progress {
	/** The stage it is in; null where the end of the log tells of none: make prints a lot. */
	readonly stage: string | null;
	/** The last line of its log. */
	readonly line: string;
}

/** Stages that only the other kind of run has. */
const foreign: Readonly<Record<RunKind, readonly string[]>> = { deploy: ["cleanup"], cleanup: ["exists", "deploy", "post"] };
const longestLine = 160;

/** null: it has said nothing yet, or its log can't be had. */
export function progressOf(log: string | null, kind: RunKind): Progress | null {
	const line = log
		?.split(/\r?\n|\r/)
		.findLast((one) => one.trim() !== "")
		?.trim();
	if (log === null || line === undefined) return null;
	return { stage: stageIn(log, kind), line: line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line };
}

/** The one after the last that ended well, or the last itself where it did not. */
function stageIn(log: string, kind: RunKind): string | null {
	const last = [...log.matchAll(/^keepalived: stage=([a-z-]+)( status=ok)?\b.*$/gm)].at(-1);
	if (last?.[1] === undefined) return null;
	if (last[2] === undefined) return last[1];
	const order = stageOrder(kind);
	return order[order.indexOf(last[1]) + 1] ?? last[1];
}

/** The fence is passed first, whatever its code. */
function stageOrder(kind: RunKind): readonly string[] {
	const names = runStages
		.map(({ stage }) => stage)
		.filter((stage) => stage !== "end" && stage !== "fence" && !foreign[kind].includes(stage));
	return ["fence", ...new Set(names), "end"];
}
