// A partly filled board, as the page holds it: what stands where, what attacks what, and how it is
// written in an address. Squares are numbers, row by row from 0.

import { columnName, nameOf, squareOf } from "../../board";
import type { Problem } from "../../engine";

/** What board it is, and how queens attack on it. */
export interface Rules {
  readonly n: number;
  readonly torus: boolean;
  /** Whether queens also attack as knights. */
  readonly superqueens: boolean;
}

export interface Position extends Rules {
  readonly queens: ReadonlySet<number>;
  readonly blocked: ReadonlySet<number>;
  /** Squares, one on each excluded `\` diagonal, and on each `/` one. */
  readonly diags: ReadonlySet<number>;
  readonly antis: ReadonlySet<number>;
}

/** Where the page's boards end: larger ones have squares too small to point at. */
export const LARGEST = 32;

export function empty(n: number, { torus = false, superqueens = false } = {}): Position {
  const none: ReadonlySet<number> = new Set();
  return { n, torus, superqueens, queens: none, blocked: none, diags: none, antis: none };
}

/** The kinds of line on which two squares can lie, and the leap that may lie between them. */
export type Line = "row" | "column" | "\\ diagonal" | "/ diagonal" | "knight's leap";

/** The line on which queens on the two squares attack each other, if there is one. */
export function attack(a: number, b: number, { n, torus, superqueens }: Rules): Line | undefined {
  const [ra, ca, rb, cb] = [Math.floor(a / n), a % n, Math.floor(b / n), b % n];
  const same = (x: number, y: number) => x === y || (torus && (x - y) % n === 0);
  if (ra === rb) return "row";
  if (ca === cb) return "column";
  if (same(ra - ca, rb - cb)) return "\\ diagonal";
  if (same(ra + ca, rb + cb)) return "/ diagonal";
  const apart = (x: number, y: number, by: number) => same(x, y + by) || same(x, y - by);
  const leaps = (apart(ra, rb, 1) && apart(ca, cb, 2)) || (apart(ra, rb, 2) && apart(ca, cb, 1));
  return superqueens && leaps ? "knight's leap" : undefined;
}

export interface Conflict {
  first: number;
  second: number;
  line: Line;
}

export function conflicts(position: Position): Conflict[] {
  const found: Conflict[] = [];
  const squares = [...position.queens].sort((a, b) => a - b);
  for (const [i, first] of squares.entries()) {
    for (const second of squares.slice(i + 1)) {
      const line = attack(first, second, position);
      if (line) found.push({ first, second, line });
    }
  }
  return found;
}

/** Whether a queen may not stand there, attacks aside. */
export function isClosed(position: Position, square: number): boolean {
  const { n, torus, blocked, diags, antis } = position;
  const on = (lines: ReadonlySet<number>, kind: Line) =>
    [...lines].some((other) => {
      if (other === square) return true;
      const [ra, ca] = [Math.floor(other / n), other % n];
      const [rb, cb] = [Math.floor(square / n), square % n];
      const distance = kind === "\\ diagonal" ? ra - ca - rb + cb : ra + ca - rb - cb;
      return distance === 0 || (torus && distance % n === 0);
    });
  return blocked.has(square) || on(diags, "\\ diagonal") || on(antis, "/ diagonal");
}

/** Squares that are neither closed nor attacked nor taken. */
export function openSquares(position: Position): Set<number> {
  const { n, queens } = position;
  const open = new Set<number>();
  for (let square = 0; square < n * n; square += 1) {
    const attacked = [...queens].some(
      (queen) => queen === square || attack(queen, square, position) !== undefined,
    );
    if (!attacked && !isClosed(position, square)) open.add(square);
  }
  return open;
}

export interface Lines {
  /** A row or column that has no queen and no open square. */
  dead: { kind: "row" | "column"; index: number } | undefined;
  /** One with a single open square. */
  single: { kind: "row" | "column"; index: number; square: number } | undefined;
}

/** What rows and columns tell without any search. */
export function readLines(position: Position): Lines {
  const { n, queens } = position;
  const open = [...openSquares(position)];
  const lines: Lines = { dead: undefined, single: undefined };
  for (const kind of ["row", "column"] as const) {
    const lineOf = (square: number) => (kind === "row" ? Math.floor(square / n) : square % n);
    const taken = new Set([...queens].map(lineOf));
    for (let index = 0; index < n; index += 1) {
      if (taken.has(index)) continue;
      const left = open.filter((square) => lineOf(square) === index);
      if (left.length === 0) lines.dead ??= { kind, index };
      if (left.length === 1) lines.single ??= { kind, index, square: left[0] as number };
    }
  }
  return lines;
}

