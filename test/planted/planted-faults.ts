/** All planted faults. */
import { count403 } from "./count-403.ts";
import { ignoreDeleting } from "./ignore-deleting.ts";
import { noSecondLook } from "./no-second-look.ts";
import type { PlantedFault } from "./planted-fault.ts";

export const plantedFaults: readonly PlantedFault[] = [count403, ignoreDeleting, noSecondLook];
