/** Whether a setting has a value at all. Four ways of having none are told apart, since each is mended elsewhere. */

/** A value, none, or a text that stands for none. */
export type Presence =
	| { readonly kind: "Given"; readonly text: string }
	| { readonly kind: "NotSet" }
	/** The sentence begins with `is` or `has` and never repeats the value. */
	| { readonly kind: "Unusable"; readonly sentence: string };

/** What of this depends on the setting. */
export interface PresenceRules {
	/** An empty text is a value. */
	readonly mayBeEmpty: boolean;
	/** White space around it belongs to it, as in a key file. */
	readonly mayBePadded: boolean;
	/** What a good value is. */
	readonly expects: string;
	/** Leaving it out is all right. */
	readonly optional: boolean;
}

const zeroGuid = "00000000-0000-0000-0000-000000000000";

/** Reads what a setting's text says about itself, before any meaning. */
export function presenceOf(text: string | undefined, rules: PresenceRules): Presence {
	if (text === undefined) return { kind: "NotSet" };
	const trimmed = text.trim();
	if (/^@Microsoft\.KeyVault\(/i.test(trimmed)) return unusable(keyVault);
	if (text === "" && rules.mayBeEmpty) return { kind: "Given", text };
	const placeholder = placeholderIn(trimmed);
	if (placeholder !== null)
		return unusable(`is a placeholder (${placeholder}); set it to ${rules.expects}${rules.optional ? ", or remove it" : ""}.`);
	if (trimmed !== text && !rules.mayBePadded) return unusable("has white space around it; remove that.");
	return { kind: "Given", text };
}

const keyVault =
	"is an unresolved Key Vault reference; check its address, and that the app's identity is the one for references and has the role Key Vault Secrets User.";

function unusable(sentence: string): Presence {
	return { kind: "Unusable", sentence };
}

function placeholderIn(text: string): string | null {
	if (text === "") return "empty";
	if (/<[^<>]*>/.test(text)) return "angle brackets";
	if (/^changeme$/i.test(text)) return "changeme";
	if (/^todo($|[:\s])/i.test(text)) return "TODO";
	return text.includes(zeroGuid) ? "all-zero GUID" : null;
}
