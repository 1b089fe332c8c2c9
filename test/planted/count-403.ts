import type { PlantedFault } from "./planted-fault.ts";

export const count403: PlantedFault = {
	name: "count-403",
	mistake: "a refused access counts as an absence",
	file: "shared/adapters/arm-errors.ts",
	find: "	return doubtOf(error);\n}\n\n/** A list in a group",
	replace: '	if (statusOf(error) === 403) return { kind: "NotFound", code: "ResourceNotFound" };\n	return doubtOf(error);\n}\n\n/** A list in a group',
	caughtBy: { story: "blind" },
};
