# shellcheck shell=bash
# Stage lines, the log, and the end of a run.

terminated=false
child=""
uploader=""
tee_pid=""
leaving=""
note=""
why=""
code_override=""
fenced=false
work=$(mktemp -d "${TMPDIR:-/tmp}/keepalived.XXXXXX")
log=$work/log.txt
started_at=$(date -u +%Y-%m-%dT%H:%M:%SZ)

line() {
	printf 'keepalived: %s\n' "$*"
}

# All output goes to the container's log and to a file of our own.
begin_log() {
	: >"$log"
	# Ctrl-C in a terminal reaches tee as well, which has to outlive it.
	exec > >(trap "" INT TERM && exec tee -a "$log") 2>&1
	tee_pid=${!:-}
}

# The log is whole once tee has read its end. Something that make left running may hold it
# open for ever, so this waits two seconds at most.
close_log() {
	local tries=0
	exec >/dev/null 2>&1
	while [[ -n $tee_pid ]] && kill -0 "$tee_pid" 2>/dev/null && ((tries < 20)); do
		sleep 0.1
		tries=$((tries + 1))
	done
	tee_pid=""
}

# Runs one stage; a failing one ends the run with its code. A stage may set `note`
# (facts for its line), `why` (a sentence for the verdict) and `code_override`.
stage() {
	local name=$1 code=$2 begun=$SECONDS
	shift 2
	note="" why="" code_override=""
	[[ $terminated == false ]] || finish stopped 0 ""
	if "$@"; then
		line "stage=$name status=ok seconds=$((SECONDS - begun))${note:+ $note}"
		return
	fi
	code=${code_override:-$code}
	line "stage=$name status=failed seconds=$((SECONDS - begun)) code=$code${note:+ $note}"
	[[ -z $why ]] || line "$why"
	finish "$name" "$code" "$why"
}

# Stopped from outside: make is told, and no verdict is written: the app then lets
# Azure settle before anything follows.
on_term() {
	terminated=true
	[[ -z $child ]] || kill -TERM "$child" 2>/dev/null || true
}

# The verdict, the last line, the log, and out.
finish() {
	local name=$1 code=$2 message=$3
	if [[ $terminated == true ]]; then
		line "stage=stopped"
	else
		[[ $fenced == false ]] || write_verdict "$name" "$code" "$message"
		line "stage=$name code=$code"
	fi
	close_log
	[[ $fenced == false ]] || end_upload
	leave "$code"
}

leave() {
	leaving=$1
	exit 0
}

# However this ends, nothing of it stays behind: no process, no key, no checkout. The exit
# status is 0 even for a mistake of the script itself, which then leaves no verdict; a
# person who runs this by hand may ask for the code instead.
on_exit() {
	local code=${leaving:-1}
	trap - EXIT
	[[ -n $leaving ]] || line "the script ended where it should not"
	close_log
	[[ -z $child ]] || kill -TERM "$child" 2>/dev/null || true
	[[ -z $uploader ]] || kill -TERM "$uploader" 2>/dev/null || true
	rm -rf "$work"
	[[ ${KEEPALIVED_EXIT_WITH_CODE:-} != 1 ]] || exit "$code"
	exit 0
}
