import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveGroups, isNeighbours } from "../../shared/settings/names.ts";
import { problemsWith, settingsWith } from "./reading.ts";
import { subscription } from "./sample-settings.ts";

describe("the environment's groups", () => {
	it.each([
		[
			"hcp-underlay-pers-usw3oasi-svc",
			["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
		],
		[
			"hcp-underlay-pers-usw3oasi-mgmt-1",
			["hcp-underlay-pers-usw3oasi", "hcp-underlay-pers-usw3oasi-svc", "hcp-underlay-pers-usw3oasi-mgmt-1"],
		],
		["x-mgmt-3", ["x", "x-svc", "x-mgmt-1", "x-mgmt-3"]],
		["X-Svc", ["X", "X-Svc", "X-mgmt-1"]],
		["my-group", ["my-group"]],
		["-svc", ["-svc"]],
		["mgmt-1", ["mgmt-1"]],
	])("are derived from %s", (group, groups) => {
		expect(deriveGroups(group)).toEqual(groups);
	});

	it("are those named, and always the watched one too, each once", () => {
		const named = (list: string) => settingsWith({ ENVIRONMENT_RESOURCE_GROUPS: list }).names.groups;
		expect(named("HCP-underlay-pers-usw3oasi-SVC, other,Other")).toEqual(["hcp-underlay-pers-usw3oasi-svc", "other"]);
		expect(named("other")).toEqual(["other", "hcp-underlay-pers-usw3oasi-svc"]);
		expect(problemsWith({ ENVIRONMENT_RESOURCE_GROUPS: "one,,two" })).toHaveProperty("ENVIRONMENT_RESOURCE_GROUPS");
		expect(problemsWith({ ENVIRONMENT_RESOURCE_GROUPS: "one two" })).toHaveProperty("ENVIRONMENT_RESOURCE_GROUPS");
	});

	it("have to be named where their derived names are too long for Azure", () => {
		const group = `${"g".repeat(86)}-svc`;
		expect(problemsWith({ AZURE_RESOURCE_GROUP: group })).toEqual({
			ENVIRONMENT_RESOURCE_GROUPS: "cannot be derived, since the names would be too long; list them.",
		});
		expect(problemsWith({ AZURE_RESOURCE_GROUP: group, ENVIRONMENT_RESOURCE_GROUPS: group })).toEqual({});
	});
});

describe("a neighbour's environment", () => {
	const neighbour = "hcp-underlay-pers-usw3jane-svc";

	it("is refused", () => {
		expect(problemsWith({ AZURE_RESOURCE_GROUP: neighbour }).AZURE_RESOURCE_GROUP).toContain("somebody else's environment");
		expect(problemsWith({ DEPLOY_USER: "jane" }).AZURE_RESOURCE_GROUP).toContain("somebody else's environment");
		expect(problemsWith({ AZURE_RESOURCE_GROUP: neighbour.toUpperCase() }).AZURE_RESOURCE_GROUP).toContain("somebody else's environment");
		expect(problemsWith({ AZURE_RESOURCE_GROUP: neighbour, DEPLOY_USER: "janet" })).toEqual({});
	});

	it("is refused among the groups that are named", () => {
		expect(Object.keys(problemsWith({ ENVIRONMENT_RESOURCE_GROUPS: neighbour }))).toEqual(["ENVIRONMENT_RESOURCE_GROUPS"]);
	});

	it("is told by ARO-HCP's own names only: four characters at the end of the stem", () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-z][a-z0-9]{3,8}$/),
				fc.stringMatching(/^[a-z][a-z0-9]{3,8}$/),
				fc.constantFrom("", "-svc", "-mgmt-1", "-mgmt-12"),
				(mine, theirs, end) => {
					const group = `hcp-underlay-pers-usw3${theirs.slice(0, 4)}${end}`;
					expect(isNeighbours(group, mine)).toBe(mine.slice(0, 4) !== theirs.slice(0, 4));
					expect(isNeighbours(`own-${theirs}${end}`, mine)).toBe(false);
				},
			),
		);
	});
});

