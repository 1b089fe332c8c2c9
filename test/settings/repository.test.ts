import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { problemsWith, settingsWith } from "./reading.ts";

function generateKey(lock: { readonly cipher?: string; readonly passphrase?: string } = {}): string {
	return generateKeyPairSync("ed25519")
		.privateKey.export({ type: "pkcs8", format: "pem", ...lock })
		.toString();
}

const key = generateKey();

/** Only as much of the form as tells whether it is locked: magic word, then the cipher with its length. */
function openSshKey(cipher: string): string {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(cipher.length);
	const body = Buffer.concat([Buffer.from("openssh-key-v1\0"), length, Buffer.from(cipher), Buffer.alloc(40)]).toString("base64");
	return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

describe("the repository", () => {
	it.each([
		["git@github.com:Azure/ARO-HCP.git", "https://github.com/Azure/ARO-HCP.git"],
		["git@github.com:me/fork", "https://github.com/me/fork"],
		["ssh://git@github.com/me/fork.git", "https://github.com/me/fork.git"],
		["https://example.com/me/fork.git", "https://example.com/me/fork.git"],
		["http://127.0.0.1:8080/fork.git", "http://127.0.0.1:8080/fork.git"],
		["file:///srv/git/fork", "file:///srv/git/fork"],
	])("%s is cloned without a key as %s", (given, cloned) => {
		expect(settingsWith({ GIT_REPO_URL: given }).gitRepoUrl).toBe(cloned);
	});

	it.each(["git@github.com:Azure/ARO-HCP.git", "ssh://git@example.com:2222/a/b.git", "git@example.com:a/b.git"])(
		"%s stays as it is with a key",
		(given) => {
			expect(settingsWith({ GIT_REPO_URL: given, GIT_SSH_KEY: key }).gitRepoUrl).toBe(given);
		},
	);

	it("behind ssh on another host needs a key in a container, and none on a person's own machine", () => {
		const url = "git@example.com:a/b.git";
		expect(problemsWith({ GIT_REPO_URL: url })).toEqual({ GIT_REPO_URL: "needs a key: set GIT_SSH_KEY, or use an https address." });
		expect(settingsWith({ GIT_REPO_URL: url, RUNNER: "process" }, "standalone").gitRepoUrl).toBe(url);
	});

	it.each([
		["https://user:token@github.com/a/b", "carries credentials"],
		["https://token@github.com/a/b", "carries credentials"],
		["ssh://git:secret@github.com/a/b", "carries credentials"],
		["https://github.com/a/b?access_token=1", "query or fragment"],
		["ext::sh -c touch% /tmp/x", "must be a git address"],
		["-oProxyCommand=x", "must be a git address"],
		["ssh://-oProxyCommand=x/a", "must be a git address"],
		["git@-host:a/b", "must be a git address"],
		["https:github.com/a", "must be a git address"],
		["https://github.com", "must be a git address"],
		["/srv/git/fork", "must be a git address"],
		["ftp://example.com/a", "must be a git address"],
	])("is not %s", (url, why) => {
		expect(problemsWith({ GIT_REPO_URL: url }).GIT_REPO_URL).toContain(why);
	});
});

describe("a ref", () => {
	it.each(["main", "v1.2.3", "feature/a-b", "refs/heads/main", "c3f02f9ef9", "c3f02f9ef9c3f02f9ef9c3f02f9ef9c3f02f9ef9", "a@b"])(
		"may be %s",
		(ref) => {
			expect(settingsWith({ GIT_REF: ref }).gitRef).toBe(ref);
		},
	);

	it.each([
		"-main",
		"--upload-pack=x",
		"a..b",
		"a b",
		"a~1",
		"a^",
		"a:b",
		"a?",
		"a*",
		"a[b",
		"a\\b",
		"/a",
		"a/",
		"a//b",
		".a",
		"a/.b",
		"a.lock",
		"a.lock/b",
		"a.",
		"a@{1}",
		"@",
	])("may not be %s", (ref) => {
		expect(Object.keys(problemsWith({ GIT_REF: ref }))).toEqual(["GIT_REF"]);
	});
});

describe("the repository's key", () => {
	it("may have OpenSSH's own form", () => {
		expect(settingsWith({ GIT_SSH_KEY: openSshKey("none") }).gitSshKey).toBe(openSshKey("none"));
	});

	it.each([
		["as it is written", key],
		["without its last line break", key.trimEnd()],
		["with a Windows editor's line breaks", key.replaceAll("\n", "\r\n")],
		["in one line, with \\n for line breaks", key.replaceAll("\n", "\\n")],
	])("is taken %s", (_how, text) => {
		expect(settingsWith({ GIT_SSH_KEY: text }).gitSshKey).toBe(key);
	});

	it.each([
		["a public key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@host", "BEGIN and END"],
		["a key whose line breaks are lost", key.replaceAll("\n", " "), "BEGIN and END"],
		["half a key", key.slice(0, 60), "BEGIN and END"],
		["a key under a passphrase", generateKey({ cipher: "aes-256-cbc", passphrase: "x" }), "passphrase"],
		["OpenSSH's own form of one", openSshKey("aes256-ctr"), "passphrase"],
	])("is not %s", (_what, text, why) => {
		expect(problemsWith({ GIT_SSH_KEY: text }).GIT_SSH_KEY).toContain(why);
	});
});
