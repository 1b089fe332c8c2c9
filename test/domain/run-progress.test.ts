import { describe, expect, it } from "vitest";
import { progressOf } from "../../shared/domain/run-progress.ts";

const ok = (...stages: readonly string[]): string => stages.map((stage) => `keepalived: stage=${stage} status=ok seconds=1`).join("\n");

describe("how far a run is", () => {
	it("is unknown before it says anything", () => {
		expect(progressOf(null, "deploy")).toBeNull();
		expect(progressOf(" \n\n", "deploy")).toBeNull();
	});

	it.each([
		["settings, once the fence is passed", "deploy", ok("fence"), "settings"],
		["login, after the tools", "deploy", ok("fence", "settings", "tools"), "login"],
		["deploy, after the preparing", "deploy", ok("fence", "exists", "prepare"), "deploy"],
		["cleanup, after the preparing", "cleanup", ok("fence", "names", "prepare"), "cleanup"],
		["prepare, after the names, of a clean-up", "cleanup", ok("names"), "prepare"],
		["the end, after the targets that follow", "deploy", ok("deploy", "post"), "end"],
		["the stage that failed", "deploy", `${ok("clone")}\nkeepalived: stage=names status=failed seconds=0 code=35`, "names"],
	] as const)("is %s", (_what, kind, log, stage) => {
		expect(progressOf(log, kind)?.stage).toBe(stage);
	});

	it("shows the last line, cut to one that fits, and no stage where make has printed them all away", () => {
		expect(progressOf("[3/5] Microsoft.Azure.ARO.HCP.Service.Infra/cluster\n\n", "deploy")).toEqual({
			stage: null,
			line: "[3/5] Microsoft.Azure.ARO.HCP.Service.Infra/cluster",
		});
		expect(progressOf("x".repeat(500), "deploy")?.line).toHaveLength(160);
	});
});
