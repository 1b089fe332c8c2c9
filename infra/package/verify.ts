/** What a published package must be. */
import { parseSchedule } from "../../shared/settings/schedule.ts";
import { type LoadedPackage, loadPackage, type RegisteredFunction } from "./load.ts";
import { budget, type PackageSize } from "./size.ts";

/** What has to be there. */
export const timers = ["checkCluster", "watchContainer"] as const;

/** Sentences about what is wrong with what a package registers; none if it is right. */
export function faultsOf(loaded: LoadedPackage): readonly string[] {
	const names = loaded.functions.map((one) => one.name);
	const missing = timers.filter((name) => names.filter((other) => other === name).length !== 1);
	return [...missing.map((name) => `${name} is not registered exactly once`), ...loaded.functions.flatMap(faultsOfTimer)];
}

function faultsOfTimer({ name, bindings }: RegisteredFunction): readonly string[] {
	const trigger = bindings.find((binding) => binding.type === "timerTrigger");
	if (trigger === undefined) return (timers as readonly string[]).includes(name) ? [`${name} is no timer`] : [];
	const faults: string[] = [];
	if (!parseSchedule(trigger.schedule ?? "").ok) faults.push(`${name} has a schedule that the host cannot read`);
	// It fires on every scale-out, not only on a start.
	if (trigger.runOnStartup === true) faults.push(`${name} runs on start-up`);
	return faults;
}

/** Sentences about what is too big. */
export function faultsOfSize(size: PackageSize): readonly string[] {
	const faults: string[] = [];
	if (size.files > budget.files) faults.push(`the package has ${size.files} files, more than ${budget.files}`);
	if (size.zippedBytes > budget.zippedBytes)
		faults.push(`the package has ${size.zippedBytes} bytes zipped, more than ${budget.zippedBytes}`);
	return faults;
}

/** `name schedule`, one for each timer. */
export function schedulesOf(loaded: LoadedPackage): readonly string[] {
	return loaded.functions.map(
		({ name, bindings }) => `${name} ${bindings.find((one) => one.type === "timerTrigger")?.schedule ?? "(no timer)"}`,
	);
}

/** Environments under which both timers have to be there: silence would be worse than a failing tick. */
export const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"no settings": {},
	"bad schedules": { CHECK_SCHEDULE: "every minute", WATCH_SCHEDULE: "%WATCH%" },
	"own schedules": { CHECK_SCHEDULE: "15 */2 * * * *", WATCH_SCHEDULE: "45 * * * * *" },
};

/** What was seen, and what of it is wrong. */
export interface Verdict {
	readonly lines: readonly string[];
	readonly faults: readonly string[];
}

/** Loads the package under each environment with one Node. */
export function verifyUnder(node: string, folder: string): Verdict {
	const verdicts = Object.entries(environments).map(([what, variables]) => {
		const loaded = loadPackage(folder, node, variables);
		return {
			lines: [`Node ${loaded.node}, ${what}: ${schedulesOf(loaded).join(", ")}`],
			faults: faultsOf(loaded).map((fault) => `Node ${loaded.node}, ${what}: ${fault}`),
		};
	});
	return { lines: verdicts.flatMap((one) => one.lines), faults: verdicts.flatMap((one) => one.faults) };
}
