#!/usr/bin/env bash
# PySDD: one queen in the first row of a 9 x 9 board, and the number of models is 2304.
#
# Expected: global_model_count() counts over all variables of the manager, as its documentation says, and returns a Python integer of any
# size; or else what does not fit into 64 bits is an error, or visibly off.
# Seen (29 Nov 2026, PySDD 1.0.6): 9 * 2^72 comes out as 2304 = 9 * 2^8, and no constraint at all on 8 x 8 squares as 1: the count over
# the variables that occur is shifted by the number of the others, and a 64-bit shift by 64 is one by 0 on this processor. After the second
# row it is 2^63; from the third on all counts are right. wmc(log_mode=False) is a float, and right to 15 digits each time.
# Hurt: people who print the count while they add constraints: it seems to grow from 2304. And 64 squares that are
# left out of a formula do not change its count, as if they were not free.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check PySDD==1.0.6
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
import math, sys
from pysdd.sdd import SddManager


def one_queen(manager, squares):
    one, none = manager.false(), manager.true()
    for x in squares:
        one, none = (one & ~x) | (none & x), none & ~x
    return one


print("PySDD", version("PySDD"))
empty = SddManager(var_count=64).true().global_model_count()
print(f"8 x 8 squares, no constraint: right: {2**64}, printed: {empty}")
n = 9
manager = SddManager(var_count=n * n)
board, seen = manager.true(), []
for row in range(n):
    board = board & one_queen(manager, [manager.literal(row * n + c + 1) for c in range(n)])
    right = n ** (row + 1) * 2 ** (n * n - n * (row + 1)) # the other squares are free
    seen.append(board.global_model_count())
    approximate = board.wmc(log_mode=False).propagate()
    print(f"9 x 9 squares, one queen in each of {row + 1} rows: right: {right}, printed: {seen[-1]}, wmc: {approximate}")
    if not math.isclose(approximate, right, rel_tol=1e-14) or (row >= 2 and seen[-1] != right):
        sys.exit("changed: wmc, or the counts from the third row on")
if empty != 1 or seen[:2] != [2304, 2**63]:
    sys.exit("changed: the counts are no longer 1, 2304 and 2^63")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
