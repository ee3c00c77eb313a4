/**
 * Counting by color, for boards so small that everything can be shown.
 *
 * A diagonal has squares of one color. So Q(n) is the sum, over all sets R of rows and C of columns, of
 * W(R, C), the ways to place white queens in exactly these, times B of the other rows and columns. Sets of
 * lines are bit strings: bit i is row i or column i. docs/color.md has the proofs.
 */

import { type Square, attacks } from "../../../board";

export const SIZES = [5, 6, 7, 8] as const;

export type Color = "white" | "black";

export const colorOf = ({ row, column }: Square): Color =>
  (row + column) % 2 === 0 ? "white" : "black";

const all = (n: number) => (1 << n) - 1;

/** The lines of a set, in order. */
export const linesOf = (n: number, set: number): number[] =>
  Array.from({ length: n }, (_, line) => line).filter((line) => (set >> line) & 1);

const setOf = (lines: readonly number[]): number =>
  lines.reduce((set, line) => set | (1 << line), 0);

export interface Family {
  /** How many white queens. */
  whites: number;
  /** The sets of lines that so many white queens can occupy. */
  patterns: number[];
}

export interface Method {
  n: number;
  families: Family[];
  /** The white placements in exactly these rows and columns. */
  white: (rows: number, columns: number) => readonly Square[][];
  /** The black placements in all other rows and columns. */
  black: (rows: number, columns: number) => readonly Square[][];
  /** W x B. */
  product: (rows: number, columns: number) => number;
}

/** Every way to put queens on one color so that none attacks another, by rows and columns. */
function placementsOf(n: number, color: Color): Map<number, Square[][]> {
  const found = new Map<number, Square[][]>();
  const queens: Square[] = [];
  const place = (row: number) => {
    if (row === n) {
      const key =
        (setOf(queens.map((queen) => queen.row)) << n) | setOf(queens.map((queen) => queen.column));
      const list = found.get(key);
      if (list) list.push([...queens]);
      else found.set(key, [[...queens]]);
      return;
    }
    place(row + 1);
    for (let column = 0; column < n; column += 1) {
      const square = { row, column };
      if (colorOf(square) !== color || queens.some((queen) => attacks(queen, square))) continue;
      queens.push(square);
      place(row + 1);
      queens.pop();
    }
  };
  place(0);
  return found;
}

/** The indices of a set's even lines and of its odd lines, each as a number. */
function halves(n: number, set: number): [even: number, odd: number] {
  const half = (parity: number) =>
    setOf(
      linesOf(n, set)
        .filter((line) => line % 2 === parity)
        .map((line) => line >> 1),
    );
  return [half(0), half(1)];
}

const sizeOf = (set: number) => set.toString(2).replaceAll("0", "").length;

/** The order of patterns: by the even lines, then by the odd ones. */
function compare(n: number, a: number, b: number): number {
  const [[evenA, oddA], [evenB, oddB]] = [halves(n, a), halves(n, b)];
  return evenA - evenB || oddA - oddB;
}

const methods = new Map<number, Method>();

export function methodOf(n: number): Method {
  const there = methods.get(n);
  if (there) return there;
  const [whites, blacks] = [placementsOf(n, "white"), placementsOf(n, "black")];
  const none: Square[][] = [];
  const white = (rows: number, columns: number) => whites.get((rows << n) | columns) ?? none;
  const black = (rows: number, columns: number) =>
    blacks.get(((all(n) & ~rows) << n) | (all(n) & ~columns)) ?? none;
  const families: Family[] = [];
  const [evenLines, oddLines] = [Math.ceil(n / 2), Math.floor(n / 2)];
  for (let even = 0; even <= evenLines; even += 1) {
    // The black queens of the even rows fill the odd columns that are left.
    const odd = even - (evenLines - oddLines);
    if (odd < 0) continue;
    const patterns = Array.from({ length: 1 << n }, (_, set) => set)
      .filter((set) => {
        const [a, b] = halves(n, set);
        return sizeOf(a) === even && sizeOf(b) === odd;
      })
      .sort((a, b) => compare(n, a, b));
    families.push({ whites: even + odd, patterns });
  }
  const method = {
    n,
    families,
    white,
    black,
    product: (rows: number, columns: number) =>
      white(rows, columns).length * black(rows, columns).length,
  };
  methods.set(n, method);
  return method;
}

/** The images of a set of lines under the maps of the board, as its rows have them. */
function images(n: number, set: number): number[] {
  const reverse = setOf(linesOf(n, set).map((line) => n - 1 - line));
  // For even n a mirror exchanges the colors, and white then has the lines of black.
  const other = n % 2 === 0 ? [all(n) & ~set, all(n) & ~reverse] : [];
  return [...new Set([set, reverse, ...other])];
}

