# shellcheck shell=bash
# Names come from the first four letters of USER, as in the real one.
stem="hcp-underlay-pers-usw3${USER:0:4}"
cluster="pers-usw3${USER:0:4}"
groups=("$stem" "$stem-mgmt-1" "$stem-svc")

# How often this was called, over all clones of this repository.
times() {
	mkdir -p "$KNOB_STATE"
	echo x >>"$KNOB_STATE/$1"
	wc -l <"$KNOB_STATE/$1" | tr -d ' '
}
