// Which color each region of a puzzle gets: those that touch are to differ as much as they can, to all eyes.

/** How many grounds there are for regions, in theme.css. */
export const COLORS = 12;

/**
 * How far apart two grounds are: the least difference (CIE76, rounded down) in the light and in the dark, to common
 * vision and to each kind of color blindness. A test derives it from theme.css.
 */
export const APART: readonly (readonly number[])[] = [
  [0, 6, 23, 22, 12, 8, 7, 18, 28, 37, 31, 14],
  [6, 0, 17, 9, 10, 13, 24, 36, 46, 37, 25, 9],
  [23, 17, 0, 12, 12, 27, 34, 43, 35, 30, 11, 13],
  [22, 9, 12, 0, 17, 29, 28, 32, 30, 18, 13, 15],
  [12, 10, 12, 17, 0, 14, 14, 26, 15, 16, 8, 18],
  [8, 13, 27, 29, 14, 0, 14, 3, 13, 10, 23, 9],
  [7, 24, 34, 28, 14, 14, 0, 3, 2, 15, 4, 9],
  [18, 36, 43, 32, 26, 3, 3, 0, 12, 14, 4, 19],
  [28, 46, 35, 30, 15, 13, 2, 12, 0, 7, 3, 15],
  [37, 37, 30, 18, 16, 10, 15, 14, 7, 0, 15, 26],
  [31, 25, 11, 13, 8, 23, 4, 4, 3, 15, 0, 18],
  [14, 9, 13, 15, 18, 9, 9, 19, 15, 26, 18, 0],
];

/** The grounds, each as far from those before it as there is one: for letters, whose neighbors still change. */
export const SPREAD: readonly number[] = [2, 7, 0, 9, 11, 3, 4, 8, 1, 10, 5, 6];

const apart = (a: number, b: number) => APART[a]?.[b] ?? 0;

/** Swaps that are tried at most. */
const TRIES = 100;

/** Two lists in ascending order: whether the first has the larger smallest part. */
function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/**
 * A color for each region, its own as long as there are enough: first those with the most neighbors choose what
 * differs most from what is there; then the worst pair changes colors with others, as long as that helps.
 */
export function colorsFor(neighbors: readonly ReadonlySet<number>[]): number[] {
  const count = neighbors.length;
  const all = Array.from({ length: COLORS }, (_, color) => color);
  const colors = Array<number>(count).fill(-1);
  const pairs = neighbors.flatMap((others, a) =>
    [...others].filter((b) => a < b).map((b): [number, number] => [a, b]),
  );
  const size = (region: number) => neighbors[region]?.size ?? 0;
  const used = (color: number) => colors.filter((one) => one === color).length;
  const order = neighbors.map((_, region) => region).sort((a, b) => size(b) - size(a) || a - b);
  for (const region of order) {
    const least = (color: number) =>
      Math.min(
        ...[...(neighbors[region] ?? [])].map((other) => {
          const there = colors[other] ?? -1;
          return there < 0 ? Infinity : apart(color, there);
        }),
      );
    const fewest = Math.min(...all.map(used));
    // Colors come again only when all are taken, and never beside themselves while there is another.
    const free = all.filter((color) => used(color) === fewest && least(color) > 0);
    const some = free.length > 0 ? free : all;
    colors[region] = some.reduce((best, color) => (least(color) > least(best) ? color : best));
  }
  const difference = ([a, b]: [number, number]) => apart(colors[a] ?? 0, colors[b] ?? 0);
  const value = () => pairs.map(difference).sort((a, b) => a - b);
  const swap = (region: number, color: number, other: number) => {
    if (other >= 0) colors[other] = colors[region] ?? 0;
    colors[region] = color;
  };
  let now = value();
  for (let tries = 0; tries < TRIES && pairs.length > 0; tries += 1) {
    const worst = pairs.reduce((a, b) => (difference(b) < difference(a) ? b : a));
    let best: { region: number; color: number; other: number; value: number[] } | null = null;
    for (const region of worst) {
      for (const color of all) {
        const before = colors[region] ?? 0;
        if (color === before) continue;
        const other = count <= COLORS ? colors.indexOf(color) : -1;
        swap(region, color, other);
        const next = value();
        if (isBetter(next, best?.value ?? now)) best = { region, color, other, value: next };
        if (other >= 0) colors[other] = color;
        colors[region] = before;
      }
    }
    if (!best) break;
    swap(best.region, best.color, best.other);
    now = best.value;
  }
  return colors;
}
