/** A board so small that only its pattern matters: for lists of many. */

import "./mini.css";

export interface MiniBoardProps {
  columns: readonly number[];
}

export function MiniBoard({ columns }: MiniBoardProps) {
  const n = columns.length;
  let dark = "";
  for (let row = 0; row < n; row += 1) {
    for (let column = (row + 1) % 2; column < n; column += 2) dark += `M${column} ${row}h1v1h-1z`;
  }
  return (
    <svg class="mini" viewBox={`-0.1 -0.1 ${n + 0.2} ${n + 0.2}`} aria-hidden="true">
      <rect class="a" width={n} height={n} />
      <path class="b" d={dark} />
      {columns.map((column, row) => (
        <circle key={row} cx={column + 0.5} cy={row + 0.5} r=".34" />
      ))}
      <rect class="frame" width={n} height={n} />
    </svg>
  );
}
