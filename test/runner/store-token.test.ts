import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const lib = fileURLToPath(new URL("../../infra/runner/lib/store.sh", import.meta.url));

/** What these lines print after the real lib/store.sh; `token` gives $GIVES, or fails where that is empty. */
function printedBy(lines: string): string {
	const script = `. "${lib}"\ntoken() { [[ -n $GIVES ]] && printf '%s' "$GIVES"; }\n${lines}`;
	const { stdout, stderr, status } = spawnSync("bash", ["-euc", script], { encoding: "utf8" });
	expect(stderr).toBe("");
	expect(status).toBe(0);
	return stdout;
}

describe("the token for storage", () => {
	it("is not asked for again within five minutes, and is after", () => {
		expect(printedBy('GIVES=one; renew_store_token; GIVES=two; renew_store_token; printf "%s " "$store_token"')).toBe("one ");
		expect(printedBy('GIVES=one; renew_store_token; GIVES=two; SECONDS=400; renew_store_token; printf "%s" "$store_token"')).toBe("two");
	});

	it("that is still good is used on when the identity endpoint fails: the verdict must not be lost for it", () => {
		const lines = 'GIVES=one; renew_store_token; GIVES=; SECONDS=400; renew_store_token && printf "%s" "$store_token"';
		expect(printedBy(lines)).toBe("one");
	});

	it("that never came is none", () => {
		expect(printedBy("GIVES=; renew_store_token || printf none")).toBe("none");
	});
});
