/** `npm run check`: every step, even after one that failed; exits 1 if any failed. */
import { spawnSync } from "node:child_process";
import { type Step, steps } from "./steps.ts";

type Outcome = "ok" | "FAILED" | "SKIPPED";

function isThere(program: string): boolean {
	return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

function run(step: Step): Outcome {
	if (step.needs !== null && !isThere(step.needs)) {
		if (process.env.CI !== "true") return "SKIPPED";
		console.error(`${step.needs} is needed when CI=true`);
		return "FAILED";
	}
	// npm puts node_modules/.bin on PATH.
	const result = spawnSync(step.command, step.args, { stdio: "inherit" });
	if (result.error !== undefined) console.error(result.error.message);
	return result.status === 0 ? "ok" : "FAILED";
}

const outcomes = steps.map((step) => {
	console.log(`\n== ${step.name}`);
	return { step, outcome: run(step) };
});
console.log();
for (const { step, outcome } of outcomes) {
	const why = outcome === "SKIPPED" ? ` (${step.needs} is not installed; required when CI=true)` : "";
	console.log(`${outcome.padEnd(8)}${step.name}${why}`);
}
process.exitCode = outcomes.some(({ outcome }) => outcome === "FAILED") ? 1 : 0;
