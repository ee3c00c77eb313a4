#!/usr/bin/env bash
# YALPS: 12 queens are infeasible.
#
# Expected: the status "infeasible" means that there is no solution, as the types document it; there are others for a search that
# gave up: "timedout", and "cycled" once the simplex method has made 8192 pivots.
# Seen (29 Nov 2026, YALPS 0.6.4): 4 to 11 queens are "optimal", with right placements, 13 and 14 "cycled", but 12 queens, which have
# 14200 placements, are "infeasible" (after half a minute). In branch and bound a branch that ends as "cycled" is dropped like one that
# is infeasible, and only time is remembered as a reason to doubt; with `maxPivots: 100000` the answer is "timedout" at `timeout: 60000`.
# Hurt: pages that complete a board: they say that there is no way. (On 2510 random boards of 4 x 4 to 8 x 8 all
# answers were right.)
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund yalps@0.6.4 >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >run.mjs <<'EOF_JS'
import { readFileSync } from "node:fs";
import { solve } from "yalps";
console.log("yalps", JSON.parse(readFileSync("node_modules/yalps/package.json")).version);
const model = (n) => {
  const variables = {}, constraints = {};
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) {
    const lines = [`row${r}`, `column${c}`, `down${r - c + n}`, `up${r + c}`];
    lines.forEach((line, i) => { constraints[line] = i < 2 ? { equal: 1 } : { max: 1 }; });
    variables[`${r} ${c}`] = { nothing: 0, ...Object.fromEntries(lines.map((line) => [line, 1])) };
  }
  return { direction: "maximize", objective: "nothing", constraints, variables, integers: Object.keys(variables) };
};
const placement = (n, pairs) => {
  const queens = pairs.filter(([, x]) => Math.abs(x - 1) < 1e-6).map(([name]) => name.split(" ").map(Number));
  return queens.length === n && queens.every(([r, c], i) => queens.every(([s, d], j) => i === j || r !== s && c !== d && Math.abs(r - s) !== Math.abs(c - d)));
};
const seen = {};
for (const n of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]) {
  const { status, variables } = solve(model(n));
  seen[n] = status === "optimal" && !placement(n, variables) ? "wrong placement" : status;
  console.log(`n = ${n}: ${seen[n]}`);
}
const expected = (n) => n === "3" || n === "12" ? "infeasible" : n < 12 ? "optimal" : "cycled"; // 3 queens: rightly
if (Object.keys(seen).some((n) => seen[n] !== expected(n))) {
  console.error("changed: not infeasible for 12 queens, optimal below and cycled above");
  process.exit(1);
}
EOF_JS
node run.mjs
