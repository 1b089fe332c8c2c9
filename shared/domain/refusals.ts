/** What a refused container group means, by ARM's error code or the event name of the group. */

/** Elsewhere or later helps, or nothing does before a person acts. */
export type RefusalKind = "Later" | "Never";

interface Refusal {
	readonly words: readonly string[];
	readonly sentence: string;
}

/** Trying again cannot help. Codes as Azure Container Instances and ARM give them. */
const never: readonly Refusal[] = [
	{
		words: ["ContainerGroupQuotaReached", "QuotaExceeded", "ResourceQuotaExceeded"],
		sentence: "The quota for container groups or cores is used up; ask for more, or use another region (RUNNER_LOCATIONS).",
	},
	{
		words: ["InaccessibleImage"],
		sentence: "The image can't be pulled; check RUNNER_IMAGE and give the runner identity AcrPull on the registry.",
	},
	{ words: ["RequestDisallowedByPolicy"], sentence: "An Azure policy forbids this container group; ask who owns the policy." },
	{
		words: ["MissingSubscriptionRegistration", "NoRegisteredProviderFound", "SubscriptionNotRegistered"],
		sentence: "Microsoft.ContainerInstance is not registered: az provider register --namespace Microsoft.ContainerInstance.",
	},
	{
		words: ["LinkedAuthorizationFailed"],
		sentence: "The app may not assign the runner identity; give it Managed Identity Operator on that identity.",
	},
	{
		words: ["AuthorizationFailed"],
		sentence: "The app may not create container groups; give it Azure Container Instances Contributor Role on RUNNER_RESOURCE_GROUP.",
	},
	{ words: ["ReadOnlyDisabledSubscription"], sentence: "The subscription is disabled." },
	{
		words: ["OsVersionNotSupported", "InvalidImageReference", "ContainerGroupImageInvalid"],
		sentence: "RUNNER_IMAGE is not an image that can run here.",
	},
	{ words: ["ResourceGroupNotFound"], sentence: "RUNNER_RESOURCE_GROUP is not there." },
	{
		words: ["LocationNotAvailableForResourceType", "InvalidLocation"],
		sentence: "RUNNER_LOCATIONS names a region without container instances.",
	},
];

/** Kind and sentence for a code or event name. What is not known is tried again later. */
export function refusalOf(code: string): { readonly kind: RefusalKind; readonly sentence: string } {
	const bare = code.replace(/\.$/, "");
	const known = never.find((row) => row.words.includes(bare));
	if (known !== undefined) return { kind: "Never", sentence: known.sentence };
	return { kind: "Later", sentence: code === "" ? "It did not appear in time." : `Azure refused it for now (${bare}).` };
}

/** The code hidden in a group's events, newest first: `InaccessibleImage: ...`. Empty: none that is known. */
export function codeInEvents(events: readonly string[]): string {
	const names = events.map((event) => (event.split(":")[0] ?? "").replace(/\.$/, ""));
	return (
		names.find((name) => refusalOf(name).kind === "Never") ??
		names.find((name) => /Insufficient|Unavailable|Registry|Failed/.test(name)) ??
		""
	);
}
