#!/usr/bin/env bash
# SCIP: it counts right and says "infeasible"; after optimize() it counts 0 and says "optimal".
#
# Expected: Model.count() counts the solutions and leaves a status that says there are some; it also works on a model that has been
# solved before.
# Seen (28 Nov 2026, pyscipopt 6.3.0): the count of a fresh model is right (2 and 4 for n = 4 and 6) but the status is "infeasible" and
# getNSols() is 0, the same as for n = 3, which has no solution: counting excludes each solution that was found. After optimize(), count() does nothing:
# getNCountedSols() is 0 with the status "optimal". freeTransform() in between makes it right again.
# Hurt: scripts that look at the status before the count, or that check that a solution exists first and count second.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check pyscipopt==6.3.0
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
from itertools import product
import sys
from pyscipopt import Model, quicksum


def board(n):
    model = Model()
    model.hideOutput()
    q = {x: model.addVar(vtype="B") for x in product(range(n), repeat=2)}
    for i in range(n):
        model.addCons(quicksum(q[i, c] for c in range(n)) == 1)
        model.addCons(quicksum(q[r, i] for r in range(n)) == 1)
    for d in range(2 * n - 1):
        model.addCons(quicksum(q[x] for x in q if sum(x) == d) <= 1)
        model.addCons(quicksum(q[x] for x in q if x[0] - x[1] + n - 1 == d) <= 1)
    return model


print("pyscipopt", version("pyscipopt"))
for n, right in ((3, 0), (4, 2), (6, 4)):  # OEIS A000170
    model = board(n)
    model.count()
    fresh = (model.getNCountedSols(), model.getStatus(), model.getNSols())
    model = board(n)
    model.optimize()
    model.count()
    solved = (model.getNCountedSols(), model.getStatus())
    model.freeTransform()
    model.count()
    again = model.getNCountedSols()
    print(f"n = {n}, right: {right}, count(): {fresh}, optimize() and count(): {solved}, and freeTransform() and count(): {again}")
    if fresh != (right, "infeasible", 0) or solved != (0, "optimal" if right else "infeasible") or again != right:
        sys.exit("changed: the status after counting, or the count after optimize()")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
