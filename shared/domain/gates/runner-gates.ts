/** Gates about our own runs, judged with the second look. */
import { type Gate, open, shut } from "./gate.ts";

export const runsUnreadable: Gate = {
	reason: "RunsUnreadable",
	shutWhen: "the marker of the next start cannot be read, so nothing could fence it",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ second }) => {
		if (second === null || second.nextMarker.kind === "None") return open;
		if (second.nextMarker.kind === "Marked") return shut("the next container group's name is already marked as used", null, "person");
		return shut(`the runs container can't be read: ${second.nextMarker.detail}`);
	},
};

export const anotherKeeper: Gate = {
	reason: "AnotherKeeper",
	shutWhen: "another app keeps the same environment and has a live run",
	furtherStarts: true,
	orderPasses: false,
	judge: ({ memory, policy, second }) => {
		const listed = second?.containerGroups.kind === "Listed" ? second.containerGroups.items : [];
		const other = listed.find(
			(group) =>
				group.tags["keepalived-environment"] === policy.environmentTag &&
				group.tags["keepalived-keeper"] !== policy.keeperTag &&
				group.containerState !== "Terminated",
		);
		const name = other?.name ?? memory.anotherKeeper;
		return name == null ? open : shut(`another app runs container group ${name} for this environment`, null, "person");
	},
};
