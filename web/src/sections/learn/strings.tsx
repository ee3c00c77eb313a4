/**
 * Bit strings under a board, a digit under each column.
 *
 * They lie in the same box as the board: `edge` is the room that the board keeps for its
 * coordinates, in squares, and here holds the names.
 */

import { EDGE_RIGHT } from "../../components/board";

export interface StringRow {
  name: string;
  digits: string;
  /** What to call it, where the name alone is not enough. */
  title?: string;
  /** The column to stand out. */
  column?: number | undefined;
  /** From where the digits came: one column to the left, to the right, or straight down. */
  from?: "left" | "right" | "above" | undefined;
}

export interface BitStringsProps {
  n: number;
  edge: number;
  label: string;
  rows: readonly StringRow[];
  /** Changes when the digits are to move again. */
  beat?: number | undefined;
}

export function BitStrings({ n, edge, label, rows, beat }: BitStringsProps) {
  const size = n + edge + EDGE_RIGHT;
  const percent = (squares: number) => `${(100 * squares) / size}%`;
  return (
    <div class="strings" role="group" aria-label={label}>
      {rows.map(({ name, title, digits, column, from }) => (
        <div key={name} class={`string ${name}`}>
          <span class="name" style={{ width: percent(edge) }}>
            {title ?? name}
          </span>
          <span
            class="digits"
            style={{
              gridTemplateColumns: `repeat(${n}, 1fr)`,
              width: percent(n),
            }}
            role="img"
            aria-label={`${name} ${digits}`}
          >
            {[...digits].map((digit, index) => (
              <span
                key={from ? `${beat}:${index}` : index}
                class={`digit${digit === "1" ? " one" : ""}${column === index ? " here" : ""}${
                  from && digit === "1" ? ` from-${from}` : ""
                }`}
              >
                {digit}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
