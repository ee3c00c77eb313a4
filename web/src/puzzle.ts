// A region puzzle as the page holds it: regions, a player's marks, and what the rules say of them. Squares
// are numbers, row by row from 0.

import type { PuzzleStep, PuzzleView } from "./engine";
import { nameOf, squareOf } from "./board";
import { SPREAD, colorsFor } from "./palette";

export interface Puzzle {
  readonly n: number;
  /** The number of each square's region. */
  readonly of: readonly number[];
  /** The letter of each region. */
  readonly letters: readonly string[];
  /** The regions on one line, as the address has them. */
  readonly compact: string;
  /** The address of the puzzle on puzz.link, if every region is in one piece. */
  readonly puzzlink?: string | null | undefined;
}

export interface Marks {
  readonly queens: ReadonlySet<number>;
  readonly crosses: ReadonlySet<number>;
  /** Those of both that are only a trial. */
  readonly trial: ReadonlySet<number>;
  /** Squares that the player colored, and how: to follow a thought, without a meaning of their own. */
  readonly tints: ReadonlyMap<number, Tint>;
}

export type Tint = "light" | "dark";

export const NO_MARKS: Marks = {
  queens: new Set(),
  crosses: new Set(),
  trial: new Set(),
  tints: new Map(),
};

export function puzzleOf({
  n,
  regions,
  compact,
  puzzlink,
}: Pick<PuzzleView, "n" | "regions" | "compact"> & Partial<Pick<PuzzleView, "puzzlink">>): Puzzle {
  const squares = [...regions.join("")];
  const letters = [...new Set(squares)].sort();
  return { n, letters, compact, puzzlink, of: squares.map((letter) => letters.indexOf(letter)) };
}

export const squaresOf = (names: readonly string[], n: number): number[] =>
  names.flatMap((name) => squareOf(name, n) ?? []);

export const namesOf = (squares: Iterable<number>, n: number): string[] =>
  [...squares].sort((a, b) => a - b).map((square) => nameOf(square, n));

export const marksOf = (view: Pick<PuzzleView, "n" | "queens" | "crosses">): Marks => ({
  ...NO_MARKS,
  queens: new Set(squaresOf(view.queens, view.n)),
  crosses: new Set(squaresOf(view.crosses, view.n)),
});

/** The letters of stored marks: nothing, cross, queen, and both on trial; without a color, and in each. */
const LETTERS = { none: ".xQtT", light: "abcde", dark: "ABCDE" };

/** Marks as they are stored: a letter for each square, row by row. */
export function lettersOf({ queens, crosses, trial, tints }: Marks, squares: number): string {
  const letter = (square: number) => {
    const mark = queens.has(square) ? 2 : crosses.has(square) ? 1 : 0;
    const row = LETTERS[tints.get(square) ?? "none"];
    return row.charAt(mark + (trial.has(square) ? 2 : 0));
  };
  return Array.from({ length: squares }, (_, square) => letter(square)).join("");
}

export function marksIn(letters: string): Marks {
  const { none, light, dark } = LETTERS;
  const of = (...places: number[]) => {
    const wanted = places
      .map((at) => none.charAt(at) + light.charAt(at) + dark.charAt(at))
      .join("");
    return new Set(
      [...letters].flatMap((letter, square) => (wanted.includes(letter) ? [square] : [])),
    );
  };
  const tints = [...letters].flatMap((letter, square): [number, Tint][] =>
    light.includes(letter) ? [[square, "light"]] : dark.includes(letter) ? [[square, "dark"]] : [],
  );
  return { queens: of(2, 4), crosses: of(1, 3), trial: of(3, 4), tints: new Map(tints) };
}

/** A text for each row, a letter for each square. */
export function rowsOf({ n, of, letters }: Pick<Puzzle, "n" | "of" | "letters">): string[] {
  const all = of.map((region) => letters[region]).join("");
  return Array.from({ length: n }, (_, row) => all.slice(row * n, (row + 1) * n));
}

/** The puzzle with marks, in a form that the engine reads. */
export function textOf(
  { n, of, letters }: Puzzle,
  { queens, crosses }: Pick<Marks, "queens" | "crosses">,
): string {
  return JSON.stringify({
    schema: "queens.problem/1",
    n,
    regions: rowsOf({ n, of, letters }),
    queens: namesOf(queens, n),
    blocked: namesOf(crosses, n),
  });
}

/** What two queens must not share. */
export type Rule = "row" | "column" | "region" | "touch";

/** The rules that queens on the two squares break. */
export function brokenRules({ n, of }: Puzzle, a: number, b: number): Rule[] {
  const rows = Math.abs(Math.floor(a / n) - Math.floor(b / n));
  const columns = Math.abs((a % n) - (b % n));
  const broken: Rule[] = [];
  if (rows === 0) broken.push("row");
  if (columns === 0) broken.push("column");
  if (of[a] === of[b]) broken.push("region");
  if (rows === 1 && columns === 1) broken.push("touch");
  return broken;
}

export interface Conflict {
  first: number;
  second: number;
  rules: Rule[];
}

export function conflicts(puzzle: Puzzle, { queens }: Pick<Marks, "queens">): Conflict[] {
  const squares = [...queens].sort((a, b) => a - b);
  return squares.flatMap((first, i) =>
    squares.slice(i + 1).flatMap((second) => {
      const rules = brokenRules(puzzle, first, second);
      return rules.length > 0 ? [{ first, second, rules }] : [];
    }),
  );
}

