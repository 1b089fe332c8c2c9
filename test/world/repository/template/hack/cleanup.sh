#!/usr/bin/env bash
# Deletes the environment's groups, as best it can: what it cannot delete it only mentions.
set -euo pipefail
. hack/names.sh
. hack/knobs.env
turn=$(times cleanups)
if [[ $CLEANUP_DRY_RUN != false ]]; then
	echo "dry run: would delete ${groups[*]}"
	exit 0
fi
((turn > KNOB_CLEANUP_FAILS)) || { echo "Error: discovery failed" >&2 && exit 1; }
for group in "${groups[@]}"; do
	if [[ $group == *"$KNOB_CLEANUP_LEAVES" && -n $KNOB_CLEANUP_LEAVES ]]; then
		echo "Deletion failed but continuing: $group"
		continue
	fi
	[[ $(az group exists --name "$group") == true ]] || continue
	echo "deleting $group"
	az group delete --name "$group"
done
[[ $CLEANUP_WAIT == true ]] || exit 0
for group in "${groups[@]}"; do
	[[ -z $KNOB_CLEANUP_LEAVES || $group != *"$KNOB_CLEANUP_LEAVES" ]] || continue
	while [[ $(az group exists --name "$group") == true ]]; do sleep 0.3; done
done
