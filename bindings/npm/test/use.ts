// Only compiled: the types of what the package returns and takes.

import {
  type Hint,
  type Level,
  PuzzleError,
  type Puzzle,
  check,
  count,
  explain,
  generate,
  hint,
  rate,
  read,
  solve,
} from "@queens-engine/puzzle";

const puzzle: Puzzle = generate({ n: 8, seed: 1n, level: "hard", symmetric: false });
const total: bigint = count(puzzle.regions);
const level: Level = rate(puzzle.compact).level;
const columns: number[] | undefined = solve([
  [0, 1],
  ["a", "b"],
])[0];
const sentence: string | undefined = explain({ regions: puzzle.regions }).steps[0]?.sentence;
const first: string | undefined = check(puzzle, ["a1"]).conflicts[0]?.first;
const all: Puzzle[] = read("4x1.AABBCCBBCCDDCCDD");
const next: Hint = hint(puzzle);
const squares: string[] = next.kind === "wrong" ? next.squares : [];
const advice: string = new PuzzleError("what", "why").advice;
export const used = [total, level, columns, sentence, first, all, squares, advice];

// @ts-expect-error: there is no such level.
generate({ n: 8, level: "brutal" });
// @ts-expect-error: the size is needed.
generate({});
// @ts-expect-error: a number is no puzzle.
solve(8);
