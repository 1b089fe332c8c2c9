# shellcheck shell=bash
# make, as ARO-HCP wants to be called, with a deadline around it.

make_until=0
# Services whose newest images are looked up; see prepare_checkout.
services=(frontend backend admin sessiongate mgmt-agent kube-applier fleet tooling/aro-hcp-exporter)

# What the Makefiles read. USER decides the names; some variables of other places break
# them, and some turn make itself into something else.
in_environment=(env -u GOFLAGS -u GITHUB_ACTIONS -u AZURE_CLOUD_NAME -u MAKEFLAGS -u GNUMAKEFLAGS -u MAKEFILES -u MAKELEVEL
	USER="${DEPLOY_USER:-}" DEPLOY_ENV=pers HOME="${HOME:-/root}")

# Whether a folder of the checkout has a target. Where make can't even tell, it has: the
# target's own failure then says why, in the stage that it belongs to.
has_target() {
	local place=$1 said
	shift
	[[ -d $checkout/$place ]] || return 1
	said=$(LC_ALL=C "${in_environment[@]}" timeout --kill-after=5 120 make --no-print-directory -C "$checkout/$place" -n "$@" 2>&1 >/dev/null) && return 0
	# Older makes open the quotation otherwise.
	[[ $said != *"No rule to make target "?"$1'"* ]]
}

prepare_checkout() {
	local service name args until=$((SECONDS + ${KEEPALIVED_PREPARE_SECONDS:-1800}))
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	why="this checkout has no target $KEEPALIVED_TARGET"
	has_target . "$KEEPALIVED_TARGET" "${args[@]}" || return 1
	why=""
	if has_target . install-tools; then make_until=$until timed_make . install-tools || return 1; fi
	if has_target tooling/templatize templatize; then make_until=$until timed_make tooling/templatize templatize || return 1; fi
	# Empty means off to the Makefile, anything else on.
	[[ " ${args[*]:-} " =~ \ USE_LATEST_IMAGES=[^\ ] && $KEEPALIVED_KIND == deploy ]] || return 0
	# The Makefile looks images up in the background and does not wait for them; files that
	# are there already make its reading of them certain.
	for service in "${services[@]}"; do
		name=${service##*/}
		has_target "$service" record-latest-override || continue
		make_until=$until timed_make "$service" record-latest-override OVERRIDE_CONFIG_FILE="/tmp/_$name-override.yaml" || return 1
	done
}

# The run's own time for make. The app stops a run 20 minutes after that time, counted from
# its marker; a start that took long has less of it, so that it still tells its verdict.
begin_deadline() {
	local own=$((SECONDS + KEEPALIVED_TIMEOUT_SECONDS))
	make_until=$((fenced_at + KEEPALIVED_TIMEOUT_SECONDS + 900))
	((make_until <= own)) || make_until=$own
}

# make in a folder of the checkout, with what is left of the deadline; its own exit status,
# 124 when the time ran out.
timed_make() {
	local place=$1 left=$((make_until - SECONDS)) status=0
	shift
	((left > 0)) || return 124
	"${in_environment[@]}" timeout --kill-after=60 "$left" make --no-print-directory -C "$checkout/$place" "$@" &
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
	begin_deadline
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	[[ ${DEPLOY_PERSIST:-false} != true ]] || args+=(PERSIST=true)
	timed_make . "$KEEPALIVED_TARGET" "${args[@]}" || status=$?
	judge_make "$status" 51
}

make_cleanup() {
	local args status=0
	begin_deadline
	words_of args "${KEEPALIVED_MAKE_ARGS:-}"
	# Without the first of these it is a dry run that ends well.
	timed_make . "$KEEPALIVED_TARGET" "${args[@]}" CLEANUP_DRY_RUN=false CLEANUP_WAIT=true || status=$?
	judge_make "$status" 71
}

judge_make() {
	local status=$1 late=$2
	case $status in
	0) return 0 ;;
	124 | 137)
		code_override=$late why="make did not end in its time of $KEEPALIVED_TIMEOUT_SECONDS seconds and was stopped"
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
		timed_make . "$target" || return 1
	done
	if [[ -n ${OWNER_PRINCIPAL_ID:-} ]] && has_target . infra.cosmos.access; then
		why="make infra.cosmos.access for the owner failed"
		timed_make . infra.cosmos.access "PRINCIPAL_ID=$OWNER_PRINCIPAL_ID" || return 1
	fi
	why=""
}
