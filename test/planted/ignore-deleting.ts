import type { PlantedFault } from "./planted-fault.ts";

export const ignoreDeleting: PlantedFault = {
	name: "ignore-deleting",
	mistake: "a resource group that is being deleted is no reason to wait",
	file: "shared/domain/gates/index.ts",
	find: "	teardownInProgress,\n	beingBuilt,\n",
	replace: "	beingBuilt,\n",
	caughtBy: { story: "teardown" },
};
