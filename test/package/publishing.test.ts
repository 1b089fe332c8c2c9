import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { limits } from "../../shared/domain/limits.ts";

const root = new URL("../../", import.meta.url);
const text = (file: string) => readFileSync(new URL(file, root), "utf8");
const json = (file: string) => JSON.parse(text(file)) as Record<string, unknown>;

interface Lock {
	readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

describe("host.json", () => {
	const host = json("host.json") as { readonly functionTimeout: string };

	it("asks for no extension bundle: timers need none, and the first answer comes sooner", () => {
		expect(host).toMatchObject({ version: "2.0" });
		expect(host).not.toHaveProperty("extensionBundle");
	});

	it("leaves a tick more time than it takes, since the host's own timeout ends every run of the process", () => {
		const [hours = 0, minutes = 0, seconds = 0] = host.functionTimeout.split(":").map(Number);
		expect((hours * 3600 + minutes * 60 + seconds) * 1000).toBeGreaterThan(2 * limits.tickBudget);
	});

	it("samples no requests, which is what an alert counts ticks by", () => {
		expect(host).toMatchObject({ logging: { applicationInsights: { samplingSettings: { isEnabled: true, excludedTypes: "Request" } } } });
	});
});

describe(".funcignore", () => {
	it("keeps back all but bundle, host.json and package.json from a publish of this folder", () => {
		const published = ["dist", "host.json", "package.json"];
		// Core Tools leaves these out by itself.
		const always = [".funcignore", ".gitignore", ".git", ".vscode", "local.settings.json"];
		const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
		const top = new Set(tracked.split("\n").flatMap((path) => (path === "" ? [] : [path.split("/")[0] ?? ""])));
		const ignored = text(".funcignore")
			.split("\n")
			.filter((line) => line.startsWith("/"));
		const open = [...top, "node_modules", "dist/package"].filter(
			(name) => ![...published, ...always].includes(name) && !ignored.includes(`/${name}`),
		);
		expect(open).toEqual([]);
		expect(ignored.filter((line) => published.includes(line.slice(1)))).toEqual([]);
	});
});

describe("package.json", () => {
	const manifest = json("package.json") as {
		dependencies: Record<string, string>;
		devDependencies: Record<string, string>;
		allowScripts: Record<string, boolean>;
	};

	it("pins every dependency", () => {
		const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
		expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
	});

	it("settles every install script that the lock file has, so that npm ci has nothing to warn of", () => {
		const lock = json("package-lock.json") as unknown as Lock;
		const withScript = Object.entries(lock.packages).filter(([, one]) => one.hasInstallScript === true);
		expect(withScript.map(([path]) => path.replace(/^.*node_modules\//, "")).filter((name) => !(name in manifest.allowScripts))).toEqual(
			[],
		);
	});
});
