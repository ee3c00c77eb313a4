/** The rules of region puzzles, without a browser. */

import { expect, test } from "@playwright/test";

import {
  NO_MARKS,
  bordersOf,
  brokenRules,
  clicked,
  closedBy,
  colorsOf,
  conflictInWords,
  conflicts,
  conflictsInWords,
  isSolved,
  marksOf,
  namesOf,
  outlineOf,
  puzzleOf,
  squaresOf,
  withMark,
} from "../src/puzzle";
import { clock, timeLeft } from "../src/numbers";
import { shapeOf } from "../src/sections/play/shape";

/** Its only solution is b1, d2, a3, c4. */
const SMALL = "4x1.AABBCCBBCCDDCCDD";
const SOLUTION = ["b1", "d2", "a3", "c4"];

test.describe("the game", () => {
  const view = {
    n: 4,
    regions: ["AABB", "CCBB", "CCDD", "CCDD"],
    queens: [],
    crosses: [],
    compact: SMALL,
    sbn: "",
  };
  const puzzle = puzzleOf(view);
  const at = (name: string) => squaresOf([name], 4)[0] as number;

  test("rules", () => {
    expect(brokenRules(puzzle, at("a1"), at("d1"))).toEqual(["row"]);
    expect(brokenRules(puzzle, at("a1"), at("a4"))).toEqual(["column"]);
    expect(brokenRules(puzzle, at("c1"), at("d2"))).toEqual(["region", "touch"]);
    expect(brokenRules(puzzle, at("b1"), at("a2"))).toEqual(["touch"]);
    expect(brokenRules(puzzle, at("a1"), at("b1"))).toEqual(["row", "region"]);
    expect(brokenRules(puzzle, at("b1"), at("d2"))).toEqual([]);
    const clashes = conflicts(puzzle, marksOf({ ...view, queens: ["c1", "d2", "d4"] }));
    expect(clashes.map((clash) => conflictInWords(clash, puzzle))).toEqual([
      "The queens on c1 and d2 are in the same region and touch.",
      "The queens on d2 and d4 are in the same column.",
    ]);
    // However many there are, they take a few lines.
    const all = conflicts(puzzle, { queens: new Set(Array.from({ length: 16 }, (_, i) => i)) });
    expect(all.length).toBeGreaterThan(60);
    expect(conflictsInWords(all, puzzle).length).toBeLessThan(160);
    const solution = marksOf({ ...view, queens: SOLUTION });
    expect(conflicts(puzzle, solution)).toEqual([]);
    expect(isSolved(puzzle, solution)).toBe(true);
    expect(isSolved(puzzle, withMark(solution, at("b1"), "empty"))).toBe(false);
    expect(isSolved(puzzle, marksOf({ ...view, queens: ["a1", "c2", "a3", "c4"] }))).toBe(false);
    const closed = closedBy(puzzle, new Set([at("d4")]));
    expect(namesOf(closed, 4)).toEqual(["d1", "d2", "c3", "d3", "a4", "b4", "c4"]);
  });

  test("clicks go in a circle", () => {
    expect(clicked(NO_MARKS, 0, false)).toBe("cross");
    expect(clicked(NO_MARKS, 0, true)).toBe("queen");
    expect(clicked(withMark(NO_MARKS, 0, "cross"), 0, false)).toBe("queen");
    expect(clicked(withMark(NO_MARKS, 0, "queen"), 0, true)).toBe("empty");
  });

  test("borders are where regions meet", () => {
    const rows = puzzleOf({ ...view, regions: ["AAAA", "BBBB", "CCCC", "DDDD"] });
    expect(bordersOf(rows).match(/M\d+ \d+h1/g)).toHaveLength(12);
    expect(bordersOf(rows)).not.toContain("v");
    expect(bordersOf(puzzle).match(/M/g)).toHaveLength(8);
  });

  test("regions that meet have different colors", () => {
    const n = 16;
    const letters = "ABCDEFGHIJKLMNOP";
    const board = (letter: (row: number, column: number) => string) =>
      Array.from({ length: n }, (_, row) =>
        Array.from({ length: n }, (_, column) => letter(row, column)).join(""),
      );
    for (const regions of [
      // Steps that meet at sides and corners.
      board((row, column) => letters[Math.floor((row + column) / 2)] ?? ""),
      // Single squares in the last region, which meets them all.
      board((row, column) =>
        row === column && row % 2 === 0
          ? (letters[row / 2] ?? "")
          : row === 15 && column % 2 === 0 && column < 14
            ? (letters[8 + column / 2] ?? "")
            : "P",
      ),
    ]) {
      const large = puzzleOf({ ...view, n, regions });
      expect(large.letters).toHaveLength(16);
      const colors = colorsOf(large);
      for (const [square, region] of large.of.entries()) {
        const right = square % n < n - 1 ? [square + 1, square + n + 1, square - n + 1] : [];
        for (const next of [...right, square + n]) {
          const other = large.of[next];
          if (other === undefined || other === region) continue;
          expect(colors[other]).not.toBe(colors[region]);
        }
      }
    }
    expect(new Set(colorsOf(puzzle)).size).toBe(4);
  });

  test("a region is outlined once", () => {
    // Two by two squares: eight sides.
    expect(outlineOf(puzzleOf({ ...view, regions: ["AABB", "AABB", "CCDD", "CCDD"] }), 0)).toBe(
      "M0 0v1M0 0h1M2 0v1M1 0h1M0 1v1M0 2h1M2 1v1M1 2h1",
    );
  });

  test("the shape of a solve has the rows in the order of the queens", () => {
    const past = [[], ["a3"], ["a3", "d2"], ["d2"], ["d2", "b1"], ["d2", "b1", "a3", "c4"]];
    const marks = past.map((queens) => marksOf({ ...view, queens }));
    expect(shapeOf(4, marks)).toBe("▃▁▅▇");
  });

  test("times", () => {
    expect([0.2, 2.97, 9.89, 61.2].map(timeLeft)).toEqual([
      "less than a second",
      "3\u202fs",
      "10\u202fs",
      "61\u202fs",
    ]);
    expect([0, 67, 3723].map(clock)).toEqual(["0:00", "1:07", "1:02:03"]);
  });
});
