/** Fresh names from the system's source of randomness. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Random } from "../ports.ts";

export function createRandom(): Random {
	return { hex: (bytes) => randomBytes(bytes).toString("hex"), uuid: () => randomUUID() };
}
