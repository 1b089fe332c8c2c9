# shellcheck shell=bash
# The fence: whoever creates the marker decides. If it is ours, this start acts; if it is
# another start's of the same container, or the app's, nothing is touched.

nonce=""
fenced_at=0

pass_fence() {
	local limit=$((SECONDS + ${KEEPALIVED_FENCE_SECONDS:-600})) begun=$SECONDS standing
	nonce=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	jq -n --arg nonce "$nonce" --arg group "$KEEPALIVED_GROUP" --arg at "$(date -u +%Y-%m-%dT%H:%M:%SZ)" \
		'{writer: "script", nonce: $nonce, group: $group, at: $at}' >"$work/started"
	while true; do
		[[ $terminated == false ]] || finish stopped 0 ""
		if create_once started "$work/started"; then break; fi
		# Taken, or nobody knows: what stands there now is the truth.
		standing=$(read_item started) || standing=""
		if [[ -n $standing ]]; then
			[[ $(jq -r .nonce <<<"$standing" 2>/dev/null) == "$nonce" ]] && break
			turned_away "$(jq -r .writer <<<"$standing" 2>/dev/null)"
		fi
		if ((SECONDS >= limit)); then
			line "stage=fence status=failed seconds=$((SECONDS - begun)) code=15"
			line "stage=fence code=15"
			leave 15
		fi
		sleep "${KEEPALIVED_FENCE_PAUSE:-5}"
	done
	fenced=true
	fenced_at=$SECONDS
	line "stage=fence status=ok seconds=$((SECONDS - begun))"
}

turned_away() {
	if [[ $1 == app ]]; then line "stage=revoked code=80"; else line "stage=started-twice code=80"; fi
	leave 80
}
