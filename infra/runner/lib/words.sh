# shellcheck shell=bash
# The words that make is called with: lists that hold one a line, and what may not stand in them.

# Words of a variable that holds one a line, into the array named first.
words_of() {
	local -n into=$1
	local word
	into=()
	while IFS= read -r word; do
		[[ -z $word ]] || into+=("$word")
	done <<<"$2"
}

# What would make another run of this than the one that was decided, into `bad`: somebody
# else's environment, another region, a run that does nothing or hides that it failed, or
# a command of make's own. A variable on make's command line wins over the environment, so
# USER=other would be built and deleted under the other's names.
check_words() {
	local words word
	words_of words "${KEEPALIVED_MAKE_ARGS:-}"
	for word in "${words[@]}"; do
		if [[ $word =~ ^[[:space:]]*(USER|DEPLOY_ENV|REGION)[[:space:]]*[:+?!]*= ]]; then
			bad+=("KEEPALIVED_MAKE_ARGS sets ${BASH_REMATCH[1]}, which decides whose environment it is")
		elif [[ $word == -* && ! $word =~ ^-j[0-9]*$ ]]; then
			bad+=("KEEPALIVED_MAKE_ARGS has an option of make; only -j, VARIABLE=value and targets are taken")
		elif [[ $word =~ (^|[[:space:]=])--region([[:space:]=]|$) ]]; then
			bad+=("KEEPALIVED_MAKE_ARGS chooses a region; the names would not be the checkout's")
		elif [[ ${word//\$\$/} == *\$* ]]; then
			bad+=("KEEPALIVED_MAKE_ARGS has a \$, which make expands; write \$\$ for a dollar sign")
		fi
	done
}
