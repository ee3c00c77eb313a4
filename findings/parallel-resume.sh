#!/usr/bin/env bash
# GNU parallel: --resume after a failure runs nothing and reports success.
#
# Expected: the same command with --joblog and --resume finishes what is missing: the shard that failed runs again, or the exit code
# still says that one is missing.
# Seen (28 Nov 2026, GNU parallel 20221122 of Debian 12): the first run exits with 1, the number of failed jobs. The second run skips
# every job in the log, failed ones too, runs nothing, and exits with 0. `--resume-failed` runs the failed one.
# Hurt: people who count in shards: exit code 0, and a shard is missing from the total.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq parallel=20221122+ds-2 2>apt.log || { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
dpkg-deb -x parallel_*.deb .
export PATH="$tmp/usr/bin:$PATH" HOME="$tmp" # no configuration of the user
parallel --version | head -n 1
# A shard: succeeds unless the file "broken" exists and the shard is number 2.
run='echo shard {} >>ran; test ! -e broken || test {} != 2'
attempt() {
  : >ran
  local code=0
  parallel --will-cite --jobs 1 --joblog log "$@" "$run" ::: 1 2 3 || code=$?
  echo "${*:-first run}: exit code $code, ran: $(tr '\n' ' ' <ran)"
}
touch broken
first=$(attempt)
rm broken
second=$(attempt --resume)
third=$(attempt --resume-failed)
printf '%s\n' "$first" "$second" "$third"
[[ $first == "first run: exit code 1, ran: shard 1 shard 2 shard 3 " && $second == "--resume: exit code 0, ran: " && $third == "--resume-failed: exit code 0, ran: shard 2 " ]] ||
  { echo "changed: --resume no longer skips the failed job and exits with 0" >&2; exit 1; }
