#!/usr/bin/env bash
# Builds the environment: three resource groups and two clusters, step by step.
set -euo pipefail
. hack/names.sh
. hack/knobs.env
turn=$(times deploys)
region=westus3

step() {
	echo "[$1/5] $2"
	sleep "$KNOB_STEP_SECONDS"
}

report() {
	mkdir -p _artifacts timing
	printf '<testsuites><testsuite name="entrypoint" tests="5" failures="%s"></testsuite></testsuites>\n' "$1" >_artifacts/junit_entrypoint.xml
	printf 'svc:\n  rg: %s-svc\n  aks:\n    name: %s-svc\n' "$stem" "$cluster" >_artifacts/config.yaml
	echo "steps: []" >timing/steps.yaml
}

fail() {
	report 1
	echo "Error: failed to run entrypoint: $1: context deadline exceeded" >&2
	exit 1
}

make_cluster() {
	az aks create --resource-group "$1" --name "$2" --location "$region" --output none
	until [[ $(az aks show -g "$1" -n "$2" --query properties.provisioningState --output tsv) == Succeeded ]]; do sleep 0.4; done
}

step 1 "Microsoft.Azure.ARO.HCP.Region/infra"
((turn > KNOB_DEPLOY_FAILS_EARLY)) || fail "region/infra"
for group in "${groups[@]}"; do
	az group create --name "$group" --location "$region" --tags "persist=$PERSIST" --output none
done
[[ $KNOB_HANG != true ]] || sleep 86400
step 2 "Microsoft.Azure.ARO.HCP.Management.Infra/cluster"
make_cluster "$stem-mgmt-1" "$cluster-mgmt-1"
((turn > KNOB_DEPLOY_FAILS)) || fail "svc/cluster"
step 3 "Microsoft.Azure.ARO.HCP.Service.Infra/cluster"
make_cluster "$stem-svc" "$cluster-svc"
step 4 "Microsoft.Azure.ARO.HCP.RP.Frontend/deploy"
((turn > KNOB_DEPLOY_FAILS_LATE)) || fail "frontend/deploy"
step 5 "Microsoft.Azure.ARO.HCP.RP.Backend/deploy"
report 0
# What comes after the environment fails without failing a step.
((turn > KNOB_AFTER_UP_FAILS)) || { echo "kubectl: timed out waiting for lgtm" >&2 && exit 1; }
echo "environment $stem is up"
