# shellcheck shell=bash
# What the run says of itself. Whether the environment is there is the app's own look.

# Sums of the tests, and of the failures and errors, over the test suites of make's junit
# report: two numbers.
junit_sums() {
	awk '
		function number(tag, name) {
			if (!match(tag, " " name "=\"[0-9]+\"")) return 0
			tag = substr(tag, RSTART, RLENGTH)
			gsub(/[^0-9]/, "", tag)
			return tag
		}
		{
			while (match($0, /<testsuite [^>]*>/)) {
				tag = substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
				tests += number(tag, "tests")
				failures += number(tag, "failures") + number(tag, "errors")
			}
		}
		END { print tests + 0, failures + 0 }' "$1"
}

# As JSON; null without a report.
junit_counts() {
	local report=$checkout/_artifacts/junit_entrypoint.xml tests failures
	if [[ -f $report ]] && read -r tests failures < <(junit_sums "$report"); then
		printf '{"tests":%d,"failures":%d}' "$tests" "$failures"
	else
		printf null
	fi
}

write_verdict() {
	local name=$1 code=$2 message=$3 try
	jq -n --arg group "$KEEPALIVED_GROUP" --arg run "$KEEPALIVED_RUN" --arg stage "$name" --argjson code "$code" \
		--arg sha "${sha:-}" --argjson junit "$(junit_counts)" --arg message "$message" --arg nonce "$nonce" \
		--arg startedAt "$started_at" --arg endedAt "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
		'{schemaVersion: 1, group: $group, run: $run, stage: $stage, code: $code,
		  sha: (if $sha == "" then null else $sha end), junit: $junit,
		  message: (if $message == "" then null else $message end), startedAt: $startedAt, endedAt: $endedAt,
		  nonce: $nonce}' >"$work/verdict.json"
	for try in 1 2 4 8 15 30 30; do
		if create_once verdict.json "$work/verdict.json"; then return 0; fi
		[[ -z $(read_item verdict.json || true) ]] || return 0
		sleep "$try"
	done
	line "the verdict could not be written; the line below is all there is"
}
