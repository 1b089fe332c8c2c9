#!/usr/bin/env bash
# A target after the environment is up.
set -euo pipefail
. hack/names.sh
. hack/knobs.env
turn=$(times posts)
((turn > KNOB_POST_FAILS)) || { echo "error: timed out waiting for the condition" >&2 && exit 1; }
echo "$1: done"
