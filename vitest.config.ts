import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		// Real processes: certificates are trusted, and signals caught, per process.
		pool: "forks",
		// By itself it would leave one of two cores idle.
		maxWorkers: 2,
		globalSetup: ["test/adapters/trust.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// A slow machine is not a failing test; a test that is alone in its file still is.
		passWithNoTests: false,
	},
});
