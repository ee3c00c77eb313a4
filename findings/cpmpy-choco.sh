#!/usr/bin/env bash
# CPMpy with Choco: solve(), then solveAll(), and the solution that was found first is missing.
#
# Expected: solveAll() returns the number of all solutions, whichever solver does the work and whatever was asked before: CPMpy gives its
# solvers one interface. If a solver goes on where it stopped, it does so for all of them, or the status says so.
# Seen (29 Nov 2026, CPMpy 1.1.1 with pychoco 0.4.0, OR-Tools 9.15 and python-sat 1.9.dev24): after solve(), solveAll() of the same solver
# object returns 2, 10 and 4 for 4, 5 and 6 queens with OR-Tools and PySAT, and 1, 9, 3 with Choco, with the status OPTIMAL, which means
# that all were found. 6 queens with one at b1 (one solution): solve() is True, then solveAll() is 0, the status UNSATISFIABLE. pychoco
# itself does the same: find_solution(), then find_all_solutions(). A new solver object is right.
# Hurt: code that looks for one solution and then counts: 4 queens look as if their solution were the only one.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check cpmpy==1.1.1 pychoco==0.4.0 ortools==9.15.6755 python-sat==1.9.dev24
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
import sys, warnings
import cpmpy

warnings.simplefilter("ignore") # that the wrapper of PySAT adds clauses to list solutions
for name in ("cpmpy", "pychoco", "ortools", "python-sat"):
    print(name, version(name), end=" ")
print()


def board(n, queen=None):
    q = cpmpy.boolvar(shape=(n, n))
    model = cpmpy.Model([q[queen]] if queen else [])
    for i in range(n):
        model += cpmpy.sum(q[i, :]) == 1
        model += cpmpy.sum(q[:, i]) == 1
    for d in range(2 * n - 1):
        for diagonal in ([q[r, d - r] for r in range(n) if 0 <= d - r < n], [q[r, r - d + n - 1] for r in range(n) if 0 <= r - d + n - 1 < n]):
            if len(diagonal) > 1:
                model += cpmpy.sum(diagonal) <= 1
    return model


def count(solver, model, first):
    solver = cpmpy.SolverLookup.get(solver, model)
    found = solver.solve() if first else None
    return solver.solveAll(), solver.status().exitstatus.name, found


# OEIS A000170; one of the four solutions of 6 queens has its first queen at b1
for what, model, right in (("4 queens", board(4), 2), ("5 queens", board(5), 10), ("6 queens", board(6), 4), ("6 queens, b1", board(6, (0, 1)), 1)):
    for solver in ("ortools", "pysat", "choco"):
        fresh, after = count(solver, model, False), count(solver, model, True)
        print(f"{what}, right: {right}, {solver}: solveAll() {fresh[:2]}; solve() {after[2]} and solveAll() {after[:2]}")
        less = right - (solver == "choco")
        if fresh[:2] != (right, "OPTIMAL") or after != (less, "OPTIMAL" if less else "UNSATISFIABLE", True):
            sys.exit("changed: not one less with Choco alone, or another status")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
