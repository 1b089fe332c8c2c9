# shellcheck shell=bash
# make, as ARO-HCP wants to be called, with a deadline around it.

make_begun=0
# Services whose newest images are looked up; see prepare_checkout.
services=(frontend backend admin sessiongate mgmt-agent kube-applier fleet tooling/aro-hcp-exporter)

# What the Makefiles read. USER decides the names; some variables of other places break them.
in_environment=(env -u GOFLAGS -u GITHUB_ACTIONS -u AZURE_CLOUD_NAME -u MAKEFLAGS
	USER="${DEPLOY_USER:-}" DEPLOY_ENV=pers HOME="${HOME:-/root}")

has_target() {
	local place=$1 target=$2
	[[ -d $checkout/$place ]] && "${in_environment[@]}" make --no-print-directory -C "$checkout/$place" -n "$target" >/dev/null 2>&1
}

prepare_checkout() {
	local service name args
	if has_target . install-tools; then "${in_environment[@]}" make --no-print-directory -C "$checkout" install-tools || return 1; fi
	if has_target tooling/templatize templatize; then "${in_environment[@]}" make --no-print-directory -C "$checkout/tooling/templatize" templatize || return 1; fi
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	# Empty means off to the Makefile, anything else on.
	[[ " ${args[*]:-} " =~ \ USE_LATEST_IMAGES=[^\ ] && $KEEPALIVED_KIND == deploy ]] || return 0
	# The Makefile looks images up in the background and does not wait for them; files that
	# are there already make its reading of them certain.
	for service in "${services[@]}"; do
		name=${service##*/}
		has_target "$service" record-latest-override || continue
		"${in_environment[@]}" make --no-print-directory -C "$checkout/$service" record-latest-override OVERRIDE_CONFIG_FILE="/tmp/_$name-override.yaml" || return 1
	done
}

# make with what is left of the deadline; its own exit status, 124 when the time ran out.
timed_make() {
	local left=$((KEEPALIVED_TIMEOUT_SECONDS - (SECONDS - make_begun))) status=0
	((left > 0)) || return 124
	"${in_environment[@]}" timeout --kill-after=60 "$left" make --no-print-directory -C "$checkout" "$@" &
	child=$!
	# Told to stop before there was anyone to pass it on to.
	[[ $terminated == false ]] || kill -TERM "$child" 2>/dev/null || true
	# A signal ends a wait early; make is waited for all the same.
	while true; do
		wait "$child" && status=0 || status=$?
		kill -0 "$child" 2>/dev/null || break
	done
	# timeout leads a process group of its own. What make left running in it would act on
	# after the verdict.
	kill -KILL -- "-$child" 2>/dev/null || true
	child=""
	return "$status"
}

make_deploy() {
	local args status=0
	make_begun=$SECONDS
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	[[ ${DEPLOY_PERSIST:-false} != true ]] || args+=(PERSIST=true)
	timed_make "$KEEPALIVED_TARGET" "${args[@]}" || status=$?
	judge_make "$status" 51
}

make_cleanup() {
	local args status=0
	make_begun=$SECONDS
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	# Without the first of these it is a dry run that ends well.
	timed_make "$KEEPALIVED_TARGET" "${args[@]}" CLEANUP_DRY_RUN=false CLEANUP_WAIT=true || status=$?
	judge_make "$status" 71
}

judge_make() {
	local status=$1 late=$2
	case $status in
	0) return 0 ;;
	124 | 137)
		code_override=$late why="make did not end within $KEEPALIVED_TIMEOUT_SECONDS seconds and was stopped"
		return 1
		;;
	*)
		why="make ended with status $status"
		return 1
		;;
	esac
}

# The environment is up by now: what fails here cleans up nothing.
make_post() {
	local targets target
	words_of targets "${KEEPALIVED_POST_TARGETS:-}"
	for target in "${targets[@]}"; do
		why="make $target failed"
		timed_make "$target" || return 1
	done
	if [[ -n ${OWNER_PRINCIPAL_ID:-} ]] && has_target . infra.cosmos.access; then
		why="make infra.cosmos.access for the owner failed"
		timed_make infra.cosmos.access "PRINCIPAL_ID=$OWNER_PRINCIPAL_ID" || return 1
	fi
	why=""
}
