#!/usr/bin/env bash
# CryptoMiniSat and PicoSAT: asked for all models, they end as if there were none.
#
# Expected: exit code 10 and "s SATISFIABLE" mean that there are models, 20 and "s UNSATISFIABLE" that there are none (the rule of
# the SAT competitions), whether one model is asked for or all.
# Seen (28 Nov 2026, CryptoMiniSat 5.11.4, PicoSAT 965 and clasp 3.3.5 of Debian 12): after the last model the blocked formula is
# unsatisfiable, and that is the status. For 4 queens with its two placements, `cryptominisat5 --maxsol 1000` prints two models, then
# "s UNSATISFIABLE", and exits with 20; `picosat --all` prints "s SOLUTIONS 2" and exits with 20; clasp has a code of its own, 30.
# For 3 queens (none) all exit with 20.
# Hurt: scripts that look at the exit code or at the last status line before they count: 92 placements are "no solution".
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq cryptominisat=5.11.4+dfsg1-2+b1 libcryptominisat5-5.11=5.11.4+dfsg1-2+b1 \
  libboost-program-options1.74.0=1.74.0+ds1-21 picosat=965-2 clasp=3.3.5-4.2 2>apt.log ||
  { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" .; done
export PATH="$tmp/usr/bin:$PATH" LD_LIBRARY_PATH="$tmp/usr/lib/$(uname -m)-linux-gnu"
for n in 3 4; do
  python3 - "$n" >"$n.cnf" <<'EOF_PY'
from itertools import combinations, product
import sys
n = int(sys.argv[1])
square = {x: x[0] * n + x[1] + 1 for x in product(range(n), repeat=2)}
attack = [p for p in combinations(square, 2) if p[0][0] == p[1][0] or p[0][1] == p[1][1] or abs(p[0][0] - p[1][0]) == abs(p[0][1] - p[1][1])]
clauses = [[square[r, c] for c in range(n)] for r in range(n)] + [[-square[a], -square[b]] for a, b in attack]
print(f"p cnf {n * n} {len(clauses)}", *[" ".join(map(str, c)) + " 0" for c in clauses], sep="\n")
EOF_PY
done
echo "cryptominisat5 $(cryptominisat5 --version | sed -n 's/^c CryptoMiniSat version //p'), picosat $(picosat --version), $(clasp --version | head -n 1)"
seen=
try() { # name, file, command
  local code=0
  "${@:3}" >out 2>&1 || code=$?
  echo "$1, $2: exit code $code, last status: $(grep '^s ' out | tail -n 1)"
  seen+="$code "
}
for n in 3 4; do
  try "cryptominisat5 --maxsol 1000" "$n queens" cryptominisat5 --verb 0 --maxsol 1000 "$n.cnf"
  models=$(grep -c '^s SATISFIABLE' out || true)
  try "picosat --all" "$n queens" picosat --all -n "$n.cnf"
  seen+="($models $(sed -n 's/^s SOLUTIONS //p' out)) "
  try "clasp --models 0" "$n queens" clasp --models 0 --quiet "$n.cnf"
done
[[ $seen == "20 20 (0 0) 20 20 20 (2 2) 30 " ]] || { echo "changed: codes and numbers of models are $seen" >&2; exit 1; }
