#!/usr/bin/env bash
# lp_solve: `bin` at the end of a model takes the fixed queens off the board.
#
# Expected: `c3 = 1;` among the constraints fixes a queen, wherever the variables are declared, so 6 queens with one at c3 are infeasible.
# Seen (29 Nov 2026, lp_solve 5.5.2.5 of Debian 12): a constraint on one variable is a bound, and a later `bin` sets the bounds to 0 and 1
# again. The answer is a placement without c3; the same with `c3 >= 1;`, `3 c3 >= 3;` and with blocked squares (`b1 <= 0;`). On stderr
# a line says that a bound is redefined; the exit code is 0. With `int` instead of `bin`, or with a name (`fixed: c3 >= 1;`), the answer is
# "infeasible". In CPLEX's LP format, Bounds before Binary are kept by HiGHS 1.16.0, SCIP 6.3.0 (pyscipopt), GLPK 5.0 and CBC 2.10.8.
# Hurt: people who complete boards: an answer that ignores the queens they set, and "solvable" where there is no solution.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq lp-solve=5.5.2.5-2 libcolamd2=1:5.12.0+dfsg-2 libsuitesparseconfig5=1:5.12.0+dfsg-2 2>apt.log ||
  { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" .; done
export LD_LIBRARY_PATH="$tmp/usr/lib/lp_solve:$tmp/usr/lib/x86_64-linux-gnu"
usr/bin/lp_solve -S1 -h | sed -n "s/^Usage of .*lp_solve version \(.*\):/lp_solve \1/p" || true
model() { # the fixed queen, the declaration
  python3 - "$@" <<'EOF_PY'
import sys

n, (fixed, kind) = 6, sys.argv[1:]
name = lambda r, c: "abcdef"[c] + str(r + 1)
squares = [(r, c) for r in range(n) for c in range(n)]
lines = [[x for x in squares if x[k] == i] for k in (0, 1) for i in range(n)]
diagonals = [[x for x in squares if x[0] + s * x[1] == d] for s in (1, -1) for d in range(-n, 2 * n)]
print("min: ;")
for line in lines:
    print(" + ".join(name(*x) for x in line), "= 1;")
for line in diagonals:
    if len(line) > 1:
        print(" + ".join(name(*x) for x in line), "<= 1;")
print(fixed)
print(kind, ", ".join(name(*x) for x in squares), end=";\n")
EOF_PY
}
first="b1 d2 f3 a4 c5 e6"
for case in "|bin|$first" "c3 = 1;|bin|$first" "c3 >= 1;|bin|$first" "3 c3 >= 3;|bin|$first" "b1 <= 0; c1 <= 0; d1 <= 0; e1 <= 0;|bin|$first" \
  "c3 = 1;|int|" "fixed: c3 >= 1;|bin|" "b1 <= 0; c1 <= 0; d1 <= 0; e1 <= 0;|int|"; do
  IFS='|' read -r fixed kind expected <<<"$case"
  model "$fixed" "$kind" >board.lp
  code=0
  answer=$(usr/bin/lp_solve -S3 board.lp 2>said.txt) || code=$?
  queens=$(awk '$2 == 1 && $1 ~ /^[a-f][1-6]$/ { printf "%s%s", separator, $1; separator = " " }' <<<"$answer")
  echo "'$fixed' and $kind: ${queens:-$(grep infeasible <<<"$answer")} (exit code $code; $(wc -l <said.txt) lines on stderr)"
  [[ $queens == "$expected" && $code == "$([[ -n $expected ]] && echo 0 || echo 2)" ]] || { echo "changed: '$fixed' with $kind" >&2; exit 1; }
done
