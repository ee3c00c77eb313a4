#!/usr/bin/env bash
# SQLite: the largest of the imported counts is Q(17).
#
# Expected: after `.import counts.csv t` into a new table, max(count) is the largest count and `order by count` sorts by size.
# Seen (28 Nov 2026, sqlite3 3.40.1 of Debian 12): the columns of the new table are TEXT. max(count) of Q(17), Q(20), Q(26), Q(27) is
# 95815104, the first digit decides; `count > 1000000000000` is true for every row; sum(count) is right all the same, so a look at
# the total does not show it. Create the table with INTEGER columns first, or cast.
# Hurt: people who look up records in a table of counts.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq sqlite3=3.40.1-2+deb12u2 2>apt.log || { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
dpkg-deb -x sqlite3_*.deb .
PATH="$tmp/usr/bin:$PATH"
sqlite3 --version | cut -d ' ' -f 1
printf 'n,count\n17,95815104\n20,39029188884\n26,22317699616364044\n27,234907967154122528\n' >t.csv # OEIS A000170
ask() { sqlite3 -csv :memory: "$@" 'select max(count), sum(count), sum(count > 1000000000000) from t'; }
echo "right:                max 234907967154122528, sum $((95815104 + 39029188884 + 22317699616364044 + 234907967154122528)), above 10^12: 2"
plain=$(ask '.import t.csv t')
echo "new table:            $plain"
declared=$(ask 'create table t(n integer, count integer)' '.import --skip 1 t.csv t')
echo "with INTEGER columns: $declared"
[[ $plain == 95815104,257225705895490560,4 && $declared == 234907967154122528,257225705895490560,2 ]] || { echo "changed: max(count) after a plain .import" >&2; exit 1; }
