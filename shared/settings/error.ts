/** Which settings are not usable and why. Never their values. */

/** One bad setting. */
export interface SettingProblem {
	readonly name: string;
	/** What is wrong and what to do. */
	readonly sentence: string;
}

/** All bad settings in one error; its message has one line for each. */
export class SettingsError extends Error {
	override readonly name = "SettingsError";
	readonly problems: readonly SettingProblem[];

	constructor(problems: readonly SettingProblem[]) {
		const head = problems.length === 1 ? "1 setting is not usable:" : `${problems.length} settings are not usable:`;
		super([head, ...problems.map((problem) => `  ${problem.name}: ${problem.sentence}`)].join("\n"));
		this.problems = problems;
	}
}
