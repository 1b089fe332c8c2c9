/** Which part of the product a file belongs to, and which parts each may know. */

/** The parts. */
export type Room = "functions" | "entry" | "app" | "tick" | "ports" | "adapters" | "settings" | "domain";

const own: Readonly<Record<string, Room>> = {
	"shared/ports.ts": "ports",
	// Programs that a person starts.
	"shared/standalone.ts": "entry",
	"shared/operate.ts": "entry",
	"shared/doctor.ts": "entry",
	// One tick and its steps.
	"shared/tick.ts": "tick",
	"shared/look.ts": "tick",
	"shared/act.ts": "tick",
	"shared/age.ts": "tick",
	"shared/commit.ts": "tick",
	"shared/send.ts": "tick",
	"shared/environment.ts": "tick",
	"shared/run-variables.ts": "tick",
};

const folders: readonly (readonly [string, Room])[] = [
	["functions/", "functions"],
	["shared/adapters/", "adapters"],
	["shared/settings/", "settings"],
	["shared/domain/", "domain"],
	// What puts the others together.
	["shared/", "app"],
];

/** null: no part of the product. */
export function roomOf(path: string): Room | null {
	return own[path] ?? folders.find(([folder]) => path.startsWith(folder))?.[1] ?? null;
}

/** One way only: functions, app, tick, domain; adapters know what they implement. */
export const mayImport: Readonly<Record<Room, readonly Room[]>> = {
	functions: ["functions", "app"],
	entry: ["entry", "app", "tick", "ports", "adapters", "settings", "domain"],
	app: ["app", "tick", "ports", "adapters", "settings", "domain"],
	tick: ["tick", "ports", "domain"],
	ports: ["ports", "domain"],
	adapters: ["adapters", "ports", "settings", "domain"],
	settings: ["settings", "domain"],
	domain: ["domain"],
};

/** The one place where environment variables are read; whoever begins a process asks it. */
export const processEnvironment = "shared/adapters/process-environment.ts";

/** Why a file may not import this, null if it may. `target` is a path from the root or the name of a package. */
export function arrowProblem(path: string, target: string): string | null {
	const from = roomOf(path);
	if (from === null) return null;
	const isPath = /^(functions|shared|infra|test)\//.test(target);
	if (!isPath) return from === "domain" ? `${path} (domain) imports the package ${target}` : null;
	const to = roomOf(target);
	if (to === null) return `${path} (${from}) imports ${target}, which is no part of the product`;
	if (mayImport[from].includes(to) || (from === "functions" && target === processEnvironment)) return null;
	return `${path} (${from}) imports ${target} (${to})`;
}