/** `row 5`, `column e`. */
export function lineName(kind: "row" | "column", index: number): string {
  return kind === "row" ? `row ${index + 1}` : `column ${columnName(index)}`;
}

export type Tool = "queen" | "block" | "diag" | "anti";

function toggled(set: ReadonlySet<number>, square: number): Set<number> {
  const changed = new Set(set);
  if (!changed.delete(square)) changed.add(square);
  return changed;
}

/** Excludes a diagonal, or allows it again, by whichever of its squares it was named. */
function toggledLine(
  lines: ReadonlySet<number>,
  square: number,
  position: Position,
  key: "diags" | "antis",
): Set<number> {
  const bare = empty(position.n, position);
  const same = [...lines].filter((other) => isClosed({ ...bare, [key]: new Set([other]) }, square));
  if (same.length === 0) return new Set(lines).add(square);
  return new Set([...lines].filter((other) => !same.includes(other)));
}

/** What a click does. A queen never stands on a closed square: what came last stays. */
export function applied(position: Position, square: number, tool: Tool): Position {
  const { queens, blocked } = position;
  let next: Position;
  switch (tool) {
    case "queen": {
      if (isClosed(position, square) && !blocked.has(square)) return position;
      const open = new Set(blocked);
      open.delete(square);
      return { ...position, queens: toggled(queens, square), blocked: open };
    }
    case "block":
      next = { ...position, blocked: toggled(blocked, square) };
      break;
    case "diag":
      next = { ...position, diags: toggledLine(position.diags, square, position, "diags") };
      break;
    case "anti":
      next = { ...position, antis: toggledLine(position.antis, square, position, "antis") };
      break;
  }
  const standing = [...queens].filter((queen) => !isClosed(next, queen));
  return { ...next, queens: new Set(standing) };
}

const names = (squares: ReadonlySet<number>, n: number) =>
  [...squares].sort((a, b) => a - b).map((square) => nameOf(square, n));

export function problemOf(position: Position): Problem {
  const { n, torus, superqueens, queens, blocked, diags, antis } = position;
  return {
    schema: "queens.problem/1",
    n,
    topology: torus ? "torus" : "plain",
    pieces: superqueens ? "superqueens" : "queens",
    queens: names(queens, n),
    blocked: names(blocked, n),
    excluded_diags: names(diags, n),
    excluded_antis: names(antis, n),
  };
}

export function positionOf(problem: Problem): Position {
  const { n } = problem;
  const squares = (list: string[] = []) => new Set(list.flatMap((name) => squareOf(name, n) ?? []));
  return {
    n,
    torus: problem.topology === "torus",
    superqueens: problem.pieces === "superqueens",
    queens: squares(problem.queens),
    blocked: squares(problem.blocked),
    diags: squares(problem.excluded_diags),
    antis: squares(problem.excluded_antis),
  };
}

/** The position as the parameters of an address. */
export function addressOf(position: Position): URLSearchParams {
  const { n, torus, superqueens, queens, blocked, diags, antis } = position;
  const parameters = new URLSearchParams({ n: String(n) });
  const sets = { q: queens, x: blocked, d: diags, a: antis };
  for (const [key, set] of Object.entries(sets)) {
    // Dots need no escape in an address.
    if (set.size > 0) parameters.set(key, names(set, n).join("."));
  }
  if (torus) parameters.set("torus", "1");
  if (superqueens) parameters.set("superqueens", "1");
  return parameters;
}

/** The position in an address; what makes no sense in it is left out. */
export function positionIn(parameters: URLSearchParams): Position {
  const n = Number(parameters.get("n") ?? 8);
  const size = Number.isInteger(n) && n >= 1 && n <= LARGEST ? n : 8;
  const squares = (key: string) => {
    const list = (parameters.get(key) ?? "").split(".");
    return new Set(list.flatMap((name) => squareOf(name, size) ?? []));
  };
  const read: Position = {
    n: size,
    torus: parameters.get("torus") === "1",
    superqueens: parameters.get("superqueens") === "1",
    queens: new Set(),
    blocked: squares("x"),
    diags: squares("d"),
    antis: squares("a"),
  };
  const queens = [...squares("q")].filter((queen) => !isClosed(read, queen));
  return { ...read, queens: new Set(queens) };
}
