/** The shape of a solve, for a text that is shared. */

import type { Marks } from "../../puzzle";

const BARS = "▁▂▃▄▅▆▇█";

/** A bar for each queen in the order in which they were placed, as high as her row is far down: no column is told. */
export function shapeOf(n: number, past: readonly Marks[]): string {
  let placed: number[] = [];
  for (const { queens } of past) {
    const kept = placed.filter((queen) => queens.has(queen));
    placed = [...kept, ...[...queens].filter((queen) => !kept.includes(queen))];
  }
  const bar = (square: number) =>
    BARS[Math.floor((Math.floor(square / n) * BARS.length) / n)] ?? "";
  return placed.map(bar).join("");
}
