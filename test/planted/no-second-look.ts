import type { PlantedFault } from "./planted-fault.ts";

export const noSecondLook: PlantedFault = {
	name: "no-second-look",
	mistake: "what the second look shows is not judged",
	file: "shared/domain/phases/watching.ts",
	find: "policy, now: facts.now, second };",
	replace: "policy, now: facts.now, second: null };",
	caughtBy: { story: "neighbour" },
};
