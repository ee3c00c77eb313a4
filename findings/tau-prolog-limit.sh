#!/usr/bin/env bash
# Tau Prolog: session.answers() stops at 1000 answers and does not say so.
#
# Expected: answers(callback) calls back once for each answer, and at the end with `false`, as Prolog says "false." when there are
# no more.
# Seen (28 Nov 2026, tau-prolog 0.3.4, node): after 1000 answers no call comes, neither an answer nor `false`. Two queens that do not
# attack each other stand in 1288 ways on the 8 x 8 board (OEIS A036464): the callback counts 1000. `findall` inside Prolog finds
# 1288, and so does answers(callback, 100000), which also ends with `false`. The default limit is the second argument's.
# Hurt: web pages that count or list with Prolog; 10 queens have 724 placements and work, 11 have 2680 and do not.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
npm install --silent --no-audit --no-fund tau-prolog@0.3.4 >npm.log 2>&1 || { cat npm.log; exit 1; }
cat >run.cjs <<'EOF_JS'
const prolog = require("tau-prolog");
require("tau-prolog/modules/lists")(prolog);
console.log("tau-prolog", require("tau-prolog/package.json").version);
const program = `
  :- use_module(library(lists)).
  pair(R, C, S, D) :- between(1, 8, R), between(1, 8, C), between(R, 8, S), S > R, between(1, 8, D), D =\\= C, abs(D - C) =\\= S - R.
`;
const ask = (goal, limit) => new Promise((done, failed) => {
  const error = (e) => failed(new Error(String(e)));
  const session = prolog.create(100_000_000); // inferences for one answer
  session.consult(program, { error, success: () => session.query(goal, { error, success: () => {
    let count = 0, end = "nothing", last;
    const callback = (answer) => {
      if (answer === false) end = "false";
      else if (prolog.type.is_substitution(answer)) { count++; last = answer; }
      else error(answer);
    };
    session.answers(callback, limit, () => done([count, end, last])); // the third argument is called when answers() stops
  } }) });
});
(async () => {
  let right = 0;
  for (let a = 0; a < 64; a++) for (let b = a + 1; b < 64; b++) {
    const rows = (b >> 3) - (a >> 3), columns = Math.abs((b & 7) - (a & 7));
    right += rows !== 0 && columns !== 0 && rows !== columns;
  }
  const [count, end] = await ask("pair(R, C, S, D).");
  const [all, allEnd] = await ask("pair(R, C, S, D).", 100000);
  const inside = (await ask("findall(x, pair(R, C, S, D), L), length(L, N)."))[2].lookup("N").value;
  console.log(`right: ${right}; answers(callback): ${count}, then ${end}; with a limit of 100000: ${all}, then ${allEnd}; findall: ${inside}`);
  if (right !== 1288 || count !== 1000 || end !== "nothing" || all !== 1288 || Number(inside) !== 1288) {
    console.error("changed: answers(callback) no longer ends silently at 1000 of 1288");
    process.exit(1);
  }
})();
EOF_JS
node run.cjs
