/** The repository that a run clones: where, what of it, and with which key. */
import { urlOf } from "./addresses.ts";
import { bad, good, type Kind, type Parsed, parsed } from "./kind.ts";

const urlExpects = "a git address: https://host/path, ssh://git@host/path or git@host:path";
const scpForm = /^[A-Za-z0-9_][A-Za-z0-9._-]*@([A-Za-z0-9][A-Za-z0-9.-]*):([A-Za-z0-9._~/+-]+)$/;

/** A git address without credentials: `http`, `https`, `ssh`, `git@host:path` or `file`. Git's other transports run programs. */
export function parseGitUrl(text: string): Parsed<string> {
	if (scpForm.test(text)) return good(text);
	const url = urlOf(text);
	if (url === null || !["https:", "http:", "ssh:", "file:"].includes(url.protocol) || url.pathname.length < 2)
		return bad(`must be ${urlExpects}.`);
	if (url.protocol !== "file:" && !/^[A-Za-z0-9[]/.test(url.hostname)) return bad(`must be ${urlExpects}.`);
	// For ssh a user is only a name; over http it is often a token.
	if (url.password !== "" || (url.username !== "" && url.protocol !== "ssh:"))
		return bad("carries credentials; take them out, and give a key by GIT_SSH_KEY if the repository is private.");
	if (/[?#]/.test(text)) return bad("has a query or fragment, which may be a credential; take it out.");
	return good(text);
}

/** See parseGitUrl. */
export const gitUrl: Kind<string> = parsed(urlExpects, parseGitUrl);

/** Whether cloning takes a key. */
export function isSsh(url: string): boolean {
	return url.startsWith("ssh://") || scpForm.test(url);
}

/** GitHub's public repositories need no key over https; other hosts' addresses stay as they are. */
export function withoutKey(url: string): string {
	const path = url.match(/^(?:git@github\.com:|ssh:\/\/(?:git@)?github\.com\/)\/?(.+)$/i)?.[1];
	return path === undefined ? url : `https://github.com/${path}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them
const forbiddenInRef = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(\/|$)|^@$/;

/** By git-check-ref-format(1), and without a leading `-`, which git would read as an option. */
export const gitRef: Kind<string> = parsed("a branch, tag or commit", (text) =>
	forbiddenInRef.test(text) || text.length > 250
		? bad("must be a branch, tag or commit as git names them, without spaces or a leading -.")
		: good(text),
);

const keyForm = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----\n[A-Za-z0-9+/=:,\n -]+\n-----END \1PRIVATE KEY-----\n$/;

/** An unencrypted private key. Line ends are made `\n`; written as the two characters `\n`, as one-line settings have them, they count too. */
export const sshKey: Kind<string> = parsed("a private key with its BEGIN and END lines", (text) => {
	const lines = (text.includes("\n") ? text : text.replaceAll("\\n", "\n")).replaceAll("\r", "").trim();
	const key = `${lines}\n`;
	if (isLocked(key)) return bad("is locked by a passphrase, which nobody can type here; make a key without one.");
	return keyForm.test(key) ? good(key) : bad("must be a private key with its BEGIN and END lines, and all its line breaks.");
});

/** PEM says it in a header; OpenSSH's own form names a cipher after its magic word and a length. */
function isLocked(key: string): boolean {
	if (/^(-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED)/m.test(key)) return true;
	const body = key.match(/^-----BEGIN OPENSSH PRIVATE KEY-----\n([^-]+)/)?.[1];
	return (
		body !== undefined &&
		!Buffer.from(body, "base64")
			.subarray("openssh-key-v1\0".length + 4)
			.toString("latin1")
			.startsWith("none")
	);
}

/** Where a program lies on the runner. */
export const programPath: Kind<string> = parsed("an absolute path such as /usr/local/go/bin/go", (text) =>
	/^(\/[^/:\s]+)+$/.test(text) ? good(text) : bad("must be an absolute path such as /usr/local/go/bin/go, without spaces or colons."),
);
