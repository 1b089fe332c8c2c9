# shellcheck shell=bash
# The runs container: a blob container, or a folder on a person's own machine.

api_version=2021-12-02

store_token=""
store_token_at=0

# A token for storage into `store_token`. One is used for five minutes: the platform limits
# how often it is asked, and gives tokens that live for hours.
renew_store_token() {
	local fresh
	[[ -z $store_token ]] || ((SECONDS - store_token_at >= 300)) || return 0
	# Where no new one can be had now, the old one lives on for hours.
	if fresh=$(token https://storage.azure.com/); then store_token=$fresh store_token_at=$SECONDS; fi
	[[ -n $store_token ]]
}

# curl with a token for storage: the HTTP status into `status` (000: no answer, or no
# token), the body to a file.
blob() {
	local body=$1
	shift
	status=000
	renew_store_token || return 0
	status=$(printf 'header = "Authorization: Bearer %s"\n' "$store_token" |
		curl --config - --silent --max-time 120 --output "$body" --write-out '%{http_code}' \
			--header "x-ms-version: $api_version" "$@") || true
	# A refused token is not used again.
	[[ $status != 401 ]] || store_token=""
}

folder() {
	printf '%s' "${KEEPALIVED_RUNS_URL#file://}/$KEEPALIVED_GROUP"
}

# Creates an item unless it is there: 0 created, 1 it was there, 2 nobody knows.
create_once() {
	local name=$1 file=$2 status
	if [[ $KEEPALIVED_RUNS_URL == file://* ]]; then
		mkdir -p "$(folder)" && cp "$file" "$(folder)/.$name.$$" || return 2
		# A hard link is made by one only.
		ln "$(folder)/.$name.$$" "$(folder)/$name" 2>/dev/null
		status=$?
		rm -f "$(folder)/.$name.$$"
		return $((status == 0 ? 0 : 1))
	fi
	blob /dev/null --max-time 20 --request PUT --header "If-None-Match: *" --header "x-ms-blob-type: BlockBlob" \
		--header "Content-Type: application/json" --data-binary "@$file" "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name"
	case $status in
	201) return 0 ;;
	409 | 412) return 1 ;;
	*) return 2 ;;
	esac
}

# Prints an item: 0 there, 1 not there or nobody knows.
read_item() {
	local name=$1 body=$work/read status
	if [[ $KEEPALIVED_RUNS_URL == file://* ]]; then
		cat "$(folder)/$name" 2>/dev/null
		return
	fi
	blob "$body" --max-time 20 "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name"
	[[ $status == 200 ]] && cat "$body"
}

# Writes an item over what is there. Evidence only: a failure is nobody's news.
put_item() {
	local name=$1 file=$2 status
	if [[ $KEEPALIVED_RUNS_URL == file://* ]]; then
		mkdir -p "$(dirname "$(folder)/$name")" && cp "$file" "$(folder)/$name"
		return
	fi
	blob /dev/null --request PUT --header "x-ms-blob-type: BlockBlob" --header "Content-Type: text/plain; charset=utf-8" \
		--data-binary "@$file" "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name"
	[[ $status == 201 ]]
}

# The log goes out while the run is on: a stopped container keeps only its end.
begin_upload() {
	(
		trap 'over=true; kill "$nap" 2>/dev/null' TERM
		trap - INT EXIT
		over=false
		while true; do
			sleep "${KEEPALIVED_UPLOAD_SECONDS:-20}" &
			nap=$!
			wait "$nap" || true
			[[ $over == false ]] || break
			put_item log.txt "$log" || true
		done
	) >/dev/null 2>&1 &
	uploader=$!
}

# An upload that is under way is waited for, or it would put an older log over the whole one.
end_upload() {
	local file until=$((SECONDS + 600))
	kill -TERM "$uploader" 2>/dev/null && wait "$uploader" || true
	uploader=""
	put_patiently log.txt "$log" || true
	for file in "$work"/checkout/_artifacts/* "$work"/checkout/timing/*; do
		((SECONDS < until)) || break
		[[ ! -f $file ]] || put_patiently "artifacts/${file##*/}" "$file" || true
	done
}

put_patiently() {
	local try
	for try in 1 2 3; do
		put_item "$1" "$2" && return 0
		sleep "$try"
	done
	return 1
}
