/** A puzzle that has several solutions: two of them side by side, and where they differ. */

import { PuzzleBoard } from "../../components/puzzle";
import { NO_MARKS, type Puzzle } from "../../puzzle";
import { chosen } from "./state";

export interface SeveralProps {
  now: Puzzle;
  /** The column of each row's queen. */
  solutions: readonly (readonly number[])[];
  /** They are of a drawing. */
  drawing?: boolean;
}

export function Several({ now, solutions, drawing = false }: SeveralProps) {
  const { n } = now;
  const [first = [], second = []] = solutions;
  const rows = first.flatMap((column, row) => (column === second[row] ? [] : [row + 1]));
  const board = (columns: readonly number[], other: readonly number[]) => (
    <PuzzleBoard
      puzzle={now}
      marks={{
        ...NO_MARKS,
        queens: new Set(columns.map((column, row) => row * n + column)),
      }}
      auto={false}
      letters={false}
      patterns={false}
      vision={chosen.value.vision}
      drawing={drawing}
      framed={columns.flatMap((column, row) => (column === other[row] ? [] : [row * n + column]))}
      coordinates={false}
    />
  );
  return (
    <div class="several" data-testid="several">
      <p class="words">
        The puzzle has several solutions. Here are two; they differ in{" "}
        {rows.length === n ? "every row" : `rows ${rows.join(", ")}`}.
      </p>
      <div class="pair">
        {board(first, second)}
        {board(second, first)}
      </div>
    </div>
  );
}
