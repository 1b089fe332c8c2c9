import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assemblePackage } from "../../infra/package/assemble.ts";
import { bundle } from "../../infra/package/bundle.ts";
import { loadPackage, PackageDoesNotLoad } from "../../infra/package/load.ts";
import { entryFile } from "../../infra/package/places.ts";
import { sizeOf } from "../../infra/package/size.ts";
import { environments, faultsOf, faultsOfSize, verifyUnder } from "../../infra/package/verify.ts";

const away = mkdtempSync(join(tmpdir(), "keepalived-package-test-"));
afterAll(() => rmSync(away, { recursive: true, force: true }));

const node = process.execPath;

describe("the package", () => {
	const folder = join(away, "package");
	beforeAll(async () => {
		await bundle(entryFile, join(away, "index.cjs"));
		assemblePackage(join(away, "index.cjs"), folder);
	});

	it("is bundle, host.json and package.json", () => {
		expect(readdirSync(folder).sort()).toEqual(["host.json", "index.js", "package.json"]);
	});

	it("is small enough for a cold start", () => {
		expect(faultsOfSize(sizeOf(folder))).toEqual([]);
	});

	it("loads from a bare folder and registers both timers, with no settings at all, bad schedules, and its own", () => {
		const { lines, faults } = verifyUnder(node, folder);
		expect(faults).toEqual([]);
		expect(lines.map((line) => line.replace(/^Node \S+, /, ""))).toEqual([
			"no settings: checkCluster 0 * * * * *, watchContainer 30 * * * * *",
			"bad schedules: checkCluster 0 * * * * *, watchContainer 30 * * * * *",
			"own schedules: checkCluster 15 */2 * * * *, watchContainer 45 * * * * *",
		]);
	});

	it("registers nothing but these two, and keeps no process alive by being loaded", () => {
		// loadPackage waits for Node to end by itself.
		expect(loadPackage(folder, node, environments["no settings"] ?? {}).functions.map((one) => one.name)).toEqual([
			"checkCluster",
			"watchContainer",
		]);
	});
});

/** A package with this code in it. */
function packageWith(name: string, code: string): string {
	const folder = join(away, name);
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), JSON.stringify({ main: "index.js" }));
	writeFileSync(join(folder, "index.js"), code);
	return folder;
}

function registering(...functions: readonly { name: string; [part: string]: unknown }[]): string {
	const calls = functions.map(
		({ name, ...binding }) =>
			`core.registerFunction(${JSON.stringify({ name, bindings: { x: { type: "timerTrigger", ...binding } } })}, () => {});`,
	);
	return `const core = require("@azure/functions-core");${calls.join("")}`;
}

describe("a package that is wrong", () => {
	const check = { name: "checkCluster", schedule: "0 * * * * *" };
	const watch = { name: "watchContainer", schedule: "30 * * * * *" };

	it("does not load for needing a module that is only here", () => {
		const folder = packageWith("needs-zod", 'require("zod");');
		expect(() => loadPackage(folder, node, {})).toThrow(PackageDoesNotLoad);
		expect(() => loadPackage(folder, node, {})).toThrow("Cannot find module 'zod'");
	});

	it.each([
		["without a timer", registering(check), "watchContainer is not registered exactly once"],
		["with one twice", registering(check, check, watch), "checkCluster is not registered exactly once"],
		[
			"with a schedule that the host takes for a setting",
			registering({ ...check, schedule: "%CHECK_SCHEDULE%" }, watch),
			"checkCluster has a schedule that the host cannot read",
		],
		["with five fields", registering({ ...check, schedule: "* * * * *" }, watch), "checkCluster has a schedule that the host cannot read"],
		["that runs on each scale-out", registering(check, { ...watch, runOnStartup: true }), "watchContainer runs on start-up"],
		["with another kind of trigger", registering({ ...check, type: "httpTrigger" }, watch), "checkCluster is no timer"],
	])("%s is told", (what, code, fault) => {
		expect(faultsOf(loadPackage(packageWith(what.replaceAll(" ", "-"), code), node, {}))).toEqual([fault]);
	});

	it("is too big by files or by bytes", () => {
		expect(faultsOfSize({ files: 11, zippedBytes: 600_001 })).toEqual([
			"the package has 11 files, more than 10",
			"the package has 600001 bytes zipped, more than 600000",
		]);
		expect(faultsOfSize({ files: 10, zippedBytes: 600_000 })).toEqual([]);
	});

	it("is not even bundled when something would be looked for at run time", async () => {
		const entry = join(away, "entry.ts");
		writeFileSync(entry, 'let a; try { a = require("not-installed"); } catch {} export { a };');
		await expect(bundle(entry, join(away, "entry.js"))).rejects.toThrow("not-installed");
	});
});

const zip = spawnSync("zip", ["--version"]).error === undefined;

describe("its size", () => {
	it.skipIf(!zip)("is what zip makes of it, within one per cent", () => {
		const folder = join(away, "sizes");
		mkdirSync(join(folder, "below"), { recursive: true });
		writeFileSync(join(folder, "a.json"), JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at * at)));
		writeFileSync(join(folder, "below", "b.txt"), "text".repeat(1_000));
		spawnSync("zip", ["-q", "-r", "-D", "../sizes.zip", "."], { cwd: folder });
		const real = statSync(join(away, "sizes.zip")).size;
		const { files, zippedBytes } = sizeOf(folder);
		expect(files).toBe(2);
		expect(Math.abs(zippedBytes - real) / real).toBeLessThan(0.01);
	});
});
