# shellcheck shell=bash
# What the run is told, all of it checked before anything is touched.

required=(
	KEEPALIVED_KIND           # deploy or cleanup
	KEEPALIVED_GROUP          # name of this container group: the prefix of its blobs
	KEEPALIVED_RUN            # id of the run
	KEEPALIVED_RUNS_URL       # blob container, or file:///folder on a person's machine
	KEEPALIVED_NOT_AFTER      # seconds since 1970; past it nothing is begun
	KEEPALIVED_TIMEOUT_SECONDS # deadline around make
	KEEPALIVED_TARGET         # make target
	KEEPALIVED_GROUPS         # the environment's resource groups, one a line
	KEEPALIVED_RESOURCE_GROUP # the watched one
	KEEPALIVED_CLUSTER        # the watched cluster
	GIT_REPO_URL GIT_REF DEPLOY_USER AZURE_SUBSCRIPTION_ID
)
# May be empty: KEEPALIVED_MAKE_ARGS, KEEPALIVED_POST_TARGETS, KEEPALIVED_ACCEPTED_GROUPS
# (one word a line), KEEPALIVED_IDENTITY_ID (empty: the machine's own az login), GIT_SHA,
# GIT_SSH_KEY, DEPLOY_PERSIST, OWNER_PRINCIPAL_ID, GO_BINARY_PATH.
#
# Limits that a person or a test may change, in seconds: KEEPALIVED_FENCE_SECONDS (600),
# KEEPALIVED_LOGIN_SECONDS (480), KEEPALIVED_AZ_SECONDS (120, one call),
# KEEPALIVED_CLONE_SECONDS (600, one try), KEEPALIVED_PREPARE_SECONDS (1800),
# KEEPALIVED_UPLOAD_SECONDS (20, between uploads of the log), KEEPALIVED_FENCE_PAUSE and
# KEEPALIVED_LOGIN_PAUSE (5, between tries).

# What the fence itself needs. Without it there is no marker and no verdict: the app sees a
# start that never acted.
check_start() {
	local bad=()
	[[ ${KEEPALIVED_GROUP:-} =~ ^[a-z0-9][a-z0-9-]{0,62}$ ]] || bad+=("KEEPALIVED_GROUP is no container group name")
	[[ ${KEEPALIVED_RUNS_URL:-} =~ ^(https|file):// ]] || bad+=("KEEPALIVED_RUNS_URL is neither https nor file")
	[[ ${KEEPALIVED_NOT_AFTER:-} =~ ^[0-9]+$ ]] || bad+=("KEEPALIVED_NOT_AFTER is no number")
	((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || bad+=("bash $BASH_VERSION is too old, 4.4 or newer is needed")
	command -v jq >/dev/null && command -v curl >/dev/null || bad+=("the image lacks curl or jq")
	if ((${#bad[@]} == 0)) && (($(date +%s) > 10#$KEEPALIVED_NOT_AFTER)); then
		bad+=("KEEPALIVED_NOT_AFTER has passed: this start comes too late to act")
	fi
	((${#bad[@]} > 0)) || return 0
	line "${bad[*]}"
	line "stage=settings code=10"
	leave 10
}

check_settings() {
	local name bad=()
	for name in "${required[@]}"; do
		[[ -n ${!name:-} ]] || bad+=("$name is not set")
	done
	[[ ${KEEPALIVED_KIND:-} =~ ^(deploy|cleanup)$ ]] || bad+=("KEEPALIVED_KIND is neither deploy nor cleanup")
	[[ ${KEEPALIVED_TIMEOUT_SECONDS:-} =~ ^[1-9][0-9]*$ ]] || bad+=("KEEPALIVED_TIMEOUT_SECONDS is no number")
	[[ ${DEPLOY_USER:-} =~ ^[a-z][a-z0-9]{3,}$ ]] || bad+=("DEPLOY_USER must be lower-case letters and digits, four or more")
	[[ ${GIT_REF:-} != -* && ${GIT_REPO_URL:-} != -* ]] || bad+=("GIT_REF and GIT_REPO_URL must not begin with a dash")
	[[ ${KEEPALIVED_TARGET:-} != -* ]] || bad+=("KEEPALIVED_TARGET must not begin with a dash")
	check_words
	why=$(IFS=';' && printf '%s' "${bad[*]}")
	((${#bad[@]} == 0))
}

check_tools() {
	local tool missing=()
	[[ -z ${GO_BINARY_PATH:-} ]] || export PATH="${GO_BINARY_PATH%/*}:$PATH"
	for tool in az bicep curl git go jq kubectl kubelogin make timeout; do
		command -v "$tool" >/dev/null || missing+=("$tool")
	done
	why="missing in the image: ${missing[*]:-}"
	((${#missing[@]} == 0))
}
