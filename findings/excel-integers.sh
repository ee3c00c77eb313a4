#!/usr/bin/env bash
# Excel files: Q(27) comes back as an integer, and as another one.
#
# Expected: Excel keeps 64-bit floating point numbers, and Q(27) = 234907967154122528 is one of them exactly (a multiple of 32 below
# 2^58), so it survives a round trip; or else it comes back as a float, which shows that it is approximate.
# Seen (28 Nov 2026, openpyxl 3.1.5, XlsxWriter 3.3.1, pandas 3.1.1): both writers put 16 significant digits into the file
# (2.349079671541225e+17), fewer than a float needs. pandas reads the column back as int64: 22317699616364040 and
# 234907967154122496, eighteen digits that look exact; right are ...44 and ...528. Up to Q(25), which is below 2^53, all is exact.
# Hurt: anyone who passes tables of counts through spreadsheets. Write counts as text.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -m venv "$tmp/venv"
"$tmp/venv/bin/pip" install --quiet --disable-pip-version-check pandas==3.1.1 numpy==2.4.6 openpyxl==3.1.5 xlsxwriter==3.3.1
cat >"$tmp/run.py" <<'EOF_PY'
import os, sys
import openpyxl, pandas, xlsxwriter

os.chdir(sys.argv[1])
print("pandas", pandas.__version__, "openpyxl", openpyxl.__version__, "xlsxwriter", xlsxwriter.__version__)
right = [2207893435808352, 22317699616364044, 234907967154122528]  # OEIS A000170, n = 25 to 27
assert int(float(right[2])) == right[2]
book = openpyxl.Workbook()
for x in right:
    book.active.append([x])
book.save("openpyxl.xlsx")
book = xlsxwriter.Workbook("xlsxwriter.xlsx")
book.add_worksheet().write_column(0, 0, right)
book.close()
print("right:", right)
for name in ("openpyxl", "xlsxwriter"):
    column = pandas.read_excel(name + ".xlsx", header=None, engine="openpyxl")[0]
    print(f"written by {name}, read by pandas: {column.dtype}, {column.tolist()}")
    if str(column.dtype) != "int64" or column.tolist() != [right[0], 22317699616364040, 234907967154122496]:
        sys.exit("changed: the values read back are no longer int64 and ...40 and ...496")
EOF_PY
"$tmp/venv/bin/python" "$tmp/run.py" "$tmp"
