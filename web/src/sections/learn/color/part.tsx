/** A placement of one color on a small board. */

import type { Square } from "../../../board";
import type { Color } from "./method";

export interface PartBoardProps {
  n: number;
  queens: readonly Square[];
  color: Color;
}

export function PartBoard({ n, queens, color }: PartBoardProps) {
  let dark = "";
  for (let row = 0; row < n; row += 1) {
    for (let column = (row + 1) % 2; column < n; column += 2) dark += `M${column} ${row}h1v1h-1z`;
  }
  return (
    <svg class="part" viewBox={`-0.05 -0.05 ${n + 0.1} ${n + 0.1}`} aria-hidden="true">
      <rect class="light" width={n} height={n} />
      <path class="dark" d={dark} />
      {queens.map(({ row, column }) => (
        <circle key={row} class={`piece ${color}-piece`} cx={column + 0.5} cy={row + 0.5} r=".34" />
      ))}
      <rect class="edge" width={n} height={n} />
    </svg>
  );
}
