/** The grid of all products: a row for each set of white rows, a column for each set of white columns. */

import { useMemo, useRef, useState } from "preact/hooks";

import { type Grid, type GridRow, type Method, linesOf } from "./method";
import { linesInWords } from "./words";

export interface ProductsProps {
  method: Method;
  grid: Grid;
  folded: boolean;
  /** The product of the board. */
  current: { rows: number; columns: number };
  onChoose: (rows: number, columns: number) => void;
}

/** Room for a pattern's picture, in cells. */
const STRIP = 2;
const GAP = 0.25;

export function Products({ method, grid, folded, current, onChoose }: ProductsProps) {
  const { n } = method;
  const width = grid.rows[0]?.cells.length ?? 0;
  const [at, setAt] = useState({ row: 0, column: 0 });
  const svg = useRef<SVGSVGElement>(null);
  const latest = useRef(onChoose);
  latest.current = onChoose;

  const cells = useMemo(() => {
    const key = (event: KeyboardEvent, row: number, column: number) => {
      const steps: Record<string, [number, number]> = {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        Home: [0, -width],
        End: [0, width],
      };
      const [down, right] = steps[event.key] ?? [0, 0];
      const cell = grid.rows[row]?.cells[column];
      if (down !== 0 || right !== 0) {
        const next = {
          row: Math.min(grid.rows.length - 1, Math.max(0, row + down)),
          column: Math.min(width - 1, Math.max(0, column + right)),
        };
        setAt(next);
        svg.current?.querySelector<SVGElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
      } else if ((event.key === "Enter" || event.key === " ") && cell) {
        latest.current(grid.rows[row]?.rows ?? 0, cell.columns);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return grid.rows.map((line, row) => (
      <g key={line.rows} role="row">
        {line.cells.map(({ columns, product, weight }, column) => (
          <g
            key={columns}
            role="gridcell"
            tabindex={row === at.row && column === at.column ? 0 : -1}
            class={`cell ${product === 0 ? "zero" : "lit"}${weight === 0 ? " dropped" : ""}`}
            transform={`translate(${column} ${row})`}
            data-cell={`${row} ${column}`}
            aria-label={nameOf(method, line, columns, product, weight)}
            onClick={() => {
              setAt({ row, column });
              latest.current(line.rows, columns);
            }}
            onKeyDown={(event) => key(event, row, column)}
          >
            <rect x=".06" y=".06" width=".88" height=".88" rx=".12" />
            {product > 0 ? (
              <text x=".5" y=".72">
                {product * Math.max(weight, 1)}
              </text>
            ) : null}
          </g>
        ))}
      </g>
    ));
  }, [grid, method, width, at]);

  const here = {
    row: grid.rows.findIndex(({ rows }) => rows === current.rows),
    column: grid.rows[0]?.cells.findIndex(({ columns }) => columns === current.columns) ?? -1,
  };
  const label = folded ? 5.5 * (n > 6 ? 1.7 : 1) : 0.1;
  const box = [
    -STRIP - GAP,
    -STRIP - GAP,
    STRIP + GAP + width + label,
    STRIP + GAP + grid.rows.length + 0.1,
  ];
  const pixels = (box[2] ?? 1) * ({ 8: 17, 7: 26 }[n] ?? 34);
  return (
    <figure style={{ width: `min(100%, ${Math.max(pixels, 112)}px)` }}>
      <figcaption>
        {grid.whites} white {grid.whites === 1 ? "queen" : "queens"}: {grid.sum}
      </figcaption>
      <svg
        ref={svg}
        class={`products size-${n}`}
        viewBox={box.join(" ")}
        role="grid"
        aria-label={`Products with ${grid.whites} white queens: ${grid.rows.length} row patterns, ${width} column patterns`}
      >
        <g class="strips" aria-hidden="true">
          <path class="black" d={strips(n, grid, (set, line) => ((set >> line) & 1) === 0)} />
          <path class="white" d={strips(n, grid, (set, line) => ((set >> line) & 1) === 1)} />
        </g>
        {cells}
        {here.row >= 0 && here.column >= 0 ? (
          <rect class="here" x={here.column} y={here.row} width="1" height="1" rx=".16" />
        ) : null}
        {folded
          ? grid.rows.map(({ rows, orbit, sum }, row) => (
              <text key={rows} class="share" x={width + 0.3} y={row + 0.75} aria-hidden="true">
                {sum === 0 ? `${orbit} × 0` : `${orbit} × ${sum} = ${orbit * sum}`}
              </text>
            ))
          : null}
      </svg>
    </figure>
  );
}

/** Each pattern as a strip of its n lines: beside its row, above its column. */
function strips(n: number, grid: Grid, shown: (set: number, line: number) => boolean): string {
  const step = STRIP / n;
  const size = step * 0.86;
  let path = "";
  for (const [row, { rows }] of grid.rows.entries()) {
    for (let line = 0; line < n; line += 1) {
      if (!shown(rows, line)) continue;
      path += `M${(-STRIP - GAP + line * step).toFixed(3)} ${row + 0.25}h${size}v.5h-${size}z`;
    }
  }
  for (const [column, { columns }] of (grid.rows[0]?.cells ?? []).entries()) {
    for (let line = 0; line < n; line += 1) {
      if (!shown(columns, line)) continue;
      path += `M${column + 0.25} ${(-STRIP - GAP + line * step).toFixed(3)}h.5v${size}h-.5z`;
    }
  }
  return path;
}

function nameOf(
  method: Method,
  { rows }: GridRow,
  columns: number,
  product: number,
  weight: number,
): string {
  const { n } = method;
  const where = `${linesInWords("row", linesOf(n, rows))}, ${linesInWords("column", linesOf(n, columns))}`;
  const [w, b] = [method.white(rows, columns).length, method.black(rows, columns).length];
  const times = weight === 1 ? "" : `, counts ${weight === 0 ? "zero" : weight} times`;
  return `${where}: ${w} times ${b} is ${product}${product === 0 ? "" : times}`;
}
