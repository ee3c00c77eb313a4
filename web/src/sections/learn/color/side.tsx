/** All placements of one color in its rows and columns. */

import { type Square, squareName } from "../../../board";
import { type Color, type Columns } from "./method";
import { PartBoard } from "./part";

interface SideProps {
  color: Color;
  n: number;
  where: string;
  list: readonly Square[][];
  shown: Columns;
  onChoose: (part: Square[], index: number) => void;
}

export function Side({ color, n, where, list, shown, onChoose }: SideProps) {
  const name = color === "white" ? "White" : "Black";
  return (
    <section class={`side ${color}-side`} aria-label={`${name} placements`}>
      <h3>
        {color === "white" ? "W" : "B"} = {list.length}
        <span class="quiet">
          {" "}
          {name.toLowerCase()} {list.length === 1 ? "placement" : "placements"} in {where}
        </span>
      </h3>
      <ul class="parts">
        {list.map((part, index) => {
          const here = part.every(({ row, column }) => shown[row] === column);
          return (
            <li key={part.map(squareName).join(" ")}>
              <button
                type="button"
                aria-pressed={here}
                aria-label={`${name} placement ${index + 1}: ${part.map(squareName).join(", ") || "no queens"}`}
                onClick={() => onChoose(part, index)}
              >
                <PartBoard n={n} queens={part} color={color} />
              </button>
            </li>
          );
        })}
        {list.length === 0 ? <li class="none quiet">none</li> : null}
      </ul>
    </section>
  );
}