const classes = new Map<string, number>();

/** The smallest image. */
export function classOf(n: number, set: number): number {
  const key = `${n} ${set}`;
  const there = classes.get(key);
  if (there !== undefined) return there;
  const least = images(n, set).reduce((a, b) => (compare(n, b, a) < 0 ? b : a));
  classes.set(key, least);
  return least;
}

export const orbitOf = (n: number, set: number): number => images(n, set).length;

/** How often a product counts, beside the orbit of its rows, when rows are folded. */
export function weight(n: number, rows: number, columns: number): number {
  const least = classOf(n, columns);
  const order = compare(n, least, rows);
  const transposed = order > 0 ? 2 : order === 0 ? 1 : 0;
  if (n % 2 === 0) return transposed;
  // For odd n rows and columns are mapped independently: columns are folded as well.
  return least === columns ? transposed * orbitOf(n, columns) : 0;
}

export interface Cell {
  columns: number;
  product: number;
  /** How often it counts: 1 unless folded. */
  weight: number;
}

export interface GridRow {
  rows: number;
  /** How many row patterns it stands for: 1 unless folded. */
  orbit: number;
  cells: Cell[];
  /** Of the products with their weights; times `orbit` it is the row's share. */
  sum: number;
}

export interface Grid {
  whites: number;
  rows: GridRow[];
  sum: number;
}

/** All products, by the number of white queens. */
export function gridsOf(method: Method, folded: boolean): Grid[] {
  const { n } = method;
  return method.families.map(({ whites, patterns }) => {
    const kept = folded ? patterns.filter((rows) => classOf(n, rows) === rows) : patterns;
    const rows = kept.map((set): GridRow => {
      const cells = patterns.map((columns) => ({
        columns,
        product: method.product(set, columns),
        weight: folded ? weight(n, set, columns) : 1,
      }));
      const sum = cells.reduce((all, { product, weight }) => all + product * weight, 0);
      return { rows: set, orbit: folded ? orbitOf(n, set) : 1, cells, sum };
    });
    return { whites, rows, sum: rows.reduce((all, { orbit, sum }) => all + orbit * sum, 0) };
  });
}

/** Every solution, in the order of the products. */
export function solutionsOf(method: Method): number[][] {
  return gridsOf(method, false).flatMap(({ rows }) =>
    rows.flatMap((row) =>
      row.cells.flatMap(({ columns }) =>
        method
          .white(row.rows, columns)
          .flatMap((white) =>
            method
              .black(row.rows, columns)
              .map((black) => placed(placed(Array<number>(method.n).fill(0), white), black)),
          ),
      ),
    ),
  );
}

/** A board with a queen in every row and column, as the column of each row. */
export type Columns = readonly number[];

/** The rows and columns of the white queens. */
export function patternOf(columns: Columns): { rows: number; columns: number } {
  const white = columns.flatMap((column, row) =>
    colorOf({ row, column }) === "white" ? [{ row, column }] : [],
  );
  return {
    rows: setOf(white.map(({ row }) => row)),
    columns: setOf(white.map(({ column }) => column)),
  };
}

/**
 * Moves the queen of a square. Those of the new row and the new column make room, so that each row and
 * each column still has one.
 */
export function moved(columns: Columns, from: Square, to: Square): number[] {
  const next = [...columns];
  const swap = (a: number, b: number) => {
    [next[a], next[b]] = [next[b] as number, next[a] as number];
  };
  swap(from.row, to.row);
  swap(to.row, next.indexOf(to.column));
  return next;
}

/** The board with these queens in the place of those of their color. */
export function placed(columns: Columns, queens: readonly Square[]): number[] {
  const next = [...columns];
  for (const { row, column } of queens) next[row] = column;
  return next;
}

/** Queens on one color in these rows and columns, whether they attack each other or not. */
function anyOf(n: number, rows: number, columns: number, color: Color): Square[] {
  return [0, 1].flatMap((parity) => {
    const of = (set: number, odd: number) => linesOf(n, set).filter((line) => line % 2 === odd);
    const free = of(columns, color === "white" ? parity : 1 - parity);
    return of(rows, parity).map((row, index) => ({ row, column: free[index] as number }));
  });
}

/** A board of a product: its first placements, or queens that attack each other where there is none. */
export function boardOf(method: Method, rows: number, columns: number): number[] {
  const { n } = method;
  const white = method.white(rows, columns)[0] ?? anyOf(n, rows, columns, "white");
  const black =
    method.black(rows, columns)[0] ?? anyOf(n, all(n) & ~rows, all(n) & ~columns, "black");
  return placed(placed(Array<number>(n).fill(0), white), black);
}
