/** Squares and lines: the few facts of geometry that drawing needs. */

export interface Square {
  /** From 0, the top row first. */
  row: number;
  /** From 0, the leftmost column first. */
  column: number;
}

/** The letters of a column: a, b, …, z, aa, ab, … */
export function columnName(column: number): string {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** A square's name, the letter of its column and the number of its row: `a1` is top left. */
export function squareName({ row, column }: Square): string {
  return `${columnName(column)}${row + 1}`;
}

/** The square of that name, or null. */
export function parseSquare(name: string): Square | null {
  const match = /^([a-z]{1,2})([1-9]\d*)$/.exec(name);
  if (!match?.[1] || !match[2]) return null;
  let column = 0;
  for (const letter of match[1]) column = 26 * column + letter.charCodeAt(0) - 96;
  return { row: Number(match[2]) - 1, column: column - 1 };
}

export function same(a: Square, b: Square): boolean {
  return a.row === b.row && a.column === b.column;
}

/** Whether a queen on one square attacks the other; a queen does not attack her own square. */
export function attacks(a: Square, b: Square): boolean {
  if (same(a, b)) return false;
  return (
    a.row === b.row ||
    a.column === b.column ||
    a.row - a.column === b.row - b.column ||
    a.row + a.column === b.row + b.column
  );
}

/** The queens of a placement given by the column of each row. */
export function queensOf(columns: readonly number[]): Square[] {
  return columns.map((column, row) => ({ row, column }));
}

/** Squares as numbers, row by row from 0. */
export const toSquare = (square: number, n: number): Square => ({
  row: Math.floor(square / n),
  column: square % n,
});

export const toNumber = ({ row, column }: Square, n: number): number => row * n + column;

export function nameOf(square: number, n: number): string {
  return squareName(toSquare(square, n));
}

/** The square of that name, if it is on the board. */
export function squareOf(name: string, n: number): number | undefined {
  const square = parseSquare(name);
  return square && square.row < n && square.column < n ? toNumber(square, n) : undefined;
}
