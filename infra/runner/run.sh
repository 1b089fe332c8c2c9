#!/usr/bin/env bash
# One run of one make target of ARO-HCP, at most once: `deploy` or `cleanup`.
#
# Everything comes in by environment variables (lib/settings.sh lists them). What
# goes out: stage lines on stdout, a marker and a verdict in the runs container, the
# whole log beside them. The exit status is 0 whatever the verdict says, because the
# container platform may start a container again that ended otherwise.
set -Eeuo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/say.sh
. "$here/lib/say.sh"
# shellcheck source=lib/settings.sh
. "$here/lib/settings.sh"
# shellcheck source=lib/words.sh
. "$here/lib/words.sh"
# shellcheck source=lib/identity.sh
. "$here/lib/identity.sh"
# shellcheck source=lib/store.sh
. "$here/lib/store.sh"
# shellcheck source=lib/fence.sh
. "$here/lib/fence.sh"
# shellcheck source=lib/login.sh
. "$here/lib/login.sh"
# shellcheck source=lib/checkout.sh
. "$here/lib/checkout.sh"
# shellcheck source=lib/names.sh
. "$here/lib/names.sh"
# shellcheck source=lib/environment.sh
. "$here/lib/environment.sh"
# shellcheck source=lib/make.sh
. "$here/lib/make.sh"
# shellcheck source=lib/verdict.sh
. "$here/lib/verdict.sh"

main() {
	trap on_exit EXIT
	trap on_term TERM INT
	begin_log
	check_start
	pass_fence
	begin_upload
	stage settings 10 check_settings
	stage tools 12 check_tools
	stage login 20 log_in
	stage roles 21 check_roles
	stage clone 30 clone_checkout
	stage names 35 compare_names
	if [[ $KEEPALIVED_KIND == deploy ]]; then
		stage exists 36 check_absent
		stage prepare 40 prepare_checkout
		stage deploy 50 make_deploy
		stage post 60 make_post
	else
		stage prepare 40 prepare_checkout
		stage cleanup 70 make_cleanup
	fi
	finish end 0 ""
}

main "$@"
