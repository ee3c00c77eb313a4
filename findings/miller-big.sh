#!/usr/bin/env bash
# Miller: a count of twenty digits is left out of sum and mean.
#
# Expected: an integer that does not fit into 64 bits becomes a floating point number, as a result that overflows does,
# and a sum is large and rounded.
# Seen (28 Nov 2026, mlr 6.6.0 of Debian 12): such a value is a string. `stats1 -a count,sum,mean` counts it and leaves it out of the
# sum: for 20! and 21!, the sum is 20! and the mean is 20! too, though the count is 2. No warning, and the exit code is 0. `max` gives the
# string, and `$x + 1` gives (error).
# Hurt: tables of n! and of large counts: the sum is short of exactly the largest values.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq miller=6.6.0-2+b3 2>apt.log || { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
dpkg-deb -x miller_*.deb .
PATH="$tmp/usr/bin:$PATH"
mlr --version
python3 -c 'from math import factorial as f; print("n,x", f"20,{f(20)}", f"21,{f(21)}", sep="\n")' >t.csv
python3 -c 'from math import factorial as f; print("right: count 2, sum", f(20) + f(21), "mean", (f(20) + f(21)) // 2)'
seen=$(mlr --icsv --ocsv --headerless-csv-output stats1 -a count,sum,mean -f x t.csv)
echo "count,sum,mean: $seen"
types=$(mlr --icsv --onidx put -q 'print typeof($x) . " " . typeof($x + 1)' t.csv | tr '\n' ',')
echo "types of x and x + 1: $types"
[[ $seen == 2,2432902008176640000,2432902008176640000 ]] || { echo "changed: the sum and the mean no longer leave out 21!" >&2; exit 1; }
