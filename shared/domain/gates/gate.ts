/** What a gate is: one reason that can keep the app from deploying. */
import type {
	ClusterFound,
	ClusterObservation,
	ContainerGroupFound,
	Instant,
	Listing,
	MarkerObservation,
	ResourceGroupFound,
	ResourceGroupObservation,
} from "../observation.ts";
import type { Policy } from "../policy.ts";
import type { Memory } from "../state.ts";

/** The look made in the tick that would issue the create. */
export interface SecondLook {
	readonly cluster: ClusterObservation;
	readonly clusters: Listing<ClusterFound>;
	readonly groups: Readonly<Record<string, ResourceGroupObservation>>;
	readonly nextMarker: MarkerObservation;
	readonly containerGroups: Listing<ContainerGroupFound>;
}

export interface GateFacts {
	readonly memory: Memory;
	readonly policy: Policy;
	readonly now: Instant;
	/** null: not made yet; gates that need it are then open. */
	readonly second: SecondLook | null;
}

export type GateResult =
	| { readonly open: true }
	| {
			readonly open: false;
			readonly sentence: string;
			readonly until: Instant | null;
			/** now: said as a hold. person: said as 'needs you'. elsewhere: told already by what caused it. */
			readonly told: "now" | "person" | "elsewhere";
	  };

export interface Gate {
	/** Reason in state, status and messages. */
	readonly reason: string;
	/** For people: when it is shut. */
	readonly shutWhen: string;
	/** Judged again before a further start of a run that never acted. */
	readonly furtherStarts: boolean;
	/** A person's `redeploy` passes it. */
	readonly orderPasses: boolean;
	judge(facts: GateFacts): GateResult;
}

export const open: GateResult = { open: true };

export function shut(sentence: string, until: Instant | null = null, told: "now" | "person" | "elsewhere" = "now"): GateResult {
	return { open: false, sentence, until, told };
}

/** The environment groups that are there. */
export function standing(second: SecondLook): readonly ResourceGroupFound[] {
	return Object.values(second.groups).filter((group): group is ResourceGroupFound => group.kind === "Found");
}
