# shellcheck shell=bash
# A fresh checkout each run: a kept one would report steps as done that are not.

checkout=$work/checkout

clone_checkout() {
	local ref=${GIT_SHA:-$GIT_REF} try cloned=false
	export GIT_TERMINAL_PROMPT=0
	use_ssh_key
	why="the repository could not be cloned at $ref"
	# A name that fails to resolve once is no reason to wait for an hour.
	for try in 1 2 3; do
		((try == 1)) || sleep "${KEEPALIVED_LOGIN_PAUSE:-5}"
		[[ $terminated == false ]] || break
		rm -rf "$checkout"
		if clone_at "$ref"; then
			cloned=true
			break
		fi
	done
	forget_access
	[[ $cloned == true ]] || return 1
	sha=$(git -C "$checkout" rev-parse HEAD) || return 1
	note="sha=$sha"
	why=""
}

clone_at() {
	if [[ $1 =~ ^[0-9a-f]{40}$ ]]; then
		# A server may refuse a commit that no branch ends in.
		fetch_commit "$1" || clone_whole "$1"
	else
		net clone --quiet --depth 1 --single-branch --branch "$1" -- "$GIT_REPO_URL" "$checkout" && return 0
		# The beginning of a commit's id can only be looked up in the whole history.
		[[ $1 =~ ^[0-9a-f]{7,39}$ ]] && clone_whole "$1"
	fi
}

fetch_commit() {
	git init --quiet "$checkout" &&
		net -C "$checkout" fetch --quiet --depth 1 -- "$GIT_REPO_URL" "$1" &&
		git -C "$checkout" -c advice.detachedHead=false checkout --quiet FETCH_HEAD
}

clone_whole() {
	rm -rf "$checkout"
	net clone --quiet --no-checkout -- "$GIT_REPO_URL" "$checkout" &&
		git -C "$checkout" -c advice.detachedHead=false checkout --quiet --detach "$1"
}

# git over a network that may swallow packets.
net() {
	timeout --kill-after=5 "${KEEPALIVED_CLONE_SECONDS:-600}" git "$@"
}

# The key leaves the environment, so that make and its children never see it.
use_ssh_key() {
	[[ -n ${GIT_SSH_KEY:-} ]] || return 0
	(umask 077 && printf '%s\n' "$GIT_SSH_KEY" >"$work/key")
	unset GIT_SSH_KEY
	export GIT_SSH_COMMAND="ssh -i $work/key -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=accept-new"
}

# What cloned is of no use to make: neither the key nor a password in the address.
forget_access() {
	if [[ -e $work/key ]]; then
		rm -f "$work/key"
		unset GIT_SSH_COMMAND
	fi
	git -C "$checkout" remote remove origin 2>/dev/null || true
	unset GIT_REPO_URL
}
