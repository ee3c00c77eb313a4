#!/usr/bin/env bash
# SymPy: a board without a solution has one "model".
#
# Expected: satisfiable(formula, all_models=True) yields one dictionary for each placement, so none for n = 2 and n = 3.
# Seen (28 Nov 2026, SymPy 1.14.0): a formula without a model yields one item, `False`. Counting the items gives
# 1, 1, 1, 2, 10 for n = 1 to 5, where 1, 0, 0, 2, 10 is right. (The documentation says so in one sentence.)
# Hurt: people who check a solver of theirs on unsolvable boards: an unsolvable puzzle looks as if it had exactly one solution,
# which is what a uniqueness test wants to hear.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check sympy==1.14.0
cat >"$tmp/run.py" <<'EOF_PY'
from itertools import combinations, product
import sys
import sympy
from sympy import And, Or, symbols
from sympy.logic.inference import satisfiable

print("sympy", sympy.__version__)
right = [1, 0, 0, 2, 10]  # OEIS A000170, n = 1 to 5
seen = []
for n in range(1, 6):
    q = {x: symbols("q%d_%d" % x) for x in product(range(n), repeat=2)}
    attack = [p for p in combinations(q, 2) if p[0][0] == p[1][0] or p[0][1] == p[1][1] or abs(p[0][0] - p[1][0]) == abs(p[0][1] - p[1][1])]
    models = list(satisfiable(And(*[Or(*[q[r, c] for c in range(n)]) for r in range(n)], *[~q[a] | ~q[b] for a, b in attack]), all_models=True))
    seen.append(len(models))
    print(f"n = {n}, right: {right[n - 1]}, items: {len(models)}", "" if models[0] else f"(the item is {models[0]!r})")
if seen != [1, 1, 1, 2, 10]:
    sys.exit("changed: the numbers of items are no longer 1, 1, 1, 2, 10")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
