/** Runs the real script, with real git, make, jq and curl, as a process of this machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export const script = join(root, "infra/runner/run.sh");
/** What the image brings: the stand-in for Azure's CLI first. */
export const tools: readonly string[] = [join(root, "test/runner/bin"), join(root, "test/world/bin")];

/** What a run left behind. */
export interface Ended {
	/** Exit status, null if a signal ended it. */
	readonly status: number | null;
	/** Everything it printed. */
	readonly output: string;
	/** The stage lines, without their `keepalived: ` and with seconds as `N`. */
	readonly stages: readonly string[];
	readonly verdict: Verdict | null;
}

export interface Verdict {
	readonly stage: string;
	readonly code: number;
	readonly sha: string | null;
	readonly junit: { tests: number; failures: number } | null;
	readonly message: string | null;
	readonly nonce: string;
}

/** One start: a folder for all it touches, and the variables it gets. */
export class Script {
	readonly folder: string;
	readonly variables: Readonly<Record<string, string>>;

	constructor(folder: string, variables: Readonly<Record<string, string>>) {
		this.folder = folder;
		this.variables = { ...usual(folder), ...variables };
	}

	/** What it keeps in its runs folder, by name; null if it is not there. */
	item(name: string): string | null {
		const path = join(this.folder, "runs", this.variables.KEEPALIVED_GROUP ?? "", name);
		return existsSync(path) ? readFileSync(path, "utf8") : null;
	}

	/** Lines that the stand-in tools and makefiles noted in a file of the folder. */
	noted(name: string): readonly string[] {
		const path = join(this.folder, name);
		return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
	}

	/** Names in a folder of its folder. */
	leftIn(name: string): readonly string[] {
		return readdirSync(join(this.folder, name));
	}

	async run(): Promise<Ended> {
		return (await this.start()).ended;
	}

	/** Starts it, and tells when it is over. With `ownTerminal` it leads a process group, to which Ctrl-C goes. */
	async start({ ownTerminal = false } = {}): Promise<{ process: ChildProcess; ended: Promise<Ended> }> {
		await mkdir(join(this.folder, "tmp"), { recursive: true });
		const child = spawn("bash", [script], {
			cwd: this.folder,
			env: this.variables,
			detached: ownTerminal,
			stdio: ["ignore", "pipe", "pipe"],
		});
		let output = "";
		for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
		const ended = new Promise<Ended>((resolve, reject) => {
			child.once("error", reject);
			child.once("close", (status) => resolve({ status, output, stages: stagesOf(output), verdict: this.#verdict() }));
		});
		return { process: child, ended };
	}

	#verdict(): Verdict | null {
		const text = this.item("verdict.json");
		return text === null ? null : (JSON.parse(text) as Verdict);
	}
}

function stagesOf(output: string): readonly string[] {
	const lines = output.split("\n").filter((line) => line.startsWith("keepalived: stage="));
	return lines.map((line) => line.replace("keepalived: ", "").replace(/seconds=\d+/, "seconds=N"));
}

/** A person's machine: runs are files, the login is there already. */
function usual(folder: string): Record<string, string> {
	return {
		PATH: [...tools, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
		HOME: folder,
		TMPDIR: join(folder, "tmp"),
		LANG: "C.UTF-8",
		TEST_FOLDER: folder,
		KEEPALIVED_KIND: "deploy",
		KEEPALIVED_GROUP: "keepalived-a1b2c3-1-1",
		KEEPALIVED_RUN: "20261130T090000Z-deploy-1",
		KEEPALIVED_RUNS_URL: pathToFileURL(join(folder, "runs")).href,
		KEEPALIVED_NOT_AFTER: String(Math.floor(Date.now() / 1_000) + 86_400),
		KEEPALIVED_TIMEOUT_SECONDS: "600",
		KEEPALIVED_TARGET: "personal-dev-env",
		KEEPALIVED_MAKE_ARGS: "USE_LATEST_IMAGES=1",
		KEEPALIVED_POST_TARGETS: "",
		KEEPALIVED_GROUPS: "hcp-underlay-pers-usw3oasi\nhcp-underlay-pers-usw3oasi-svc\nhcp-underlay-pers-usw3oasi-mgmt-1",
		KEEPALIVED_ACCEPTED_GROUPS: "",
		// Not of ARO-HCP's naming: most of the small repositories here render no names.
		KEEPALIVED_RESOURCE_GROUP: "own-environment",
		KEEPALIVED_CLUSTER: "own-cluster",
		KEEPALIVED_IDENTITY_ID: "",
		KEEPALIVED_FENCE_PAUSE: "0.1",
		KEEPALIVED_LOGIN_PAUSE: "0.1",
		GIT_REF: "main",
		GIT_SHA: "",
		DEPLOY_USER: "oasis",
		DEPLOY_PERSIST: "false",
		OWNER_PRINCIPAL_ID: "",
		GO_BINARY_PATH: "",
		AZURE_SUBSCRIPTION_ID: "11111111-2222-4333-8444-555555555555",
	};
}

/** Names of what the stand-in repository builds. */
export const standInNames = { KEEPALIVED_RESOURCE_GROUP: "hcp-underlay-pers-usw3oasi-svc", KEEPALIVED_CLUSTER: "pers-usw3oasi-svc" };

/** Whether a process is there and no mere entry that nobody has reaped yet. */
export function isRunning(pid: number): boolean {
	const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
	return stdout.trim() !== "" && !stdout.startsWith("Z");
}
