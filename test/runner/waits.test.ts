import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withAz } from "./az.ts";
import { folders } from "./folders.ts";
import { script as path } from "./script.ts";
import { notingMake, smallRun } from "./small-run.ts";

const newFolder = folders();
const aRun = async (variables: Record<string, string> = {}, more = "") => smallRun(await newFolder(), notingMake, variables, more);
/** Longer than any test may take: waited for in vain, it fails the test by its time limit. */
const forEver = "sleep 600";

describe("what never answers", () => {
	it("ends the preparation at its own limit, before make", async () => {
		const script = await aRun({ KEEPALIVED_PREPARE_SECONDS: "1" }, `install-tools:\n\t${forEver}\n`);
		expect((await script.run()).verdict).toMatchObject({ stage: "prepare", code: 40 });
		expect(script.noted("made")).toEqual([]);
	});

	it("ends a call of the Azure CLI, and the run as one to try again", async () => {
		const patience = { KEEPALIVED_AZ_SECONDS: "1", KEEPALIVED_LOGIN_SECONDS: "0" };
		const script = await withAz(await aRun(patience), `[[ "$1 $2" != "group list" ]] || ${forEver}`);
		expect((await script.run()).verdict).toMatchObject({ stage: "roles", code: 20 });
	});
});

describe("roles", () => {
	it("get their tries although logging in used up its whole time", async () => {
		const refused = `[[ "$1 $2" != "group list" ]] || { printf '%s\\n' "$*" >>$TEST_FOLDER/az-calls; echo "ERROR: (AuthorizationFailed)" >&2; exit 1; }`;
		const script = await withAz(await aRun({ KEEPALIVED_LOGIN_SECONDS: "0" }), refused);
		expect((await script.run()).verdict).toMatchObject({ stage: "roles", code: 21 });
		expect(script.noted("az-calls").filter((call) => call.startsWith("group list"))).toHaveLength(3);
	});

	it("are no matter for a person when it is the service that is in trouble", async () => {
		const trouble = `[[ "$1 $2" != "group list" ]] || { echo "ERROR: (ServiceUnavailable)" >&2; exit 1; }`;
		const script = await withAz(await aRun({ KEEPALIVED_LOGIN_SECONDS: "0" }), trouble);
		expect((await script.run()).verdict).toMatchObject({ stage: "roles", code: 20 });
	});

	it("are what lacks when no subscription is seen, not the login", async () => {
		const none = `[[ "$1 $2" != "account set" ]] || { echo "ERROR: The subscription doesn't exist in cloud 'AzureCloud'." >&2; exit 1; }`;
		const script = await withAz(await aRun({ KEEPALIVED_LOGIN_SECONDS: "0" }), none);
		expect((await script.run()).verdict).toMatchObject({ stage: "roles", code: 21 });
	});
});

describe("make's time", () => {
	/** Seconds that make gets, of two hours, at an instant after the fence. */
	const timeAt = (seconds: number) => {
		const lines = `work=/tmp checkout=/tmp KEEPALIVED_TIMEOUT_SECONDS=7200 fenced_at=0; . "$1"; SECONDS=$2; begin_deadline; echo $((make_until - SECONDS))`;
		return Number(execFileSync("bash", ["-c", lines, "_", join(path, "../lib/make.sh"), String(seconds)], { encoding: "utf8" }));
	};

	it("is the run's own, if it is reached within a quarter of an hour", () => {
		expect(timeAt(600)).toBe(7200);
		expect(timeAt(900)).toBe(7200);
	});

	it("is cut where the start took longer, so that the app's deadline does not come before the verdict", () => {
		expect(timeAt(1500)).toBe(6600);
	});
});
