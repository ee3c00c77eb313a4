// A region puzzle as the page holds it: regions, a player's marks, and what the rules say of them. Squares
// are numbers, row by row from 0.

import type { PuzzleStep, PuzzleView } from "../../engine";
import { nameOf, squareOf } from "../solve/position";

export interface Puzzle {
  readonly n: number;
  /** The number of each square's region. */
  readonly of: readonly number[];
  /** The letter of each region. */
  readonly letters: readonly string[];
  /** The regions on one line, as the address has them. */
  readonly compact: string;
}

export interface Marks {
  readonly queens: ReadonlySet<number>;
  readonly crosses: ReadonlySet<number>;
  /** Those of both that are only a trial. */
  readonly trial: ReadonlySet<number>;
}

export const NO_MARKS: Marks = { queens: new Set(), crosses: new Set(), trial: new Set() };

export function puzzleOf({
  n,
  regions,
  compact,
}: Pick<PuzzleView, "n" | "regions" | "compact">): Puzzle {
  const squares = [...regions.join("")];
  const letters = [...new Set(squares)].sort();
  return { n, letters, compact, of: squares.map((letter) => letters.indexOf(letter)) };
}

export const squaresOf = (names: readonly string[], n: number): number[] =>
  names.flatMap((name) => squareOf(name, n) ?? []);

export const namesOf = (squares: Iterable<number>, n: number): string[] =>
  [...squares].sort((a, b) => a - b).map((square) => nameOf(square, n));

export const marksOf = (view: Pick<PuzzleView, "n" | "queens" | "crosses">): Marks => ({
  queens: new Set(squaresOf(view.queens, view.n)),
  crosses: new Set(squaresOf(view.crosses, view.n)),
  trial: new Set(),
});

/** Marks as they are stored: a letter for each square, row by row, upper case for queens. */
export function lettersOf({ queens, crosses, trial }: Marks, squares: number): string {
  const letter = (square: number) => {
    if (queens.has(square)) return trial.has(square) ? "T" : "Q";
    if (crosses.has(square)) return trial.has(square) ? "t" : "x";
    return ".";
  };
  return Array.from({ length: squares }, (_, square) => letter(square)).join("");
}

export function marksIn(letters: string): Marks {
  const of = (wanted: string) =>
    new Set([...letters].flatMap((letter, square) => (wanted.includes(letter) ? [square] : [])));
  return { queens: of("QT"), crosses: of("xt"), trial: of("Tt") };
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

/** The rule that queens on the two squares break. */
export function brokenRule(puzzle: Puzzle, a: number, b: number): Rule | undefined {
  const { n, of } = puzzle;
  const rows = Math.abs(Math.floor(a / n) - Math.floor(b / n));
  const columns = Math.abs((a % n) - (b % n));
  if (rows === 0) return "row";
  if (columns === 0) return "column";
  if (of[a] === of[b]) return "region";
  return rows === 1 && columns === 1 ? "touch" : undefined;
}

export interface Conflict {
  first: number;
  second: number;
  rule: Rule;
}

export function conflicts(puzzle: Puzzle, { queens }: Pick<Marks, "queens">): Conflict[] {
  const squares = [...queens].sort((a, b) => a - b);
  return squares.flatMap((first, i) =>
    squares.slice(i + 1).flatMap((second) => {
      const rule = brokenRule(puzzle, first, second);
      return rule ? [{ first, second, rule }] : [];
    }),
  );
}

export function conflictInWords({ first, second, rule }: Conflict, { n }: Puzzle): string {
  const queens = `The queens on ${nameOf(first, n)} and ${nameOf(second, n)}`;
  return rule === "touch" ? `${queens} touch.` : `${queens} are in the same ${rule}.`;
}

/** The rules leave no other position: n queens, no two of which share anything. */
export function isSolved(puzzle: Puzzle, marks: Marks): boolean {
  return marks.queens.size === puzzle.n && conflicts(puzzle, marks).length === 0;
}

/** The squares that a queen closes: they get crosses by themselves. */
export function closedBy(puzzle: Puzzle, queens: ReadonlySet<number>): Set<number> {
  const closed = new Set<number>();
  for (let square = 0; square < puzzle.of.length; square += 1) {
    const closes = (queen: number) => brokenRule(puzzle, queen, square) !== undefined;
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
  return { queens, crosses, trial: tried };
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

/** How many grounds there are for regions, in theme.css: any two of them differ for all eyes. */
export const COLORS = 12;

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

/** A color for each region: its own on boards up to 12 x 12, else one that no neighbor has. */
export function colorsOf(puzzle: Puzzle): number[] {
  const { letters } = puzzle;
  if (letters.length <= COLORS) return letters.map((_, region) => region);
  const neighbors = neighborsOf(puzzle);
  const colors: number[] = [];
  const used = Array<number>(COLORS).fill(0);
  // The regions with the most neighbors first: the others have a choice left.
  const size = (region: number) => neighbors[region]?.size ?? 0;
  for (const region of letters.map((_, index) => index).sort((a, b) => size(b) - size(a))) {
    const taken = new Set([...(neighbors[region] ?? [])].map((other) => colors[other]));
    const cost = (color: number) => (taken.has(color) ? 1000 : 0) + (used[color] ?? 0);
    let best = 0;
    for (let color = 1; color < COLORS; color += 1) if (cost(color) < cost(best)) best = color;
    used[best] = (used[best] ?? 0) + 1;
    colors[region] = best;
  }
  return colors;
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

/** `0:07`, `12:30`, `1:02:03`. */
export function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds) % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
