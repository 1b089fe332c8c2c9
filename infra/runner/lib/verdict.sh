# shellcheck shell=bash
# What the run says of itself. Whether the environment is there is the app's own look.

# Sum of an attribute over the test suites of make's junit report.
junit_sum() {
	awk -v pattern=" $2=\"[0-9]+\"" '
		{
			while (match($0, /<testsuite [^>]*>/)) {
				tag = substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
				if (match(tag, pattern)) {
					value = substr(tag, RSTART, RLENGTH)
					gsub(/[^0-9]/, "", value)
					sum += value
				}
			}
		}
		END { print sum + 0 }' "$1"
}

junit_counts() {
	local report=$checkout/_artifacts/junit_entrypoint.xml tests failures errors
	[[ -f $report ]] || {
		echo null
		return
	}
	tests=$(junit_sum "$report" tests) failures=$(junit_sum "$report" failures) errors=$(junit_sum "$report" errors)
	jq -n --argjson tests "$tests" --argjson failures "$((failures + errors))" '{tests: $tests, failures: $failures}'
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
