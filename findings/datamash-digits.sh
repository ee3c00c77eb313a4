#!/usr/bin/env bash
# GNU datamash: sums and maxima of counts have 14 digits.
#
# Expected: `datamash sum 1` and `max 1` of integers print integers; the program computes in long double, exact up to 2^64.
# Seen (28 Nov 2026, GNU datamash 1.7 of Debian 12): results are printed with 14 significant digits. The sum of Q(23) and Q(24) comes
# out as 2.5174810965818e+14 (exact: 251748109658176), and the maximum of a column of Q(26) and Q(27) as 2.3490796715412e+17.
# `--format '%.0f'` prints all digits.
# Hurt: people who add up counts of shards in a shell pipeline. (mawk and jq have limits of their own.)
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq datamash=1.7-2 2>apt.log || { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
dpkg-deb -x datamash_*.deb .
PATH="$tmp/usr/bin:$PATH"
datamash --version | head -n 1
counts='24233937684440\n227514171973736\n' # Q(23), Q(24): OEIS A000170
sum=$(printf "$counts" | datamash sum 1)
full=$(printf "$counts" | datamash --format '%.0f' sum 1)
max=$(printf '22317699616364044\n234907967154122528\n' | datamash max 1)
echo "sum of Q(23) and Q(24): right: $((24233937684440 + 227514171973736)), printed: $sum, with --format '%.0f': $full"
echo "maximum of Q(26) and Q(27): right: 234907967154122528, printed: $max"
[[ $sum == 2.5174810965818e+14 && $full == 251748109658176 && $max == 2.3490796715412e+17 ]] || { echo "changed: the printed digits" >&2; exit 1; }
