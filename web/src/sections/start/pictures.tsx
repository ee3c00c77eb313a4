/** The pictures on the cards: small, still, and drawn like what they lead to. */

import { type Square, attacks, same } from "../../board";
import { Board, type Mark } from "../../components/board";
import { PuzzleBoard } from "../../components/puzzle";
import { NO_MARKS, puzzleOf } from "../../puzzle";

const REGIONS = ["AABBBB", "ACCCBD", "ACEEDD", "ACEDDD", "FFEEDD", "FFFEEE"];
const PUZZLE = puzzleOf({ n: 6, regions: REGIONS, compact: "" });

export function Puzzle() {
  return (
    <PuzzleBoard
      puzzle={PUZZLE}
      marks={NO_MARKS}
      auto={false}
      letters={false}
      patterns={false}
      coordinates={false}
    />
  );
}

/** Depth-first search in the third row: two queens stand, two squares were rejected. */
export function Searching() {
  const queens = [
    { row: 0, column: 0 },
    { row: 1, column: 2 },
  ];
  const mark = (square: Square): Mark | undefined => {
    if (queens.some((queen) => same(queen, square))) return undefined;
    if (square.row === 2 && square.column === 3) return "tried";
    if (square.row === 2 && square.column < 3) return "rejected";
    return queens.some((queen) => attacks(queen, square)) ? "attacked" : undefined;
  };
  return <Board n={5} queens={queens} mark={mark} coordinates={false} label="a search" row={2} />;
}

/** The number of solutions from n = 4 to 12, on a logarithmic scale. */
export function Counting() {
  const counts = [2, 10, 4, 40, 92, 352, 724, 2680, 14200];
  return (
    <svg class="bars" viewBox="0 0 90 90">
      {counts.map((count, index) => {
        const height = 8.2 * Math.log(count);
        return (
          <g key={index} transform={`translate(${index * 10} 0)`}>
            <rect x="1" y={80 - height} width="8" height={height} />
            <text x="5" y="88">
              {index + 4}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export function Solving() {
  const given = [2, 4].map((column, row) => ({ row, column }));
  const rest = [1, 3, 0].map((column, row) => ({ row: row + 2, column }));
  const mark = (square: Square): Mark | undefined =>
    rest.some((other) => same(other, square)) ? "hint" : undefined;
  return <Board n={5} queens={given} mark={mark} coordinates={false} label="a board to solve" />;
}