describe("what the runner stands on", () => {
	const identity = (place: string) => `${place}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/runner`;
	const other = "99999999-2222-4333-8444-555555555555";

	it.each([
		"hcp-underlay-pers-usw3oasi",
		"HCP-underlay-pers-usw3oasi-MGMT-1",
		`/subscriptions/${subscription}/resourceGroups/hcp-underlay-pers-usw3oasi-svc`,
	])("is never in the environment's group %s", (group) => {
		expect(problemsWith({ RUNNER_RESOURCE_GROUP: group }).RUNNER_RESOURCE_GROUP).toContain("one of the environment's own groups");
	});

	it("may be a group of the same name in another subscription", () => {
		const id = `/subscriptions/${other}/resourceGroups/hcp-underlay-pers-usw3oasi-svc`;
		const { runner } = settingsWith({ RUNNER_RESOURCE_GROUP: id, RUNNER_IDENTITY_ID: identity(id) });
		expect(runner).toMatchObject({ resourceGroupId: id, identityId: identity(id) });
	});

	it("is a full id in the end, in the environment's subscription if none is told", () => {
		expect(settingsWith({ RUNNER_RESOURCE_GROUP: "runner" }).runner).toMatchObject({
			resourceGroupId: `/subscriptions/${subscription}/resourceGroups/runner`,
		});
		expect(settingsWith({ RUNNER_RESOURCE_GROUP: `/SUBSCRIPTIONS/${other}/resourcegroups/runner/` }).runner).toMatchObject({
			resourceGroupId: `/subscriptions/${other}/resourceGroups/runner`,
		});
	});

	it("has an identity that a clean-up does not delete", () => {
		const id = identity(`/subscriptions/${subscription}/resourceGroups/hcp-underlay-pers-usw3oasi`);
		expect(problemsWith({ RUNNER_IDENTITY_ID: id }).RUNNER_IDENTITY_ID).toContain("which a clean-up deletes");
	});

	it.each([
		"runner",
		`/subscriptions/${subscription}/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/runner`,
		identity("/subscriptions/x/resourceGroups/g"),
	])("has an identity told by its resource id, not by %s", (text) => {
		expect(Object.keys(problemsWith({ RUNNER_IDENTITY_ID: text }))).toEqual(["RUNNER_IDENTITY_ID"]);
	});
});

describe("names by Azure's rules", () => {
	it.each(["g", "a.b_c-(d)", "9", "g".repeat(90)])("a resource group may be called %s", (name) => {
		expect(problemsWith({ AZURE_RESOURCE_GROUP: name })).toEqual({});
	});

	it.each(["a.", "a/b", "a b", "a#", "g".repeat(91), "a?b"])("a resource group may not be called %s", (name) => {
		expect(Object.keys(problemsWith({ AZURE_RESOURCE_GROUP: name }))).toEqual(["AZURE_RESOURCE_GROUP"]);
	});

	it.each(["c", "pers-usw3oasi-svc", "A_b-9", "c".repeat(63)])("a cluster may be called %s", (name) => {
		expect(problemsWith({ AKS_CLUSTER_NAME: name })).toEqual({});
	});

	it.each(["-c", "c-", "c_", "c.d", "c".repeat(64)])("a cluster may not be called %s", (name) => {
		expect(Object.keys(problemsWith({ AKS_CLUSTER_NAME: name }))).toEqual(["AKS_CLUSTER_NAME"]);
	});

	it.each(["Oasis", "oas", "0asis", "oa-sis", "root user"])("a deploy user may not be %s", (name) => {
		expect(problemsWith({ DEPLOY_USER: name })).toHaveProperty("DEPLOY_USER");
	});

	it("an environment's key is lower case, whatever the settings' spelling", () => {
		const { key, names } = settingsWith({ AZURE_RESOURCE_GROUP: "My-Group", AKS_CLUSTER_NAME: "My_Cluster" });
		expect(key).toBe(`${subscription}:my-group:my_cluster`);
		expect(names).toMatchObject({ resourceGroup: "My-Group", clusterName: "My_Cluster" });
	});
});
