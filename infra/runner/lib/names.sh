# shellcheck shell=bash
# The worst mistake is a neighbour's environment: what this checkout would build for this
# user must be what is watched. ARO-HCP derives its names from USER and from its own
# region, which has moved before. Its own example, rendered for USER=test, shows how.

compare_names() {
	local watched=$KEEPALIVED_RESOURCE_GROUP stem
	stem=$(stem_of_checkout)
	if [[ -z $stem ]]; then
		note="watched=$watched compared=no"
		# Other groups than those that ARO-HCP names are a person's own business.
		[[ ${watched,,} == hcp-underlay-* ]] || return 0
		why="this checkout renders no personal environment (config/rendered/dev/pers), so nobody can tell whether it would build $watched; use a GIT_REF that does"
		return 1
	fi
	note="builds=$stem-svc"
	why="this checkout would build $stem-svc, but $watched is watched"
	[[ $(stem_of "${watched,,}") == "$stem" ]] || return 1
	# A cluster is called as its group is, without the group's first words.
	why="this checkout would build clusters ${stem#hcp-underlay-}-*, but $KEEPALIVED_CLUSTER is watched"
	[[ $(stem_of "${KEEPALIVED_CLUSTER,,}") == "${stem#hcp-underlay-}" ]] || return 1
	why=""
}

# What this checkout's groups begin with for this user; nothing if that can't be read.
stem_of_checkout() {
	local rendered stem
	rendered=$checkout/config/rendered/dev/pers/$(pers_region).yaml
	stem=$(grep -Eo 'hcp-underlay-pers-[a-z0-9]+test-svc' "$rendered" 2>/dev/null | head -n 1) || true
	[[ -z $stem ]] || printf '%s' "${stem%test-svc}${DEPLOY_USER:0:4}"
}

# Region of the personal environment, from the checkout's own settings.
pers_region() {
	awk '/^ *- name: /{here = ($3 == "pers")} here && $1 == "region:" {print $2; exit}' \
		"$checkout/tooling/templatize/settings.yaml" 2>/dev/null | tr -d '"'
}

# The group's name without its part of the environment.
stem_of() {
	if [[ $1 =~ ^(.+)-(svc|mgmt-[0-9]+)$ ]]; then printf '%s' "${BASH_REMATCH[1]}"; else printf '%s' "$1"; fi
}
