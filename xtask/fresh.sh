#!/usr/bin/env bash
# A machine where nothing of ours has ever been: does what the README says first in a clone of what is committed, with an
# empty home of cargo, and tells how long it takes. `fresh.sh first` leaves the second command, the tests, out; after the
# first command, which did a part of its work, it takes less than alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
unset CARGO_TARGET_DIR CARGO_INCREMENTAL
folder=$PWD/target/fresh
rm -rf "$folder"
git clone --quiet --no-hardlinks . "$folder/clone"
cd "$folder/clone"
printed=$(xtask/readme.sh)
mapfile -t commands <<<"$printed"
export CARGO_HOME=$folder/cargo-home
TIMEFORMAT='%R s'
time sh -c "${commands[0]}" | tee "$folder/printed"
grep --quiet 14772512 "$folder/printed"
[[ ${1:-} == first ]] || time sh -c "${commands[1]}"
rm -rf "$folder"
