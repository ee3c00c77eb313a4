#!/usr/bin/env bash
# mlrose-hiive: eight queens in one row are 7 attacking pairs, on one diagonal 28.
#
# Expected: the fitness `Queens` is "the number of pairs of attacking queens", as its documentation says and as mlrose, from which it
# was forked, computes it.
# Seen (28 Nov 2026, mlrose-hiive 2.2.4 and mlrose 1.3.0): k queens on a diagonal count k(k-1)/2 pairs in both, k queens in one row count
# k-1 in mlrose-hiive. Eight in a row: 7 and 28. The value 0 means a solution in both, and the example in the documentation agrees.
# Hurt: people who compare local searches by this value, or copy it as the number of conflicts: the two packages rank placements differently.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
# --no-deps: the two modules that hold the function need NumPy only, the packages need much more.
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check numpy==2.4.6
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps mlrose-hiive==2.2.4 mlrose==1.3.0
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
import sys, sysconfig
import numpy


def fitness(path):
    spec = spec_from_file_location("fitness", sysconfig.get_path("purelib") + "/" + path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda state: int(module.Queens().evaluate(numpy.array(state)))


hiive, original = fitness("mlrose_hiive/fitness/queens.py"), fitness("mlrose/fitness.py")
print("mlrose-hiive", version("mlrose-hiive"), "mlrose", version("mlrose"))
seen = []
for what, state in (("a solution", [0, 4, 7, 5, 2, 6, 1, 3]), ("the documented example", [1, 4, 1, 3, 5, 5, 2, 7]), ("one diagonal", list(range(8))), ("one row", [0] * 8)):
    pairs = sum(state[i] == state[j] or abs(state[i] - state[j]) == j - i for i, j in combinations(range(8), 2))
    seen.append((pairs, original(state), hiive(state)))
    print(f"{what}: right: {pairs}, mlrose: {seen[-1][1]}, mlrose-hiive: {seen[-1][2]}")
if seen != [(0, 0, 0), (6, 6, 6), (28, 28, 28), (28, 28, 7)]:
    sys.exit("changed: only one row was counted differently, as 7")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
