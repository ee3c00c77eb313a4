#!/usr/bin/env bash
# PySAT: the encoding decides how many "models" a board has.
#
# Expected: Solver.enum_models() of the n-queens formula gives Q(n) models whichever encoding writes "exactly one" and "at most one",
# because every encoding says the same about the squares. If the numbering of the auxiliary variables is wrong, an error.
# Seen (28 Nov 2026, python-sat 1.9.dev17): enum_models() counts assignments of auxiliary variables too, and most encodings do not
# fix them. The default encoding (seqcounter) gives 32, 258 and 1296 models for n = 4, 5 and 6, where 2, 10 and 4 are right. Only
# pairwise and ladder agree with the squares. Without `top_id`, the auxiliary variables take the numbers of later squares: the
# formula has 0 models, for every n, and nothing warns.
# Hurt: people who count placements by enumerating models. Count distinct projections to the squares, or use pairwise.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check python-sat==1.9.dev17
cat >"$tmp/run.py" <<'EOF_PY'
from itertools import permutations
import sys
import pysat
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver


def right(n):  # by definition
    return sum(len({p[i] + i for i in range(n)}) == n == len({p[i] - i for i in range(n)}) for p in permutations(range(n)))


def lines(n):
    square = {(r, c): r * n + c + 1 for r in range(n) for c in range(n)}
    for i in range(n):
        yield True, [square[i, c] for c in range(n)]
        yield True, [square[r, i] for r in range(n)]
    for d in range(2 * n - 1):
        yield False, [square[x] for x in square if x[0] + x[1] == d]
        yield False, [square[x] for x in square if x[0] - x[1] + n - 1 == d]


def models(n, encoding, top_id):
    top, clauses = n * n, []
    for exactly, squares in lines(n):
        write = CardEnc.equals if exactly else CardEnc.atmost
        part = write(lits=squares, bound=1, encoding=encoding, **({"top_id": top} if top_id else {}))
        clauses += part.clauses
        top = max(top, part.nv)
    with Solver(name="g4", bootstrap_with=clauses) as solver:
        found = list(solver.enum_models())
    return len(found), len({tuple(x for x in m[: n * n] if x > 0) for m in found})


print("python-sat", pysat.__version__)
seen = {}
for n in (4, 5, 6):
    for name in ("pairwise", "ladder", "seqcounter", "bitwise", "mtotalizer"):
        seen[n, name] = models(n, getattr(EncType, name), True)
        print(f"n = {n}, right: {right(n)}, {name}: {seen[n, name][0]} models, {seen[n, name][1]} placements")
    seen[n, "no top_id"] = models(n, EncType.seqcounter, False)
    print(f"n = {n}, right: {right(n)}, seqcounter without top_id: {seen[n, 'no top_id'][0]} models")
assert all(seen[n, e] == (right(n), right(n)) for n in (4, 5, 6) for e in ("pairwise", "ladder")), "changed: pairwise or ladder"
if [seen[n, "seqcounter"][0] for n in (4, 5, 6)] != [32, 258, 1296] or any(seen[n, "no top_id"] != (0, 0) for n in (4, 5, 6)):
    sys.exit("changed: the counts of the default encoding are no longer 32, 258, 1296, or a missing top_id no longer gives 0")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
