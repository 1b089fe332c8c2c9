import { memoryStateStore } from "../memory/state-store.ts";
import { conformsToStateStore } from "./state-store-conformance.ts";

const store = memoryStateStore();
conformsToStateStore("memory", () => store);
