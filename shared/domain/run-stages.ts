/**
 * The stages of the runner script and the code each one ends a run with. One
 * table for the script, the judge and the messages; a test holds run.sh to it.
 */

/** What a verdict's stage means for what follows. */
export type StageMeaning =
	| "Good"
	/** Ended before make: nothing was built, nothing is to be cleaned. */
	| "BeforeMake"
	/** As BeforeMake, and trying again cannot help: a person must set something right. */
	| "NeedsHuman"
	/** The environment was there already. */
	| "EnvironmentExists"
	/** make ran and failed. */
	| "InMake"
	/** The environment is up; something after it failed. */
	| "AfterUp";

export interface RunStage {
	readonly stage: string;
	readonly code: number;
	readonly meaning: StageMeaning;
	/** For people: what went wrong and what to do. */
	readonly sentence: string;
}

export const runStages: readonly RunStage[] = [
	{ stage: "end", code: 0, meaning: "Good", sentence: "The run did what it was asked." },
	{ stage: "settings", code: 10, meaning: "NeedsHuman", sentence: "The runner got settings it cannot use." },
	{ stage: "tools", code: 12, meaning: "NeedsHuman", sentence: "The runner image lacks a tool; build a newer image." },
	{ stage: "fence", code: 15, meaning: "BeforeMake", sentence: "The runner could not write its marker." },
	{ stage: "login", code: 20, meaning: "BeforeMake", sentence: "The runner could not log in with its identity." },
	{ stage: "roles", code: 21, meaning: "NeedsHuman", sentence: "The runner identity may not read the subscription; give it its roles." },
	{ stage: "clone", code: 30, meaning: "BeforeMake", sentence: "The repository could not be cloned at that ref." },
	{
		stage: "names",
		code: 35,
		meaning: "NeedsHuman",
		sentence: "The checkout would build an environment of another name than the one watched.",
	},
	{ stage: "exists", code: 36, meaning: "EnvironmentExists", sentence: "Something of the environment is already there." },
	{ stage: "prepare", code: 40, meaning: "BeforeMake", sentence: "The checkout's own tools could not be built." },
	{ stage: "deploy", code: 50, meaning: "InMake", sentence: "make failed." },
	{ stage: "deploy", code: 51, meaning: "InMake", sentence: "make ran into its deadline." },
	{ stage: "post", code: 60, meaning: "AfterUp", sentence: "The environment is up; a target after it failed." },
	{ stage: "cleanup", code: 70, meaning: "InMake", sentence: "The clean-up's make failed." },
	{ stage: "cleanup", code: 71, meaning: "InMake", sentence: "The clean-up's make ran into its deadline." },
];

/** A second start of the same container: no verdict, and it writes none. */
export const startedTwiceCode = 80;

/** The meaning of a verdict's code. An unknown code is InMake: the careful reading, since make may have run. */
export function meaningOf(code: number): RunStage {
	return (
		runStages.find((row) => row.code === code) ?? {
			stage: "unknown",
			code,
			meaning: "InMake",
			sentence: "The runner ended with a code that this version does not know.",
		}
	);
}
