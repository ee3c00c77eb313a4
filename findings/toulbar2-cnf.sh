#!/usr/bin/env bash
# toulbar2: every assignment is a solution of a DIMACS CNF file.
#
# Expected: a solver that reads DIMACS CNF and is asked for all solutions counts the models: 0 for 3 queens, 2 for 4.
# Seen (28 Nov 2026, pytoulbar2 1.4.0.1; the program of Debian 12, version 1.1.1, does the same with -a): a `p cnf` file is read as
# unweighted Max-SAT. Each clause costs 1 if it is broken, none is hard, so all 2^(n^2) assignments are solutions: 512 and 65536,
# with costs above 0. The same clauses as `p wcnf` with weights equal to the top weight are hard, and the counts are right.
# Hurt: people who give one file to several counters. The program prints "Max-SAT input format" among other lines, the package nothing.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check pytoulbar2==1.4.0.1
cat >"$tmp/run.py" <<'EOF_PY'
from importlib.metadata import version
from itertools import combinations, product
import os, sys
import pytoulbar2

os.chdir(sys.argv[1])
print("pytoulbar2", version("pytoulbar2"))
seen = []
for n, right in ((3, 0), (4, 2)):  # OEIS A000170
    square = {x: x[0] * n + x[1] + 1 for x in product(range(n), repeat=2)}
    attack = [p for p in combinations(square, 2) if p[0][0] == p[1][0] or p[0][1] == p[1][1] or abs(p[0][0] - p[1][0]) == abs(p[0][1] - p[1][1])]
    clauses = [[square[r, c] for c in range(n)] for r in range(n)] + [[-square[a], -square[b]] for a, b in attack]
    for kind, head, weight in (("cnf", f"p cnf {n * n} {len(clauses)}", ""), ("wcnf", f"p wcnf {n * n} {len(clauses)} 2", "2 ")):
        with open("queens." + kind, "w") as f:
            print(head, *[weight + " ".join(map(str, c)) + " 0" for c in clauses], sep="\n", file=f)
        problem = pytoulbar2.CFN()
        problem.Read("queens." + kind)
        found = problem.Solve(allSolutions=100000)
        seen.append(len(problem.GetSolutions()) if found else 0)
        print(f"n = {n}, right: {right}, {kind}: {seen[-1]} solutions", flush=True)
if seen != [512, 0, 65536, 2]:
    sys.exit("changed: the counts are no longer 512, 0, 65536, 2")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py" "$tmp" | grep -E "^(pytoulbar2|n =)" # the solver prints its progress too
