/** Events as a person reads them: one line each, messages as Slack would show them. */
import type { Seen, StoryEvent } from "./events.ts";

/** Seconds since `begun` in front, nothing for what nobody needs to read. */
export function lineOf({ at, seen }: StoryEvent, begun: number): string | null {
	const text = textOf(seen);
	return text === null ? null : `${((at - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`;
}

function textOf(seen: Seen): string | null {
	switch (seen.kind) {
		case "slack":
			return seen.accepted ? messageBox(seen.text) : "Slack refused a message";
		case "environment":
			return `world      ${seen.text}`;
		case "container":
			return seen.event === "line"
				? `container  | ${seen.text ?? ""}`
				: `container  ${seen.name} ${seen.event}${seen.text === undefined ? "" : ` (${seen.text})`}`;
		case "tick":
			return tickText(seen.line);
		case "app":
			return `app        ${seen.text}`;
		case "deed":
			return `story      ${seen.text}`;
		case "dns":
			return `world      ${seen.message.host} ${seen.message.fail ? "no longer resolves" : "resolves again"}`;
		case "call":
			return null;
	}
}

/** Ticks that did nothing are not news. */
function tickText(line: Readonly<Record<string, unknown>>): string | null {
	const { tick, phase, reason, error } = line;
	// The app's own line tells it already.
	if (reason === "InvocationFailed") return null;
	if (reason === "NotDue" || reason === "Idle" || reason === "Running" || reason === "Waiting") return null;
	return `${String(tick ?? "app").padEnd(10)} ${[phase, reason, error].filter((part) => part !== undefined).join(" ")}`;
}

function messageBox(text: string): string {
	const lines = text.split("\n").flatMap((line) => wrapped(line, 100));
	return ["Slack", ...lines.map((line) => `           ┃ ${line}`)].join("\n");
}

/** Lines of at most `width`, but no word is taken apart: an address stays whole. */
function wrapped(line: string, width: number): readonly string[] {
	const parts: string[] = [];
	let rest = line;
	while (rest.length > width) {
		const before = rest.lastIndexOf(" ", width);
		const space = before > 0 ? before : rest.indexOf(" ", width);
		if (space < 0) break;
		parts.push(rest.slice(0, space));
		rest = rest.slice(space + 1);
	}
	return [...parts, rest];
}
