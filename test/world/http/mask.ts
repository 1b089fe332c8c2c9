/** Takes secrets out of what is recorded. */

const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** Known secret words are replaced wherever they stand; besides, whatever has a secret's form or name. */
export class Mask {
	readonly #words = new Set<string>();

	/** From now on this never shows. Also as JSON writes it, and as JSON within JSON, as rows of a batch are. */
	hide(word: string): void {
		if (word.length < 4) return;
		const quoted = JSON.stringify(word).slice(1, -1);
		for (const form of [word, quoted, JSON.stringify(quoted).slice(1, -1)]) this.#words.add(form);
	}

	text(source: string): string {
		let shown = source.replace(jwt, "***").replace(/([?&;](?:sig|se|skoid)=)[^&\s"]+/gi, "$1***");
		shown = shown.replace(/(\/services\/)[\w-]+(?:\/[\w-]+)*/g, "$1***");
		for (const word of this.#words) shown = shown.replaceAll(word, "***");
		return shown;
	}

	/** A JSON value, masked in depth. */
	value(source: unknown): unknown {
		if (typeof source === "string") return this.text(source);
		if (Array.isArray(source)) return source.map((each) => this.value(each));
		if (typeof source !== "object" || source === null) return source;
		const entries = Object.entries(source).map(([name, each]) => [name, isSecretName(name) ? "***" : this.value(each)]);
		return Object.fromEntries(entries);
	}

	/** The headers worth reading, in small letters. */
	headers(source: Readonly<Record<string, unknown>>): Record<string, string> {
		const kept = Object.entries(source).filter(([name]) => shownHeaders.has(name.toLowerCase()));
		return Object.fromEntries(
			kept.map(([name, value]) => {
				const lower = name.toLowerCase();
				if (lower === "authorization") return [lower, String(value).replace(/^(\S+) .*/s, "$1 ***")];
				return [lower, lower === "x-identity-header" ? "***" : this.text(String(value))];
			}),
		);
	}
}

function isSecretName(name: string): boolean {
	return /^(secureValue|access_token|refresh_token|client_secret|password|accountKey)$/i.test(name);
}

const shownHeaders = new Set([
	"authorization",
	"azure-asyncoperation",
	"content-type",
	"etag",
	"if-match",
	"if-none-match",
	"last-modified",
	"location",
	"range",
	"retry-after",
	"x-identity-header",
	"x-ms-blob-type",
	"x-ms-error-code",
]);