export function conflictInWords({ first, second, rules }: Conflict, { n }: Puzzle): string {
  const shared = rules.filter((rule) => rule !== "touch").map((rule) => `the same ${rule}`);
  const parts = shared.length > 0 ? [`are in ${shared.join(" and ")}`] : [];
  if (rules.includes("touch")) parts.push("touch");
  return `The queens on ${nameOf(first, n)} and ${nameOf(second, n)} ${parts.join(" and ")}.`;
}

/** Pairs that are named, besides the first, before the rest are only counted. */
const NAMED = 5;

/** All conflicts, in a few lines however many there are. */
export function conflictsInWords(clashes: readonly Conflict[], puzzle: Puzzle): string {
  const [first, ...rest] = clashes;
  if (!first) return "";
  const begin = conflictInWords(first, puzzle);
  if (rest.length === 0) return begin;
  const pair = ({ first, second }: Conflict) =>
    `${nameOf(first, puzzle.n)} and ${nameOf(second, puzzle.n)}`;
  const named = rest.slice(0, NAMED).map(pair).join(", ");
  const more = rest.length > NAMED ? ` and ${rest.length - NAMED} more` : "";
  return `${begin} ${clashes.length} pairs in all: also ${named}${more}.`;
}

/** The rules leave no other position: n queens, no two of which share anything. */
export function isSolved(puzzle: Puzzle, marks: Marks): boolean {
  return marks.queens.size === puzzle.n && conflicts(puzzle, marks).length === 0;
}

/** The squares that a queen closes: they get crosses by themselves. */
export function closedBy(puzzle: Puzzle, queens: ReadonlySet<number>): Set<number> {
  const closed = new Set<number>();
  for (let square = 0; square < puzzle.of.length; square += 1) {
    const closes = (queen: number) => brokenRules(puzzle, queen, square).length > 0;
    if (!queens.has(square) && [...queens].some(closes)) closed.add(square);
  }
  return closed;
}

export type Mark = "empty" | "cross" | "queen";

export function markAt({ queens, crosses }: Marks, square: number): Mark {
  if (queens.has(square)) return "queen";
  return crosses.has(square) ? "cross" : "empty";
}

export function withMark(marks: Marks, square: number, mark: Mark, trial = false): Marks {
  const queens = new Set(marks.queens);
  const crosses = new Set(marks.crosses);
  const tried = new Set(marks.trial);
  for (const set of [queens, crosses, tried]) set.delete(square);
  if (mark === "queen") queens.add(square);
  if (mark === "cross") crosses.add(square);
  if (trial && mark !== "empty") tried.add(square);
  return { ...marks, queens, crosses, trial: tried };
}

export function withTint(marks: Marks, square: number, tint: Tint | undefined): Marks {
  const tints = new Map(marks.tints);
  if (tint) tints.set(square, tint);
  else tints.delete(square);
  return { ...marks, tints };
}

/** What a click makes of a square: empty, cross, queen, in a circle. `closed` shows a cross by itself. */
export function clicked(marks: Marks, square: number, closed: boolean): Mark {
  const mark = markAt(marks, square);
  if (mark === "queen") return "empty";
  return mark === "cross" || closed ? "queen" : "cross";
}

/** The marks after a step of the engine. */
export function afterStep(marks: Marks, step: PuzzleStep, n: number): Marks {
  let after = marks;
  for (const square of squaresOf(step.crosses, n)) {
    if (markAt(after, square) === "empty") after = withMark(after, square, "cross");
  }
  for (const square of squaresOf(step.queens, n)) after = withMark(after, square, "queen");
  return after;
}

/** The regions that each one touches, at a side or a corner. */
export function neighborsOf({ n, of, letters }: Puzzle): ReadonlySet<number>[] {
  const neighbors = letters.map(() => new Set<number>());
  for (const [square, region] of of.entries()) {
    const right = square % n < n - 1 ? [square + 1, square + n + 1, square - n + 1] : [];
    for (const next of [...right, square + n]) {
      const other = of[next];
      if (other === undefined || other === region) continue;
      neighbors[region]?.add(other);
      neighbors[other]?.add(region);
    }
  }
  return neighbors;
}

/** A color for each region: those that touch differ as much as they can. */
export const colorsOf = (puzzle: Puzzle): number[] => colorsFor(neighborsOf(puzzle));

/** A color for each letter, which stays as regions change: for drawing. */
export const plainColorsOf = ({ letters }: Puzzle): number[] =>
  letters.map((_, region) => SPREAD[region % SPREAD.length] ?? 0);

/** The line around a region, as a path in squares. */
export function outlineOf({ n, of }: Puzzle, region: number): string {
  let path = "";
  for (const [square, one] of of.entries()) {
    if (one !== region) continue;
    const [row, column] = [Math.floor(square / n), square % n];
    if (column === 0 || of[square - 1] !== region) path += `M${column} ${row}v1`;
    if (column === n - 1 || of[square + 1] !== region) path += `M${column + 1} ${row}v1`;
    if (of[square - n] !== region) path += `M${column} ${row}h1`;
    if (of[square + n] !== region) path += `M${column} ${row + 1}h1`;
  }
  return path;
}

/** The squares of a region, as a path to be filled. */
export function areaOf({ n, of }: Puzzle, region: number): string {
  return of
    .flatMap((one, square) =>
      one === region ? [`M${square % n} ${Math.floor(square / n)}h1v1h-1z`] : [],
    )
    .join("");
}

/** The lines between regions, as a path in squares. */
export function bordersOf({ n, of }: Puzzle): string {
  let path = "";
  for (const [square, region] of of.entries()) {
    const [row, column] = [Math.floor(square / n), square % n];
    if (column + 1 < n && of[square + 1] !== region) path += `M${column + 1} ${row}v1`;
    if (row + 1 < n && of[square + n] !== region) path += `M${column} ${row + 1}h1`;
  }
  return path;
}
