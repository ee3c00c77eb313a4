#!/usr/bin/env bash
# Polars, pandas and PyArrow: products and sums of counts turn negative without a word.
#
# Expected: a product or a sum that does not fit into 64 bits is an error or gets a wider type, as Polars' own reader chooses Int128
# for a column with a value above 2^63.
# Seen (28 Nov 2026, polars 2.1.0, pandas 3.1.1, pyarrow 26.0.1, duckdb 2.0.1): cum_prod of 1 to 27, the n! that one divides
# Q(n) by, wraps at 21 in Polars and pandas: 27! comes out negative. The sum of 40 equal shares of size Q(27) is negative in Polars,
# pandas and PyArrow. DuckDB's sum is a HUGEINT and right.
# Hurt: people who total shards or compare Q(n) with n!. Cast to Int128 or Decimal first, or use Python's integers.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1 polars==2.1.0 pandas==3.1.1 numpy==2.4.6
cat >"$tmp/run.py" <<'EOF_PY'
import math, sys
import duckdb, pandas, polars, pyarrow, pyarrow.compute

print("polars", polars.__version__, "pandas", pandas.__version__, "pyarrow", pyarrow.__version__, "duckdb", duckdb.__version__)
q27 = 234907967154122528  # OEIS A000170
product = {"Polars": polars.Series(range(1, 28)).cum_prod()[-1], "pandas": int(pandas.Series(range(1, 28)).cumprod().iloc[-1])}
total = {
    "Polars": polars.Series([q27] * 40).sum(),
    "pandas": int(pandas.Series([q27] * 40).sum()),
    "PyArrow": pyarrow.compute.sum(pyarrow.array([q27] * 40)).as_py(),
    "DuckDB": int(duckdb.sql(f"select sum({q27}) from range(40)").fetchall()[0][0]),
    "Polars, Int128": polars.Series([q27] * 40, dtype=polars.Int128).sum(),
}
print("27!: right:", math.factorial(27), product)
print("sum of 40 values: right:", 40 * q27, total)
wrapped = 40 * q27 - 2**64
if set(product.values()) != {(math.factorial(27) + 2**63) % 2**64 - 2**63} or total != {
    "Polars": wrapped, "pandas": wrapped, "PyArrow": wrapped, "DuckDB": 40 * q27, "Polars, Int128": 40 * q27}:
    sys.exit("changed: Polars, pandas and PyArrow wrapped at 64 bits, DuckDB and Int128 did not")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py"
