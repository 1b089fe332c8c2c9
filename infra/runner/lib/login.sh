# shellcheck shell=bash
# Logging in. Identity and roles may take minutes to reach a fresh container.

login_until=0

# The Azure CLI, which may wait for ever on a network that swallows packets.
azure() {
	timeout --kill-after=5 "${KEEPALIVED_AZ_SECONDS:-120}" az "$@"
}

# Repeats a command until it works or the time of all logging in is used up, three times
# at least: who comes late may still find what only needed a moment.
patiently() {
	local tries=0
	until "$@" >"$work/said" 2>&1; do
		tries=$((tries + 1))
		if ((SECONDS >= login_until && tries >= 3)) || [[ $terminated == true ]]; then
			tail -n 5 "$work/said"
			return 1
		fi
		sleep "${KEEPALIVED_LOGIN_PAUSE:-5}"
	done
}

log_in() {
	login_until=$((SECONDS + ${KEEPALIVED_LOGIN_SECONDS:-480}))
	if [[ -n ${KEEPALIVED_IDENTITY_ID:-} ]]; then
		why="the identity $KEEPALIVED_IDENTITY_ID gives no token for Azure"
		patiently take_identity || return 1
		why="az login with the runner's identity failed"
		patiently log_in_identity || return 1
		export AZURE_TOKEN_CREDENTIALS=${AZURE_TOKEN_CREDENTIALS:-ManagedIdentityCredential}
	else
		PRINCIPAL_ID=${PRINCIPAL_ID:-$(azure ad signed-in-user show --query id --output tsv 2>/dev/null || true)}
		# An empty one would keep the Makefile from finding its own.
		if [[ -n $PRINCIPAL_ID ]]; then export PRINCIPAL_ID; else unset PRINCIPAL_ID; fi
	fi
	why=""
}

# Without a role yet there is no subscription yet: that is for the next stage to tell.
log_in_identity() {
	azure login --identity --client-id "$AZURE_CLIENT_ID" --allow-no-subscriptions --output none
}

# Client and object id are what the token itself says.
take_identity() {
	local arm said
	arm=$(token "https://management.azure.com/") && said=$(claims "$arm" .appid .oid) || return 1
	{ read -r AZURE_CLIENT_ID && read -r PRINCIPAL_ID; } <<<"$said" || return 1
	export AZURE_CLIENT_ID PRINCIPAL_ID
}

# A quarter of the time of logging in is kept for roles, however long the login took.
check_roles() {
	local own=$((SECONDS + ${KEEPALIVED_LOGIN_SECONDS:-480} / 4))
	((login_until >= own)) || login_until=$own
	why="the identity sees no subscription $AZURE_SUBSCRIPTION_ID"
	patiently select_subscription || return 1
	why="the identity may not list resource groups of the subscription"
	if ! patiently azure group list --query '[0].id' --output none; then
		# Only a refusal is for a person; a service in trouble is tried again later.
		grep -qE 'AuthorizationFailed|Forbidden|does not have authorization' "$work/said" || code_override=20
		return 1
	fi
	why=""
}

# The CLI remembers what it saw at login, so a role that came later takes a new login.
select_subscription() {
	azure account set --subscription "$AZURE_SUBSCRIPTION_ID" && return 0
	[[ -z ${KEEPALIVED_IDENTITY_ID:-} ]] || log_in_identity || true
	return 1
}
