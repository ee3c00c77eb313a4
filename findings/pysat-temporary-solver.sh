#!/usr/bin/env bash
# PySAT: models of a solver that no variable holds: none, without an error.
#
# Expected: `list(Solver(...).enum_models())` lists the models, as `next(open(name))` reads a line of a file that no variable holds.
# Seen (28 Nov 2026, python-sat 1.9.dev17): the list is empty. The generator does not keep its solver alive; Python frees the
# solver before the first model is asked for, and the generator of a freed solver ends at once. The same happens in a function
# that returns `solver.enum_models()` from inside `with Solver(...) as solver:`. 92 placements become "no solution".
# Hurt: whoever counts in one line, or wraps the solver in a function that returns an iterator.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check python-sat==1.9.dev17
cat >"$tmp/run.py" <<'EOF_PY'
from itertools import combinations, product
import sys
import pysat
from pysat.solvers import Solver


def formula(n):
    square = {x: x[0] * n + x[1] + 1 for x in product(range(n), repeat=2)}
    attack = [p for p in combinations(square, 2) if p[0][0] == p[1][0] or p[0][1] == p[1][1] or abs(p[0][0] - p[1][0]) == abs(p[0][1] - p[1][1])]
    return [[square[r, c] for c in range(n)] for r in range(n)] + [[-square[a], -square[b]] for a, b in attack]


def listed(n):
    with Solver(name="g4", bootstrap_with=formula(n)) as solver:
        return solver.enum_models()


print("python-sat", pysat.__version__)
right = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # OEIS A000170
for n in right:
    solver = Solver(name="g4", bootstrap_with=formula(n))
    kept = len(list(solver.enum_models()))
    temporary = len(list(Solver(name="g4", bootstrap_with=formula(n)).enum_models()))
    returned = len(list(listed(n)))
    print(f"n = {n}, right: {right[n]}, solver in a variable: {kept}, temporary: {temporary}, iterator out of `with`: {returned}")
    if (kept, temporary, returned) != (right[n], 0, 0):
        sys.exit("changed: a temporary solver no longer lists 0 models")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
