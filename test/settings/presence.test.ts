import { describe, expect, it } from "vitest";
import { problemsWith, settingsWith } from "./reading.ts";

const keyVault = "@Microsoft.KeyVault(SecretUri=https://kv-example.vault.azure.net/secrets/slack)";

describe("a setting without a value", () => {
	it.each([
		["is not set", undefined, "is not set; set it to a GUID (8-4-4-4-12 hex digits)."],
		["is empty", "", "is a placeholder (empty); set it to a GUID (8-4-4-4-12 hex digits)."],
		["is only white space", " \t", "is a placeholder (empty); set it to a GUID (8-4-4-4-12 hex digits)."],
		["is the sample's", "<subscription id>", "is a placeholder (angle brackets); set it to a GUID (8-4-4-4-12 hex digits)."],
		["is to be changed", "ChangeMe", "is a placeholder (changeme); set it to a GUID (8-4-4-4-12 hex digits)."],
		["is to do", "TODO", "is a placeholder (TODO); set it to a GUID (8-4-4-4-12 hex digits)."],
		["is all zeros", "00000000-0000-0000-0000-000000000000", "is a placeholder (all-zero GUID); set it to a GUID (8-4-4-4-12 hex digits)."],
		[
			"is a reference that Functions could not resolve",
			keyVault,
			"is an unresolved Key Vault reference; check its address, and that the app's identity is the one for references and has the role Key Vault Secrets User.",
		],
		["has white space around it", "11111111-2222-4333-8444-555555555555\n", "has white space around it; remove that."],
	])("that %s is told so", (_what, value, sentence) => {
		expect(problemsWith({ AZURE_SUBSCRIPTION_ID: value })).toEqual({ AZURE_SUBSCRIPTION_ID: sentence });
	});

	it("that may be missing is refused all the same when a placeholder stands there", () => {
		expect(problemsWith({ SLACK_WEBHOOK_URL: "" })).toEqual({
			SLACK_WEBHOOK_URL: "is a placeholder (empty); set it to an https address such as https://hooks.slack.com/services/..., or remove it.",
		});
	});

	it.each(["RUNNER_IMAGE", "GIT_REF", "HEALTHY_INTERVAL", "DEPLOY_MAKE_ARGS", "GIT_SSH_KEY", "AzureWebJobsStorage"])(
		"is seen in %s as well",
		(name) => {
			expect(problemsWith({ [name]: keyVault })[name]).toContain("unresolved Key Vault reference");
			expect(problemsWith({ [name]: "<fill me in>" })[name]).toContain("placeholder");
		},
	);

	it("is not taken for one that merely looks alike", () => {
		expect(settingsWith({ AKS_CLUSTER_NAME: "todo-svc" }).names.clusterName).toBe("todo-svc");
		expect(problemsWith({ AKS_CLUSTER_NAME: "changeme-svc" })).toEqual({});
	});

	it("is a placeholder also within a longer text", () => {
		expect(problemsWith({ RUNS_URL: "https://<account>.blob.core.windows.net/runs" }).RUNS_URL).toContain("placeholder (angle brackets)");
		expect(
			problemsWith({ RUNNER_RESOURCE_GROUP: "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/runner" })
				.RUNNER_RESOURCE_GROUP,
		).toContain("placeholder (all-zero GUID)");
	});
});
