// Runs in an empty project where the package is installed, in Node and in a browser: compares the answers with
// permutations that are filtered by the rules.

import {
  PuzzleError,
  check,
  count,
  explain,
  generate,
  hint,
  rate,
  read,
  recognize,
  solve,
} from "@queens-engine/puzzle";

function assert(truth, what) {
  if (!truth) throw new Error(what);
}
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** All ways to put a queen in every row, column and region with none touching the next. */
function byHand({ n, regions }, columns = []) {
  if (columns.length === n) {
    return new Set(columns.map((column, row) => regions[row][column])).size === n ? [columns] : [];
  }
  const last = columns.at(-1) ?? -2;
  return Array.from({ length: n }, (_, column) => column)
    .filter((column) => !columns.includes(column) && Math.abs(column - last) > 1)
    .flatMap((column) => byHand({ n, regions }, [...columns, column]));
}

const names = (columns) => columns.map((column, row) => `${"abcdefgh"[column]}${row + 1}`);

function refusal(act) {
  try {
    act();
  } catch (error) {
    assert(error instanceof PuzzleError, String(error));
    assert(error.message !== "" && error.advice !== "", "two lines");
    return error.message;
  }
  throw new Error("there is no error");
}

export function use() {
  for (const level of ["easy", "medium", "hard", "expert"]) {
    const puzzle = generate({ n: 7, seed: 20_261_123, level });
    assert(same(puzzle, generate({ n: 7, seed: 20_261_123n, level })), "a seed repeats");
    assert(rate(puzzle).level === level, level);
    const solutions = byHand(puzzle);
    assert(solutions.length === 1 && count(puzzle) === 1n, "one solution");
    assert(same(solve(puzzle), solutions), "the solution");
    const { steps, solutions: proved } = explain(puzzle);
    assert(same(proved, solutions), "the explanation's solution");
    const queens = steps.flatMap((step) => step.queens).sort();
    assert(same(queens, names(solutions[0]).sort()), "the steps lead to the solution");
    assert(same(check(puzzle, queens), { solved: true, conflicts: [] }), "it keeps the rules");
    assert(hint({ ...puzzle, queens }).kind === "solved", "no hint is left");
    const first = hint(puzzle);
    assert(first.kind === "step" && same(first.step, steps[0]), "the first hint is the first step");
    for (const form of [puzzle.compact, puzzle.sbn, puzzle.regions.join("\n"), puzzle.regions]) {
      assert(same(solve(form), solutions), `the form ${form}`);
    }
    assert(same(read(puzzle.sbn), [puzzle]), "reading undoes writing");
  }
  const symmetric = generate({ n: 6, seed: 2, symmetric: true });
  const turned = [...symmetric.regions.join("")].reverse().join("");
  const renamed = new Map([...turned].map((letter, i) => [letter, symmetric.regions.join("")[i]]));
  const again = [...turned].map((letter) => renamed.get(letter)).join("");
  assert(again === symmetric.regions.join(""), "a half turn maps it to itself");

  const several = ["AABB", "AABB", "CCDD", "CCDD"];
  assert(count(several) === 2n && solve(several).length === 2, "two solutions");
  assert(byHand({ n: 4, regions: several }).length === 2, "two by hand");
  assert(hint(several).kind === "several", "no hint");
  assert(/several/.test(refusal(() => rate(several))), "no rating");
  refusal(() => solve("nonsense"));
  refusal(() => generate({ n: 3 }));
  refusal(() => generate({ n: 8, level: "brutal" }));
  const circle = {};
  circle.regions = [circle];
  const values = [0, 7n, true, null, undefined, {}, [], [[]], ["AABB"], Symbol("a"), () => 1, circle, { regions: 4 }, new Date(), NaN];
  for (const value of values) {
    for (const call of [read, solve, count, explain, hint, rate, generate, recognize]) {
      refusal(() => call(value));
    }
    if (value?.length !== 0) refusal(() => check(["AABB", "CCBB", "CCDD", "CCDD"], value));
    refusal(() => generate({ n: value }));
    refusal(() => recognize({ width: value, height: 4, data: value }));
  }
  for (const value of [null, {}, "x", 1.5]) refusal(() => generate({ n: 6, seed: value }));
  const numbers = { regions: [[0, 0, 1, 1], [2, 2, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]] };
  assert(same(solve(numbers), solve(["AABB", "CCBB", "CCDD", "CCDD"])), "rows of numbers");
  assert(hint({ ...numbers, queens: ["a1"] }).kind === "wrong", "and a queen");

  const regions = ["AABB", "CCBB", "CCDD", "CCDD"];
  for (const [queens, first, second, rule] of [
    [["d1", "a1"], "a1", "d1", "row"],
    [["a1", "a4"], "a1", "a4", "column"],
    [["a1", "b1", "b1"], "a1", "b1", "row"],
    [["d2", "c1"], "c1", "d2", "region"],
    [["a2", "b1"], "b1", "a2", "touch"],
  ]) {
    const expected = { solved: false, conflicts: [{ first, second, rule }] };
    assert(same(check(regions, queens), expected), `${first} and ${second}`);
  }
  const unfinished = check(regions, ["b1", "d2", "a3"]);
  assert(same(unfinished, { solved: false, conflicts: [] }), "a queen is missing");
  assert(/e1/.test(refusal(() => check(regions, ["e1"]))), "off the board");
  const wrong = hint({ regions, queens: ["a1"], crosses: ["d2"] });
  assert(same(wrong, { kind: "wrong", squares: ["a1", "d2"] }), "wrong marks");
  const attacking = hint({ regions, queens: ["a1", "b1"] });
  assert(same(attacking, { kind: "wrong", squares: ["a1"] }), "queens that attack each other");
  return "used";
}
