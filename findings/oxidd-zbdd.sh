#!/usr/bin/env bash
# OxiDD: counted over three variables more, a zero-suppressed diagram of 4 queens has 0.0 solutions.
#
# Expected: sat_count_float(vars) of a function counts its solutions over a domain of that many variables, so each one
# more than the function has doubles the count, in every kind of diagram, and sat_count(vars) is the same, exactly.
# Seen (29 Nov 2026, oxidd 0.13.0): for 4 queens over 16 variables, BDD, complement-edge BDD and ZBDD say 2. Over 19, the first two say 16,
# ZBDD 0.0: no solution; sat_count(19) of the ZBDD is an error. A manager that has 19 variables from the start gives 16 with all three.
# Hurt: people who change one class name to try ZBDDs, the usual diagrams for sets of queens: 0.0 says that the board has no solution.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check oxidd==0.13.0
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
from itertools import combinations, product
import sys
from oxidd.bcdd import BCDDManager
from oxidd.bdd import BDDManager
from oxidd.zbdd import ZBDDManager


def board(kind, n, variables):
    manager = kind(1 << 20, 1 << 18, 1)
    manager.add_vars(variables)
    square = {x: manager.var(x[0] * n + x[1]) for x in product(range(n), repeat=2)}
    result = manager.true()
    for r in range(n):
        row = manager.false()
        for c in range(n):
            row = row | square[r, c]
        result = result & row
    for a, b in combinations(square, 2):
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1]):
            result = result & ~(square[a] & square[b])
    return result


print("oxidd", version("oxidd"))
seen = {}
for kind in (BDDManager, BCDDManager, ZBDDManager):
    small, large = board(kind, 4, 16), board(kind, 4, 19)
    try:
        exact = small.sat_count(19)
    except RuntimeError:
        exact = "an error"
    seen[kind.__name__] = small.sat_count(16), small.sat_count_float(16), exact, small.sat_count_float(19), large.sat_count_float(19)
    print("{}: 4 queens, right: 2 and 16; 16 variables: {}, {}; counted over 19: {}, {}; 19 variables: {}".format(kind.__name__, *seen[kind.__name__]))
if seen["BDDManager"] != (2, 2.0, 16, 16.0, 16.0) or seen["BCDDManager"] != seen["BDDManager"] or seen["ZBDDManager"] != (2, 2.0, "an error", 0.0, 16.0):
    sys.exit("changed: ZBDD alone no longer has 0.0")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
