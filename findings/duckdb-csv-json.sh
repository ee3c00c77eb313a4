#!/usr/bin/env bash
# DuckDB and PyArrow: one value above 2^63 decides the type of a column, and each reader decides otherwise.
#
# Expected: a table with exact integers stays exact, and DuckDB reads the same table alike from CSV and from JSON.
# Seen (28 Nov 2026, duckdb 2.0.1, pyarrow 26.0.1, polars 2.1.0): the table has n, n! and the number of fundamental solutions in one
# column, so one value is above 2^63. DuckDB makes the column HUGEINT from CSV (exact) and DOUBLE from JSON; PyArrow makes it double
# from CSV; Polars makes it Int128 from both. In the two floating point columns 29363495934315694, far below 2^63, is wrong too:
# 29363495934315696.
# Hurt: tables that hold large and small counts in one column ("long" format). Declare the type of the column (HUGEINT).
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1 polars==2.1.0
cat >"$tmp/run.py" <<'EOF_PY'
import json, math, os, sys
import duckdb, polars, pyarrow, pyarrow.csv

os.chdir(sys.argv[1])
print("duckdb", duckdb.__version__, "pyarrow", pyarrow.__version__, "polars", polars.__version__)
right = 29363495934315694  # OEIS A002562, n = 27
rows = [{"n": 21, "x": math.factorial(21)}, {"n": 27, "x": right}]
with open("t.json", "w") as f:
    json.dump(rows, f)
with open("t.csv", "w") as f:
    print("n,x", *[f"{r['n']},{r['x']}" for r in rows], sep="\n", file=f)


def duck(name, how=""):
    return duckdb.sql(f"select typeof(x), x::hugeint from {how or repr(name)} where n = 27").fetchall()[0]


arrow = pyarrow.csv.read_csv("t.csv")["x"]
seen = {
    "DuckDB, CSV": duck("t.csv"),
    "DuckDB, JSON": duck("t.json"),
    "DuckDB, JSON, HUGEINT declared": duck("", "read_json('t.json', columns = {n: 'INTEGER', x: 'HUGEINT'})"),
    "PyArrow, CSV": (str(arrow.type), int(arrow[1].as_py())),
    "Polars, CSV": (str(polars.read_csv("t.csv")["x"].dtype), polars.read_csv("t.csv")["x"][1]),
    "Polars, JSON": (str(polars.read_json("t.json")["x"].dtype), polars.read_json("t.json")["x"][1]),
}
print("right:", right)
for how, (kind, value) in seen.items():
    print(f"{how}: {kind}, {value}")
if {how for how, (kind, value) in seen.items() if value != right} != {"DuckDB, JSON", "PyArrow, CSV"}:
    sys.exit("changed: only DuckDB from JSON and PyArrow from CSV were wrong")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py" "$tmp"
