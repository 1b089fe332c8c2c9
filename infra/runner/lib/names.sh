# shellcheck shell=bash
# The worst mistake is a neighbour's environment: what this checkout would build for this
# user must be what is watched. ARO-HCP derives its names from USER and from its own
# region, which has moved before.

compare_names() {
	local watched=$KEEPALIVED_RESOURCE_GROUP region rendered stem
	[[ $watched == hcp-underlay-pers-* ]] || {
		note="watched=$watched compared=no"
		return 0
	}
	region=$(pers_region)
	rendered=$checkout/config/rendered/dev/pers/$region.yaml
	# The rendered example is made for USER=test.
	stem=$(grep -Eo 'hcp-underlay-pers-[a-z0-9]+test-svc' "$rendered" 2>/dev/null | head -n 1) || true
	if [[ -z $stem ]]; then
		note="watched=$watched compared=no"
		line "names could not be compared: $region is not rendered in this checkout"
		return 0
	fi
	stem=${stem%test-svc}${DEPLOY_USER:0:4}
	note="builds=$stem-svc"
	why="this checkout would build $stem-svc, but $watched is watched"
	[[ $(stem_of "$watched") == "$stem" ]] || return 1
	# A cluster is called as its group is, without the group's first words.
	why="this checkout would build clusters ${stem#hcp-underlay-}-*, but $KEEPALIVED_CLUSTER is watched"
	[[ $(stem_of "$KEEPALIVED_CLUSTER") == "${stem#hcp-underlay-}" ]] || return 1
	why=""
}

# Region of the personal environment, from the checkout's own settings.
pers_region() {
	awk '/^ *- name: /{here = ($3 == "pers")} here && $1 == "region:" {print $2; exit}' \
		"$checkout/tooling/templatize/settings.yaml" 2>/dev/null | tr -d '"'
}

# The group's name without its part of the environment.
stem_of() {
	sed -E 's/-(svc|mgmt-[0-9]+)$//' <<<"$1"
}
