# shellcheck shell=bash
# One more look before make: nothing of the environment may be there that the run was
# not told of.

check_absent() {
	local groups accepted group there told=${KEEPALIVED_ACCEPTED_GROUPS:-}
	words_of groups "$KEEPALIVED_GROUPS"
	# Resource group names are the same in any case.
	words_of accepted "${told,,}"
	for group in "${groups[@]}"; do
		[[ " ${accepted[*]:-} " != *" ${group,,} "* ]] || continue
		if ! there=$(group_exists "$group"); then
			# Doubt is no absence, and nothing was built: as if the login had failed.
			code_override=20 why="resource group $group can't be looked at"
			return 1
		fi
		if [[ $there == true ]]; then
			why="resource group $group is there"
			return 1
		fi
	done
}

group_exists() {
	local try
	for try in 1 2 3; do
		((try == 1)) || sleep "${KEEPALIVED_LOGIN_PAUSE:-5}"
		azure group exists --name "$1" --output tsv 2>/dev/null && return 0
	done
	return 1
}
