/** Verifying: the run said that it is done; whether the cluster is there is this look's to say. */
import { takeIn } from "../cluster-sight.ts";
import { because, type Draft, remember } from "../draft.ts";
import { latest, passed } from "../instant.ts";
import { limits } from "../limits.ts";
import type { Instant } from "../observation.ts";
import type { Policy } from "../policy.ts";
import type { Facts } from "../sight.ts";
import type { Stage } from "../state.ts";
import { withMeasured } from "../usual.ts";
import { askPerson } from "./holding.ts";
import { closeIncident, endRun } from "./incident.ts";

type Verifying = Extract<Stage, { phase: "Verifying" }>;

/** checkCluster in Verifying. */
export function verifyCluster(draft: Draft, facts: Facts, policy: Policy): Draft {
	const { cluster } = facts.sight;
	if (draft.stage.phase !== "Verifying" || cluster === null) return draft;
	const { stage } = draft;
	const seen = takeIn(draft, cluster, policy, facts.now, false);
	if (cluster.kind === "Unreadable") return seen;
	if (cluster.kind === "Found" && (cluster.state === "Succeeded" || cluster.state === "Stopped"))
		return verified(seen, stage, facts.now, cluster.state);
	if (cluster.kind === "Found" && cluster.state === "Deleting") {
		return remember(endRun(seen, "Deleting", facts.now), { notFoundCount: 0, lastCountedAt: null });
	}
	const begun = latest(stage.since, draft.memory.resumedAt) ?? stage.since;
	if (!passed(begun, limits.verify, facts.now)) return because(seen, "Verifying");
	return disappointed(seen, cluster.kind === "NotFound" ? "NotFound" : cluster.state, facts.now);
}

function verified(draft: Draft, stage: Verifying, now: Instant, state: string): Draft {
	const { memory } = draft;
	const measured = stage.outcome === "Whole" && stage.runSeconds !== null ? withMeasured(memory, stage.runSeconds) : memory.usualSeconds;
	const ended = remember(endRun(draft, "Verified", now), { usualSeconds: measured, groupsLookedAt: null });
	return closeIncident(ended, {
		names: stage.run.spec,
		openedAt: memory.incident?.openedAt ?? null,
		now,
		runSeconds: stage.runSeconds,
		sha: stage.sha,
		repository: stage.run.spec.repository,
		doubt: doubtOf(stage, state),
		by: "us",
	});
}

function doubtOf(stage: Verifying, state: string): string | null {
	if (stage.outcome === "Unsure") return "The run left no verdict, so the environment may be incomplete.";
	if (stage.outcome === "Partial") return "Something after the environment failed; see the message before.";
	return state === "Stopped" ? "The cluster is stopped." : null;
}

/** The lock goes, needsCleanup stays: no deploy before a person has looked. */
function disappointed(draft: Draft, state: string, now: Instant): Draft {
	const reason = state === "NotFound" ? "DeployedButMissing" : "DeployedButNotHealthy";
	const sentence =
		state === "NotFound"
			? "the run ended well, but the watched cluster did not appear"
			: `the run ended well, but the cluster stays ${state}`;
	const lines = [
		state === "NotFound"
			? "Most often the run built an environment of another name: compare DEPLOY_USER, AZURE_RESOURCE_GROUP and AKS_CLUSTER_NAME with what it printed."
			: "Look at the cluster; nothing is rebuilt or deleted by itself.",
	];
	return askPerson(endRun(draft, reason, now), reason, sentence, lines, now);
}
