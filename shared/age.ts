/** How old a tick is: what it may still do depends on that alone. */
import { limits } from "./domain/limits.ts";
import type { Ports } from "./environment.ts";

/** Whether the tick is still young enough to commit, create, delete or post. */
export type Age = () => boolean;

export function ageOf(ports: Ports): Age {
	const wall = ports.clock.now();
	const monotonic = ports.clock.monotonic();
	// Both clocks: the wall clock may be set, and the monotonic one may stand still while a laptop sleeps.
	return () => ports.clock.now() - wall < limits.actWindow && ports.clock.monotonic() - monotonic < limits.actWindow;
}
