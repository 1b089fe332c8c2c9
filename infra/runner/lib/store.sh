# shellcheck shell=bash
# The runs container: a blob container, or a folder on a person's own machine.

api_version=2021-12-02

# curl with a token for storage; prints the HTTP status, the body goes to a file.
blob() {
	local body=$1 bearer
	shift
	bearer=$(token https://storage.azure.com/) || {
		echo 000
		return
	}
	printf 'header = "Authorization: Bearer %s"\n' "$bearer" |
		curl --config - --silent --max-time 120 --output "$body" --write-out '%{http_code}' \
			--header "x-ms-version: $api_version" "$@" || true
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
	status=$(blob /dev/null --request PUT --header "If-None-Match: *" --header "x-ms-blob-type: BlockBlob" \
		--header "Content-Type: application/json" --data-binary "@$file" "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name")
	case $status in
	201) return 0 ;;
	409 | 412) return 1 ;;
	*) return 2 ;;
	esac
}

# Prints an item: 0 there, 1 not there or nobody knows.
read_item() {
	local name=$1 body=$work/read
	if [[ $KEEPALIVED_RUNS_URL == file://* ]]; then
		cat "$(folder)/$name" 2>/dev/null
		return
	fi
	[[ $(blob "$body" "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name") == 200 ]] && cat "$body"
}

# Writes an item over what is there. Evidence only: a failure is nobody's news.
put_item() {
	local name=$1 file=$2
	if [[ $KEEPALIVED_RUNS_URL == file://* ]]; then
		mkdir -p "$(dirname "$(folder)/$name")" && cp "$file" "$(folder)/$name"
		return
	fi
	[[ $(blob /dev/null --request PUT --header "x-ms-blob-type: BlockBlob" --header "Content-Type: text/plain; charset=utf-8" \
		--data-binary "@$file" "$KEEPALIVED_RUNS_URL/$KEEPALIVED_GROUP/$name") == 201 ]]
}

# The log goes out while the run is on: a stopped container keeps only its end.
begin_upload() {
	(
		trap - TERM INT
		while sleep "${KEEPALIVED_UPLOAD_SECONDS:-20}"; do put_item log.txt "$log" || true; done
	) >/dev/null 2>&1 &
	uploader=$!
}

end_upload() {
	local try file
	[[ -z $uploader ]] || kill "$uploader" 2>/dev/null || true
	for try in 1 2 3; do
		put_item log.txt "$log" >/dev/null 2>&1 && break
		sleep "$try"
	done
	for file in "$work"/checkout/_artifacts/* "$work"/checkout/timing/*; do
		[[ ! -f $file ]] || put_item "artifacts/${file##*/}" "$file" >/dev/null 2>&1 || true
	done
}
