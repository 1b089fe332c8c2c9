# shellcheck shell=bash
# A fresh checkout each run: a kept one would report steps as done that are not.

checkout=$work/checkout

clone_checkout() {
	export GIT_TERMINAL_PROMPT=0
	use_ssh_key
	why="the repository could not be cloned at ${GIT_SHA:-$GIT_REF}"
	if [[ -n ${GIT_SHA:-} ]]; then
		fetch_commit "$GIT_SHA" || return 1
	elif [[ $GIT_REF =~ ^[0-9a-f]{40}$ ]]; then
		fetch_commit "$GIT_REF" || return 1
	else
		git clone --quiet --depth 1 --single-branch --branch "$GIT_REF" -- "$GIT_REPO_URL" "$checkout" || return 1
	fi
	sha=$(git -C "$checkout" rev-parse HEAD) || return 1
	note="sha=$sha"
	why=""
	# It may hold a password, which make has no use for.
	unset GIT_REPO_URL
}

fetch_commit() {
	git init --quiet "$checkout" &&
		git -C "$checkout" fetch --quiet --depth 1 -- "$GIT_REPO_URL" "$1" &&
		git -C "$checkout" -c advice.detachedHead=false checkout --quiet FETCH_HEAD
}

# The key leaves the environment, so that make and its children never see it.
use_ssh_key() {
	[[ -n ${GIT_SSH_KEY:-} ]] || return 0
	(umask 077 && printf '%s\n' "$GIT_SSH_KEY" >"$work/key")
	unset GIT_SSH_KEY
	export GIT_SSH_COMMAND="ssh -i $work/key -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=accept-new"
}
