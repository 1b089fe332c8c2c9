/** What settings must be to one another. A rule is silent where what it reads is already unusable by itself. */
import { deriveGroups, isNeighbours, resourceGroupName, withOwn } from "./names.ts";
import { isSsh, withoutKey } from "./repository.ts";
import { liesIn } from "./resource-ids.ts";
import type { ValueOf } from "./row.ts";
import { chooseStorage } from "./storage.ts";
import type { SettingName, Table } from "./table.ts";

/** All values, once every setting is good. */
export type Values = { readonly [Name in SettingName]: ValueOf<Table[Name]> };

/** Values that could be read; a name that is missing was not usable. */
export type Usable = Partial<Values>;

/** Where the product runs: as timers of Azure Functions, or on a person's own machine. */
export type Host = "functions" | "standalone";

interface Rule {
	/** The setting that is told to be bad. */
	readonly name: SettingName;
	readonly problem: (values: Usable, host: Host) => string | null;
}

/** The environment's groups, the watched one among them; null while its settings are not usable. */
export function groupsOf(values: Usable): readonly string[] | null {
	const own = values.AZURE_RESOURCE_GROUP;
	const named = values.ENVIRONMENT_RESOURCE_GROUPS;
	if (own === undefined || named === undefined) return null;
	return named === null ? deriveGroups(own) : withOwn(own, named);
}

const whose = "without -svc or -mgmt-N it must end in the first four characters of DEPLOY_USER; set the two to the same person's";

function groupProblem({ AZURE_RESOURCE_GROUP: group, DEPLOY_USER: user }: Usable): string | null {
	if (group === undefined || user === undefined || !isNeighbours(group, user)) return null;
	return `is somebody else's environment by its name: ${whose}.`;
}

function groupsProblem(values: Usable): string | null {
	const groups = groupsOf(values);
	if (groups === null) return null;
	if (groups.some((group) => !resourceGroupName.schema.safeParse(group).success))
		return "cannot be derived, since the names would be too long; list them.";
	const user = values.DEPLOY_USER;
	const others = groups.filter((group) => group !== values.AZURE_RESOURCE_GROUP);
	return user !== undefined && others.some((group) => isNeighbours(group, user)) && groupProblem(values) === null
		? `has a group of somebody else's environment: ${whose}.`
		: null;
}

function runnerGroupProblem(values: Usable): string | null {
	const { AZURE_SUBSCRIPTION_ID: subscription, RUNNER_RESOURCE_GROUP: place } = values;
	const groups = groupsOf(values);
	if (subscription === undefined || !place || groups === null || !liesIn(place, subscription, groups)) return null;
	return "is one of the environment's own groups, which a clean-up deletes; use a group of its own.";
}

function identityProblem(values: Usable): string | null {
	const { AZURE_SUBSCRIPTION_ID: subscription, RUNNER_IDENTITY_ID: identity } = values;
	const groups = groupsOf(values);
	if (subscription === undefined || !identity || groups === null || !liesIn(identity, subscription, groups)) return null;
	return "lies in one of the environment's own groups, which a clean-up deletes; use an identity in a group of its own.";
}

function repositoryProblem({ GIT_REPO_URL: url, GIT_SSH_KEY: key, RUNNER: runner }: Usable): string | null {
	// A person's own machine has its own keys; a container has none.
	if (url === undefined || key !== null || runner !== "aci" || !isSsh(withoutKey(url))) return null;
	return "needs a key: set GIT_SSH_KEY, or use an https address.";
}

function storageProblem(values: Usable): string | null {
	const { AzureWebJobsStorage: text, AzureWebJobsStorage__accountName: account, AzureWebJobsStorage__tableServiceUri: address } = values;
	if (text === undefined || account === undefined || address === undefined || chooseStorage(text, account, address) !== null) return null;
	return "is not set; set it, or AzureWebJobsStorage__accountName or AzureWebJobsStorage__tableServiceUri, to the app's storage account.";
}

function runnerProblem({ RUNNER: runner }: Usable, host: Host): string | null {
	if (runner !== "process" || host === "standalone") return null;
	return "must be aci here: child processes are for the standalone mode only.";
}

/** Each is silent, or has the sentence for its setting. */
export const rules: readonly Rule[] = [
	{ name: "AZURE_RESOURCE_GROUP", problem: groupProblem },
	{ name: "ENVIRONMENT_RESOURCE_GROUPS", problem: groupsProblem },
	{ name: "RUNNER", problem: runnerProblem },
	{ name: "RUNNER_RESOURCE_GROUP", problem: runnerGroupProblem },
	{ name: "RUNNER_IDENTITY_ID", problem: identityProblem },
	{ name: "GIT_REPO_URL", problem: repositoryProblem },
	{ name: "AzureWebJobsStorage", problem: storageProblem },
];
