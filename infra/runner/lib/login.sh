# shellcheck shell=bash
# Logging in. Identity and roles may take minutes to reach a fresh container.

login_until=0

# Repeats a command until it works or the time of all logging in is used up.
patiently() {
	until "$@" >"$work/said" 2>&1; do
		if ((SECONDS >= login_until)) || [[ $terminated == true ]]; then
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
		patiently az login --identity --client-id "$AZURE_CLIENT_ID" --output none || return 1
		export AZURE_TOKEN_CREDENTIALS=${AZURE_TOKEN_CREDENTIALS:-ManagedIdentityCredential}
	else
		PRINCIPAL_ID=${PRINCIPAL_ID:-$(az ad signed-in-user show --query id --output tsv 2>/dev/null || true)}
		export PRINCIPAL_ID
	fi
	why="subscription $AZURE_SUBSCRIPTION_ID can't be selected"
	patiently az account set --subscription "$AZURE_SUBSCRIPTION_ID" || return 1
	why=""
}

# Client and object id are what the token itself says.
take_identity() {
	local arm
	arm=$(token "https://management.azure.com/") || return 1
	AZURE_CLIENT_ID=$(claim "$arm" appid) && PRINCIPAL_ID=$(claim "$arm" oid) || return 1
	export AZURE_CLIENT_ID PRINCIPAL_ID
}

check_roles() {
	why="the identity may not list resource groups of the subscription"
	patiently az group list --query '[0].id' --output none || return 1
	why=""
}
