/** Where the lines of queens meet a row: the geometry behind the bit strings. */

import type { Square } from "../../board";

/** A row's squares that queens above attack, one word for each direction. Bit n - 1 is column a. */
export interface RowWords {
  /** Along `\` diagonals, which run down to the right. */
  ld: number;
  cols: number;
  /** Along `/` diagonals, which run down to the left. */
  rd: number;
}

/** Which columns of a row lie on a line of a queen in a row above: looked up, not shifted. */
export function wordsOfRow(n: number, queens: readonly Square[], row: number): RowWords {
  const words = { ld: 0, cols: 0, rd: 0 };
  const bit = (column: number) => (column >= 0 && column < n ? 1 << (n - 1 - column) : 0);
  for (const queen of queens) {
    const down = row - queen.row;
    if (down <= 0) continue;
    words.ld |= bit(queen.column + down);
    words.cols |= bit(queen.column);
    words.rd |= bit(queen.column - down);
  }
  return words;
}

/** A word's n digits, column a first. */
export function digits(n: number, word: number): string {
  return n === 0 ? "" : word.toString(2).padStart(n, "0").slice(-n);
}

export interface Ray {
  kind: "ld" | "cols" | "rd";
  from: Square;
  /** The square of the row where the line ends, or the last one before it leaves the board. */
  to: Square;
  /** Whether it reaches the row. */
  arrives: boolean;
}

/** The three lines of each queen above a row, down to it. */
export function raysTo(n: number, queens: readonly Square[], row: number): Ray[] {
  const kinds = [
    ["ld", 1],
    ["cols", 0],
    ["rd", -1],
  ] as const;
  return queens.flatMap((from) => {
    const down = row - from.row;
    if (down <= 0) return [];
    return kinds.map(([kind, step]): Ray => {
      const room = step === 0 ? down : step === 1 ? n - 1 - from.column : from.column;
      const length = Math.min(down, room);
      const to = { row: from.row + length, column: from.column + step * length };
      return { kind, from, to, arrives: length === down };
    });
  });
}
