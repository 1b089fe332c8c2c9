# shellcheck shell=bash
# Tokens of the runner's identity, straight from the platform's endpoint.

# Prints an access token for a resource. App Service form where the platform offers it,
# else the instance metadata service. Nothing secret is on a command line.
token() {
	local resource=$1 url query header
	if [[ -n ${IDENTITY_ENDPOINT:-} ]]; then
		url=$IDENTITY_ENDPOINT query="api-version=2019-08-01&mi_res_id=$KEEPALIVED_IDENTITY_ID"
		header="X-IDENTITY-HEADER: ${IDENTITY_HEADER:-}"
	else
		url=http://169.254.169.254/metadata/identity/oauth2/token
		query="api-version=2018-02-01&msi_res_id=$KEEPALIVED_IDENTITY_ID"
		header="Metadata: true"
	fi
	printf 'header = "%s"\n' "$header" |
		curl --config - --fail --silent --max-time 20 "$url?$query&resource=$resource" |
		jq --exit-status --raw-output .access_token
}

# Prints claims of a token, one a line; fails if one is missing.
claims() {
	local payload=${1#*.} names
	shift
	payload=${payload%%.*} payload=${payload//_//} payload=${payload//-/+}
	while ((${#payload} % 4)); do payload+="="; done
	names=$(IFS=, && printf '%s' "$*")
	base64 -d <<<"$payload" 2>/dev/null | jq --exit-status --raw-output "[${names}] | if all then .[] else empty end"
}
