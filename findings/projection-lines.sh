#!/usr/bin/env bash
# DIMACS: of the two lines that say which variables count, each is passed over without a word by other counters.
#
# Expected: a formula with auxiliary variables may say that only its squares count, by `c p show 1 2 ... 0` (the model counting
# competitions) or `c ind 1 2 ... 0` (ApproxMC and its relatives). What reads either reads both, or warns.
# Seen (29 Nov 2026, d4Solver 1.0.0, tididi-cnf 0.1.2, CryptoMiniSat 5.11.4, PicoSAT 965, clasp 3.3.5): 4 and 5 queens by a sequential
# counter whose auxiliary variables are implied in one direction. `c p show`: d4 and tididi say 2 and 10; CryptoMiniSat, PicoSAT and clasp
# 32 and 930, all assignments of the auxiliary variables. `c ind`: CryptoMiniSat says 2 and 10, tididi, PicoSAT and clasp 32 and 930, and
# d4 ends with an error that speaks of a quantification block. With both lines CryptoMiniSat and tididi are right, and d4 ends with the
# same error.
# Hurt: people who check one counter by another with one file. A formula without auxiliary variables needs neither line.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
apt-get download -qq cryptominisat=5.11.4+dfsg1-2+b1 libcryptominisat5-5.11=5.11.4+dfsg1-2+b1 \
  libboost-program-options1.74.0=1.74.0+ds1-21 picosat=965-2 clasp=3.3.5-4.2 2>apt.log ||
  { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" .; done
export PATH="$tmp/usr/bin:$PATH" LD_LIBRARY_PATH="$tmp/usr/lib/$(uname -m)-linux-gnu"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: d4solver==1.0.0 tididi-cnf==0.1.2
for n in 4 5; do
  python3 - "$n" <<'EOF_PY'
import sys

n = int(sys.argv[1])
squares = [(r, c) for r in range(n) for c in range(n)]
number = {x: i + 1 for i, x in enumerate(squares)}
rows = [[number[x] for x in squares if x[k] == i] for k in (0, 1) for i in range(n)]
diagonals = [[number[x] for x in squares if x[0] + s * x[1] == d] for s in (1, -1) for d in range(-n, 2 * n)]
clauses, variables = rows[:], n * n
for line in rows + diagonals:
    helpers = range(variables + 1, variables + len(line))  # helper i: a queen stands on one of the squares up to the i-th
    variables += len(helpers)
    for i, square in enumerate(line):
        if i < len(helpers):
            clauses.append([-square, helpers[i]])
        if 0 < i < len(helpers):
            clauses.append([-helpers[i - 1], helpers[i]])
        if i > 0:
            clauses.append([-helpers[i - 1], -square])
of_squares = " ".join(map(str, range(1, n * n + 1)))
for name, kinds in (("none", []), ("show", ["p show"]), ("ind", ["ind"]), ("both", ["p show", "ind"])):
    with open(f"{name}{n}.cnf", "w") as f:
        print(f"p cnf {variables} {len(clauses)}", *[f"c {kind} {of_squares} 0" for kind in kinds], *[" ".join(map(str, c)) + " 0" for c in clauses], sep="\n", file=f)
EOF_PY
done
d4() { venv/bin/python -c 'import py_d4, sys; print("count", py_d4.Solver(sys.argv[1]).count().getResult())' "$1" 2>&1 | sed -n 's/^count //p; s/^RuntimeError.*/error/p'; }
tididi() { venv/bin/python -c 'import sys, tididi_cnf; print(tididi_cnf.count_file(sys.argv[1]).count)' "$1" 2>log; }
cms() { cryptominisat5 --verb 0 --maxsol 1000 "$1" | grep -c '^s SATISFIABLE'; }
picosat_all() { picosat --all -n "$1" | sed -n 's/^s SOLUTIONS //p'; }
clasp_all() { clasp --models 0 --quiet "$1" | sed -n 's/^c Models *: //p'; }
venv/bin/pip list --disable-pip-version-check 2>log | grep -iE "^(d4solver|tididi)"
echo "CryptoMiniSat $(cryptominisat5 --version | sed -n 's/^c CryptoMiniSat version //p'), PicoSAT $(picosat --version), $(clasp --version | head -n 1); right: 2 10"
seen=
for kind in none show ind both; do
  for counter in d4 tididi cms picosat_all clasp_all; do
    counts=$(for n in 4 5; do { $counter "$kind$n.cnf" || true; } | tr '\n' ' '; done)
    echo "$kind, $counter: $counts"
    case $counts in
      "2 10 ") seen+=R ;;
      "error error ") seen+=E ;;
      *) [[ $counts == "$(for n in 4 5; do picosat_all "none$n.cnf" | tr '\n' ' '; done)" ]] && seen+=. || seen+=? ;;
    esac
  done
  seen+=" "
done
[[ $seen == "..... RR... E.R.. ERR.. " ]] || { echo "changed: R right, . all assignments, E error: $seen" >&2; exit 1; }
