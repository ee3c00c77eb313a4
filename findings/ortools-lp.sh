#!/usr/bin/env bash
# OR-Tools: 3 queens are infeasible, and optimal after a trip through its own LP format.
#
# Expected: what export_to_lp_string() writes, import_from_lp_string() reads, as with MPS; a text that cannot be read is an exception.
# Seen (29 Nov 2026, OR-Tools 9.15.6755, model_builder, HiGHS 1.16.0): it writes CPLEX's LP format and reads a small language of its
# own (its documentation calls the reader limited, and made for tests). The import returns False, logs the text and leaves an empty
# model, and to solve that gives OPTIMAL, without variables. HiGHS reads the same text: infeasible for 3 queens. MPS survives the trip.
# Hurt: people who pass an LP file on to OR-Tools to ask whether a board has a solution: the answer is yes for every file.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check ortools==9.15.6755 highspy==1.16.0
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
from itertools import product
import os, sys
import highspy
from ortools.linear_solver.python import model_builder

os.chdir(sys.argv[1])
print("ortools", version("ortools"), "highspy", version("highspy"), flush=True)


def board(n):
    model = model_builder.Model()
    q = {x: model.new_bool_var("q_%d_%d" % x) for x in product(range(n), repeat=2)}
    for i in range(n):
        model.add(sum(q[i, c] for c in range(n)) == 1)
        model.add(sum(q[r, i] for r in range(n)) == 1)
    for d in range(2 * n - 1):
        model.add(sum(q[x] for x in q if sum(x) == d) <= 1)
        model.add(sum(q[x] for x in q if x[0] - x[1] + n - 1 == d) <= 1)
    return model


def solve(model):
    return model_builder.Solver("sat").solve(model).name


for n, right in ((3, "INFEASIBLE"), (4, "OPTIMAL")):
    model, by_lp, by_mps = board(n), model_builder.Model(), model_builder.Model()
    text = model.export_to_lp_string()
    read = by_lp.import_from_lp_string(text), by_mps.import_from_mps_string(model.export_to_mps_string())
    seen = solve(model), solve(by_mps), solve(by_lp), by_lp.num_variables
    with open("board.lp", "w") as f:
        f.write(text)
    highs = highspy.Highs()
    highs.silent()
    highs.readModel("board.lp")
    highs.run()
    other = highs.modelStatusToString(highs.getModelStatus()).upper()
    print(f"{n} queens, right: {right}; the model: {seen[0]}; by MPS: {seen[1]}; by LP: {seen[2]} with {seen[3]} variables; HiGHS of the same LP: {other}", flush=True)
    if read != (False, True) or seen != (right, right, "OPTIMAL", 0) or other != right:
        sys.exit("changed: the way through LP is no longer an empty model that is OPTIMAL")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py" "$tmp" 2>"$tmp/log" | grep -E "^(ortools|[34] queens)" || { tail -n 3 "$tmp/log"; exit 1; } # the log has the whole text
