#!/usr/bin/env bash
# Papa Parse and csv-parse: two readings of Q(26) and Q(27) in one column.
#
# Expected: `dynamicTyping: true` (Papa Parse) and `cast: true` (csv-parse) turn a column of whole numbers into numbers.
# Seen (28 Nov 2026, papaparse 5.7.1, csv-parse 7.0.3, node): Papa Parse leaves a value as a string from 2^53 on, so one column holds
# numbers up to n = 25 and strings from n = 26 on; `+` joins them as text and the sum of the column has 51 digits. csv-parse makes
# every value a number; Q(27) prints as 234907967154122530. The sum prints as 259661074378268670 (exact: 259661074378268660).
# Hurt: charts and pages that load a table of Q(n) (OEIS A000170). Read the column as text and convert with BigInt.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund papaparse@5.7.1 csv-parse@7.0.3 >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >run.cjs <<'EOF_JS'
const papa = require("papaparse");
const { parse } = require("csv-parse/sync");
for (const name of ["papaparse", "csv-parse"]) console.log(name, JSON.parse(require("fs").readFileSync(`node_modules/${name}/package.json`)).version);
const csv = "n,count\n24,227514171973736\n25,2207893435808352\n26,22317699616364044\n27,234907967154122528";
const exact = csv.match(/\d{15,}/g).reduce((sum, x) => sum + BigInt(x), 0n);
const sum = (rows) => rows.reduce((total, row) => total + row.count, 0);
const types = (rows) => rows.map((row) => `${row.n}: ${typeof row.count} ${row.count}`).join(", ");
const a = papa.parse(csv, { header: true, dynamicTyping: true }).data;
const b = parse(csv, { columns: true, cast: true });
console.log("exact sum", String(exact));
console.log("papaparse", types(a), "| sum", sum(a));
console.log("csv-parse", types(b), "| sum", sum(b));
if (sum(a) !== "243540760778208822317699616364044234907967154122528" || String(sum(b)) !== "259661074378268670" || exact !== 259661074378268660n) {
  console.error("changed: the two sums are no longer a joined text and a rounded number");
  process.exit(1);
}
EOF_JS
node run.cjs
