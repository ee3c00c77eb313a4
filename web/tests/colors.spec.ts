/** The colors of regions: pleasant to look at, and told apart by all. The claims of theme.css, without a browser. */

import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "@playwright/test";

import { APART, COLORS, SPREAD } from "../src/palette";
import { type Puzzle, colorsOf, neighborsOf } from "../src/puzzle";

const css = readFileSync(path.join(import.meta.dirname, "../src/styles/theme.css"), "utf8");
const [light = "", dark = ""] = css.split(':root[data-theme="dark"]');

type Triple = readonly [number, number, number];

/** The color of a custom property, in linear RGB. */
function linear(sheet: string, name: string): Triple {
  const [, hex = ""] = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(sheet) ?? [];
  expect(hex, name).toHaveLength(6);
  const part = (from: number) => {
    const value = parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(2), part(4)];
}

function times(matrix: readonly number[], [r, g, b]: Triple): Triple {
  const row = (from: number) =>
    (matrix[from] ?? 0) * r + (matrix[from + 1] ?? 0) * g + (matrix[from + 2] ?? 0) * b;
  return [row(0), row(3), row(6)];
}

/** CIE L*a*b* under D65. */
function lab(color: Triple): Triple {
  const clipped = color.map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple;
  const [x, y, z] = times(
    [
      0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192,
      0.9503041,
    ],
    clipped,
  );
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/**
 * How eyes see: by Machado, Oliveira and Fernandes (2009) at full severity; and, as a second model, protanopia and
 * deuteranopia by Viénot, Brettel and Mollon (1999), tritanopia by Brettel, Viénot and Mollon (1997), with the numbers
 * of libDaltonLens.
 */
const EYES: Record<string, (color: Triple) => Triple> = {
  common: (color) => color,
  "protanopia, Machado": (color) =>
    times(
      [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
      color,
    ),
  "deuteranopia, Machado": (color) =>
    times(
      [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
      color,
    ),
  "tritanopia, Machado": (color) =>
    times(
      [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
      color,
    ),
  "protanopia, Viénot": (color) =>
    times([0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1], color),
  "deuteranopia, Viénot": (color) =>
    times([0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1], color),
  "tritanopia, Brettel": (color) => {
    const [r, g, b] = color;
    const side = 0.03901 * r - 0.02788 * g - 0.01113 * b >= 0;
    return times(
      side
        ? [1.01277, 0.13548, -0.14826, -0.01243, 0.86812, 0.14431, 0.07589, 0.805, 0.11911]
        : [0.93678, 0.18979, -0.12657, 0.06154, 0.81526, 0.1232, -0.37562, 1.12767, 0.24796],
      color,
    );
  },
};

/** The difference of each two grounds, to the eyes that see it least. */
function differences(sheet: string, name: string): number[][] {
  const grounds = Array.from({ length: COLORS }, (_, index) => linear(sheet, `${name}-${index}`));
  const seen = Object.values(EYES).map((eyes) => grounds.map((color) => lab(eyes(color))));
  return grounds.map((_, a) =>
    grounds.map((_, b) =>
      Math.min(
        ...seen.map((colors) => {
          const [p, q] = [colors[a] as Triple, colors[b] as Triple];
          return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
        }),
      ),
    ),
  );
}

/** Numbers from 0 up to a limit, the same for the same seed (xorshift). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** A board whose regions grew at random from one square each; a few have a second piece. */
function grown(n: number, below: (limit: number) => number): Puzzle {
  const of = Array<number>(n * n).fill(-1);
  const edge: number[] = [];
  const take = (square: number, region: number) => {
    of[square] = region;
    edge.push(square);
  };
  for (let region = 0; region < n; region += 1) {
    const seeds = below(8) === 0 ? 2 : 1;
    for (let i = 0; i < seeds; i += 1) {
      const square = below(n * n);
      if (of[square] === -1) take(square, region);
      else i -= 1;
    }
  }
  while (edge.length > 0) {
    const [square = 0] = edge.splice(below(edge.length), 1);
    const next = [
      square % n > 0 ? square - 1 : -1,
      square % n < n - 1 ? square + 1 : -1,
      square - n,
      square + n,
    ].filter((one) => of[one] === -1);
    const one = next[below(Math.max(1, next.length))];
    if (one === undefined) continue;
    take(one, of[square] ?? 0);
    edge.push(square);
  }
  const letters = Array.from({ length: n }, (_, region) => String.fromCharCode(65 + region));
  return { n, of, letters, compact: "" };
}

const BOARDS = 1000;
/** The least difference of regions that touch, to the eyes that see it least. */
const LEAST = 9;

test("the differences that the choice goes by are those of the theme", () => {
  const [a, b] = [differences(light, "region"), differences(dark, "region")];
  const both = a.map((row, i) => row.map((one, j) => Math.floor(Math.min(one, b[i]?.[j] ?? 0))));
  expect(APART).toEqual(both);
});

test(`regions that touch differ for all eyes, on ${BOARDS} boards`, () => {
  const below = numbers(20261124);
  for (let board = 0; board < BOARDS; board += 1) {
    const puzzle = grown(5 + (board % 16), below);
    const colors = colorsOf(puzzle);
    if (puzzle.n <= COLORS) expect(new Set(colors).size).toBe(puzzle.n);
    const worst = neighborsOf(puzzle).flatMap((others, region) =>
      [...others].map((other) => APART[colors[region] ?? 0]?.[colors[other] ?? 0] ?? 0),
    );
    expect(Math.min(...worst), `${puzzle.n}: ${puzzle.of.join(" ")}`).toBeGreaterThanOrEqual(LEAST);
  }
});

for (const [theme, sheet, from, to] of [
  ["light", light, 72, 86],
  ["dark", dark, 33, 47],
] as const) {
  test(`the colors of regions have one band of lightness and of chroma, ${theme}`, () => {
    const hues: number[] = [];
    for (let index = 0; index < COLORS; index += 1) {
      const [l, a, b] = lab(linear(sheet, `region-${index}`));
      expect(l).toBeGreaterThan(from - 1);
      expect(l).toBeLessThan(to + 1);
      const chroma = Math.hypot(a, b);
      expect(chroma).toBeGreaterThan(22);
      expect(chroma).toBeLessThan(41);
      hues.push((360 + (Math.atan2(b, a) * 180) / Math.PI) % 360);
    }
    // All around: no gap is much wider than the twelfth part.
    hues.sort((a, b) => a - b);
    const gaps = hues.map((hue, i) => (hues[i + 1] ?? (hues[0] ?? 0) + 360) - hue);
    expect(Math.max(...gaps)).toBeLessThan(50);
  });

  test(`the choice for color blindness has no two colors that differ by less than 20, ${theme}`, () => {
    const apart = differences(sheet, "vision").flatMap((row, a) => row.filter((_, b) => b > a));
    expect(apart).toHaveLength(66);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(20);
  });

  test(`letters and marks are readable on every region, ${theme}`, () => {
    const luminance = (name: string) =>
      times([0, 0, 0, 0.2126, 0.7152, 0.0722, 0, 0, 0], linear(sheet, name))[1];
    const ink = luminance("region-ink");
    for (let index = 0; index < 2 * COLORS; index += 1) {
      const name = `${index < COLORS ? "region" : "vision"}-${index % COLORS}`;
      const ground = luminance(name);
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      expect(contrast, name).toBeGreaterThanOrEqual(4.5);
    }
  });
}

test("the letters of a drawing begin with colors that lie far apart", () => {
  expect(new Set(SPREAD).size).toBe(COLORS);
  const first = SPREAD.slice(0, 7);
  for (const [index, a] of first.entries())
    for (const b of first.slice(0, index)) expect(APART[a]?.[b]).toBeGreaterThanOrEqual(12);
});
