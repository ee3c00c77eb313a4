#!/usr/bin/env bash
# DuckDB and Polars: integers of 128 bits are exact inside, and do not survive Parquet.
#
# Expected: a column of exact integers is written to Parquet exactly, or that is an error; and what one of these tools writes the others
# read, as with all other types.
# Seen (29 Nov 2026, duckdb 2.0.1, polars 2.1.0, pyarrow 26.0.1, pandas 3.1.1): DuckDB's sum of a BIGINT column is a HUGEINT: exact when
# fetched, and a decimal in Arrow. COPY TO Parquet writes DOUBLE, and df() is float64: the sum of Q(26) and the fundamental solutions for
# n = 27 becomes 51681195550679736 (right: ...738), below 2^63 all the same. COPY TO CSV and JSON are exact. Polars writes Int128 into
# Parquet: PyArrow, and so pandas, cannot open that file, not even to read another column, and DuckDB reads the column as a BLOB.
# Hurt: people who total shards with the types that hold the totals, and keep the table. Cast to DECIMAL(38, 0): all four agree on it.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 pandas==3.1.1 numpy==2.4.6
cat >"$tmp/run.py" <<'EOF_PY'
import os, sys
import duckdb, pandas, polars, pyarrow, pyarrow.parquet

os.chdir(sys.argv[1])
print("duckdb", duckdb.__version__, "polars", polars.__version__, "pyarrow", pyarrow.__version__, "pandas", pandas.__version__)
values = [22317699616364044, 29363495934315694]  # OEIS A000170, n = 26; A002562, n = 27
right = sum(values)
query = f"select sum(x) as total from (values ({values[0]}::bigint), ({values[1]}::bigint)) as t(x)"


def written(kind, cast="total"):
    duckdb.execute(f"copy (select {cast} as total from ({query})) to 'duck.{kind}' (format {kind})")
    return duckdb.sql(f"select total::hugeint, typeof(total) from 'duck.{kind}'").fetchall()[0]


frame = duckdb.sql(query).df()["total"]
seen = {
    "fetched": duckdb.sql(query).fetchall()[0][0],
    "Arrow": int(duckdb.sql(query).to_arrow_table()["total"][0].as_py()),
    "df()": (int(frame[0]), str(frame.dtype)),
    "Parquet": written("parquet"),
    "CSV": written("csv"),
    "JSON": written("json"),
    "Parquet, DECIMAL": written("parquet", "total::decimal(38, 0)"),
}
print(f"DuckDB, right: {right}", *[f"{k}: {v}" for k, v in seen.items()], sep="\n  ")
wrong = right - 2
if seen != {"fetched": right, "Arrow": right, "df()": (wrong, "float64"), "Parquet": (wrong, "DOUBLE"), "CSV": (right, "BIGINT"),
            "JSON": (right, "BIGINT"), "Parquet, DECIMAL": (right, "DECIMAL(38,0)")}:
    sys.exit("changed: DuckDB's sum is no longer rounded in Parquet and df() alone")


def tried(read):
    try:
        return read()
    except (pyarrow.ArrowNotImplementedError, pyarrow.ArrowInvalid) as e:
        return type(e).__name__


for kind, name in ((polars.Int128, "int128.parquet"), (polars.Decimal(38, 0), "decimal.parquet")):
    polars.DataFrame({"n": [26, 27], "x": polars.Series(values, dtype=polars.Int128).cast(kind)}).write_parquet(name)
    read = {
        "Polars": polars.read_parquet(name)["x"].to_list(),
        "PyArrow, column n": tried(lambda: pyarrow.parquet.read_table(name, columns=["n"])["n"].to_pylist()),
        "pandas": tried(lambda: pandas.read_parquet(name)["x"].tolist()),
        "DuckDB": duckdb.sql(f"select any_value(typeof(x)) from '{name}'").fetchall()[0][0],
    }
    print(f"Polars, {kind}", *[f"{k}: {v}" for k, v in read.items()], sep="\n  ")
    error = "ArrowNotImplementedError"
    if list(read.values()) != ([values, error, error, "BLOB"] if kind == polars.Int128 else [values, [26, 27], values, "DECIMAL(38,0)"]):
        sys.exit("changed: who can read the file")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py" "$tmp"
