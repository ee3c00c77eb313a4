/** The pictures of the lesson against what the search itself says, without a browser. */

import { expect, test } from "@playwright/test";

import { attacks, columnName, parseSquare, squareName } from "../src/board";
import { digits, raysTo, wordsOfRow } from "../src/sections/learn/lines";

/** All ways to put a queen, or none, on each of the first rows of a small board. */
function* boards(n: number, rows: number) {
  const count = (n + 1) ** rows;
  for (let code = 0; code < count; code += 1) {
    const queens = [];
    for (let row = 0, rest = code; row < rows; row += 1, rest = Math.floor(rest / (n + 1))) {
      const column = rest % (n + 1);
      if (column < n) queens.push({ row, column });
    }
    yield queens;
  }
}

test("shifting a row's strings makes those of the next row", () => {
  for (const n of [1, 4, 5]) {
    const done = 2 ** n - 1;
    for (const queens of boards(n, Math.min(n, 3))) {
      for (let row = 0; row + 1 < n; row += 1) {
        const { ld, cols, rd } = wordsOfRow(n, queens, row);
        const queen = queens.find((one) => one.row === row);
        const bit = queen ? 1 << (n - 1 - queen.column) : 0;
        expect(wordsOfRow(n, queens, row + 1)).toEqual({
          ld: (ld | bit) >> 1,
          cols: cols | bit,
          rd: ((rd | bit) << 1) & done,
        });
      }
    }
  }
});

test("a 1 stands where a queen above attacks, and where a line arrives", () => {
  const n = 5;
  const ones = (word: number) =>
    [...digits(n, word)].flatMap((digit, index) => (digit === "1" ? index : []));
  for (const queens of boards(n, 3)) {
    for (let row = 0; row < n; row += 1) {
      const words = wordsOfRow(n, queens, row);
      const above = queens.filter((queen) => queen.row < row);
      const columns = Array.from({ length: n }, (_, column) => column);
      const attacked = columns.filter((column) =>
        above.some((queen) => attacks(queen, { row, column })),
      );
      const rays = raysTo(n, queens, row).filter(({ arrives }) => arrives);
      const arriving = (["ld", "cols", "rd"] as const).map((kind) => {
        const to = rays.filter((ray) => ray.kind === kind).map((ray) => ray.to.column);
        return [...new Set(to)].sort((a, b) => a - b);
      });
      // One comparison a row: each takes a millisecond.
      expect([ones(words.ld | words.cols | words.rd), ...arriving]).toEqual([
        attacked,
        ones(words.ld),
        ones(words.cols),
        ones(words.rd),
      ]);
    }
  }
});

test("squares are read as they are written", () => {
  for (let column = 0; column < 60; column += 1) {
    const square = { row: 11, column };
    expect(parseSquare(squareName(square))).toEqual(square);
  }
  expect(columnName(25)).toBe("z");
  expect(columnName(26)).toBe("aa");
  for (const wrong of ["", "a", "1", "a0", "A1", "a1b", "abc1"])
    expect(parseSquare(wrong)).toBe(null);
});
