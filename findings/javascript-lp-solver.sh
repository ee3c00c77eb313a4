#!/usr/bin/env bash
# javascript-lp-solver: 6 queens with f2 blocked are infeasible, with any other square they are not.
#
# Expected: a solver of integer programs says `feasible: true` if and only if there is a solution, for a model of 0-1 variables with
# coefficients 0 and 1. If rounding gets in the way, turning the board does not help.
# Seen (29 Nov 2026, javascript-lp-solver 1.0.3, YALPS 0.6.4): with f2 blocked the answer is `feasible: false`, at once, though three
# of the four placements of 6 queens leave f2 open. It is right for the 35 other squares, also for the seven images of f2 under the
# symmetries of the board. So are all 697 boards of 4 x 4 and 2626 of 5 x 5 with up to three blocked squares. YALPS, written anew after
# this solver, is right for all 36.
# Hurt: pages that complete a board or check a puzzle with it: "no solution" may mean nothing. Check such an answer with another solver.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund javascript-lp-solver@1.0.3 yalps@0.6.4 >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >run.mjs <<'EOF_JS'
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { solve } from "yalps";
const lp = createRequire(import.meta.url)("javascript-lp-solver");
for (const name of ["javascript-lp-solver", "yalps"]) console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const n = 6, name = (row, column) => "abcdef"[column] + (row + 1);
const squares = [...Array(n * n).keys()].map((x) => [Math.floor(x / n), x % n]);
const placements = (row = 0, queens = []) => row === n ? [queens] : [...Array(n).keys()]
  .filter((c) => queens.every((d, r) => c !== d && Math.abs(c - d) !== row - r)).flatMap((c) => placements(row + 1, [...queens, c]));
const right = (blocked) => placements().some((queens) => queens.every((c, r) => name(r, c) !== blocked));
const model = (blocked) => {
  const variables = {}, constraints = {}, ints = {};
  for (const [r, c] of squares) {
    const lines = [`row${r}`, `column${c}`, `down${r - c + n}`, `up${r + c}`];
    lines.forEach((line, i) => { constraints[line] = i < 2 ? { equal: 1 } : { max: 1 }; });
    if (name(r, c) === blocked) continue;
    variables[name(r, c)] = { nothing: 0, ...Object.fromEntries(lines.map((line) => [line, 1])) };
    ints[name(r, c)] = 1;
  }
  return { optimize: "nothing", opType: "max", constraints, variables, ints };
};
const wrong = { "javascript-lp-solver": [], yalps: [] };
for (const [r, c] of squares) {
  const blocked = name(r, c), m = model(blocked);
  if (lp.Solve(m).feasible !== right(blocked)) wrong["javascript-lp-solver"].push(blocked);
  const y = solve({ direction: "maximize", objective: "nothing", constraints: m.constraints, variables: m.variables, integers: Object.keys(m.ints) });
  if ((y.status === "optimal") !== right(blocked)) wrong.yalps.push(blocked);
}
const open = placements().filter((queens) => queens[1] !== 5).length;
console.log(`6 queens: ${placements().length} placements, ${open} of them without f2; with f2 blocked: ${JSON.stringify(lp.Solve(model("f2")))}`);
console.log("blocked squares that make the answer wrong:", wrong);
if (open !== 3 || lp.Solve(model("f2")).feasible !== false || wrong["javascript-lp-solver"].join() !== "f2" || wrong.yalps.length) {
  console.error("changed: the answer is no longer wrong for f2 alone");
  process.exit(1);
}
EOF_JS
node run.mjs
