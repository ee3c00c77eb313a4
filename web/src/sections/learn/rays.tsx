/** The lines of queens, drawn over a board down to a row. */

import type { Square } from "../../board";
import { raysTo } from "./lines";

export interface RaysProps {
  n: number;
  queens: readonly Square[];
  row: number;
}

export function Rays({ n, queens, row }: RaysProps) {
  return (
    <g class="rays">
      {raysTo(n, queens, row).map(({ kind, from, to, arrives }) => {
        // Short of the middle, where three lines may meet; one that leaves the board, to its edge.
        const beyond = arrives ? -0.16 : 0.5;
        const side = kind === "ld" ? 1 : kind === "rd" ? -1 : 0;
        const [x1, y1] = [from.column + 0.5, from.row + 0.5];
        const [x2, y2] = [to.column + 0.5 + side * beyond, to.row + 0.5 + beyond];
        return (
          <g key={`${kind}${from.row},${from.column}`} class={`ray ${kind}`}>
            <line x1={x1} y1={y1} x2={x2} y2={y2} />
            {arrives ? <Arrival kind={kind} x={x2} y={y2} /> : null}
          </g>
        );
      })}
    </g>
  );
}

/** Where a line meets the row: a mark that shows by its form from where it came. */
function Arrival({ kind, x, y }: { kind: "ld" | "cols" | "rd"; x: number; y: number }) {
  const head = {
    ld: "M-.17 .03 L.03 .03 L.03 -.17",
    cols: "M-.13 -.12 L0 .03 L.13 -.12",
    rd: "M-.03 -.17 L-.03 .03 L.17 .03",
  }[kind];
  return <path class="head" d={head} transform={`translate(${x} ${y})`} />;
}
