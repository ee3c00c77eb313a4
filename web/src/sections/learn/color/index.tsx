/** Counting by color: white and black queens only compete for rows and columns. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import {
  type Square,
  attacks,
  columnName,
  parseSquare,
  queensOf,
  squareName,
} from "../../../board";
import { Board, CROWN, queensInWords } from "../../../components/board";
import { useDrag } from "../../../components/drag";
import { query, queryNumber, setQuery } from "../../../route";
import { said } from "../../../said";
import { Chapter } from "../../../components/chapter";
import "./color-lesson.css";
import {
  type Columns,
  type Method,
  SIZES,
  boardOf,
  colorOf,
  gridsOf,
  linesOf,
  methodOf,
  moved,
  patternOf,
  placed,
  solutionsOf,
} from "./method";
import { Products } from "./products";
import { Side } from "./side";
import { linesInWords } from "./words";

const [SMALLEST, LARGEST] = [Math.min(...SIZES), Math.max(...SIZES)];

/** The board that the lesson begins with: the smallest on which one white placement serves two black ones. */
const FIRST = 5;

/** The first solution of that kind; the first of all where there is none. */
function startOf(method: Method, solutions: readonly number[][]): number[] {
  const counts = (board: number[]) => {
    const { rows, columns } = patternOf(board);
    return [method.white(rows, columns).length, method.black(rows, columns).length];
  };
  const wanted = solutions.find((one) => String(counts(one)) === "1,2");
  return wanted ?? solutions[0] ?? [];
}

/** The board as the address has it: a letter for each row. */
const textOf = (columns: Columns) => columns.map(columnName).join("");

function boardIn(text: string | null, n: number): number[] | null {
  const columns = [...(text ?? "")].map((letter) => letter.charCodeAt(0) - 97);
  return columns.length === n &&
    new Set(columns).size === n &&
    columns.every((c) => c >= 0 && c < n)
    ? columns
    : null;
}

export function ColorLesson() {
  const n = queryNumber("n", FIRST, SMALLEST, LARGEST);
  const folded = query.value.get("fold") === "1";
  const method = useMemo(() => methodOf(n), [n]);
  const grids = useMemo(() => gridsOf(method, folded), [method, folded]);
  const solutions = useMemo(() => solutionsOf(method), [method]);
  const start = useMemo(() => startOf(method, solutions), [method, solutions]);
  const text = query.value.get("q");
  const board = boardIn(text, n) ?? start;
  /** Where the queen that is being dragged would stand. */
  const [dragged, setDragged] = useState<number[] | null>(null);
  const shown = dragged ?? board;
  const queens = queensOf(shown);
  const { rows, columns } = patternOf(shown);
  const whites = method.white(rows, columns);
  const blacks = method.black(rows, columns);
  const product = whites.length * blacks.length;
  const clashes = queens.flatMap((a, index) =>
    queens.slice(index + 1).flatMap((b) => (attacks(a, b) ? [{ a, b }] : [])),
  );

  const go = (next: Columns, words: string) => {
    setQuery({ q: String(next) === String(start) ? null : textOf(next) });
    said.value = `${words}. ${inWords(next, n)}`;
  };
  const put = (from: Square, to: Square) =>
    go(moved(board, from, to), `Queen from ${squareName(from)} to ${squareName(to)}`);
  const number = solutions.findIndex((one) => String(one) === String(board));
  const turn = (by: number) => {
    const next = (Math.max(number, by > 0 ? -1 : 0) + by + solutions.length) % solutions.length;
    go(solutions[next] as number[], `Solution ${next + 1} of ${solutions.length}`);
  };
  const total = grids.reduce((sum, grid) => sum + grid.sum, 0);
  const kept = grids.reduce((sum, grid) => sum + grid.rows.length, 0);

  return (
    <section class="color-lesson" aria-labelledby="color-title">
      <div class="stage">
        <div class="table">
          <Playground
            n={n}
            board={board}
            shown={shown}
            clashes={clashes}
            onDrag={setDragged}
            onPut={put}
          />
        </div>
        <div class="side story">
          <h2 id="color-title">Counting by color</h2>
          <p class="what">
            <b>W</b> counts the white placements in the white rows and columns, <b>B</b> the black
            ones in all others. Each of W goes with each of B.
          </p>
          <p class="equation" data-testid="equation">
            W × B = <b class="white-number">{whites.length}</b> ×{" "}
            <b class="black-number">{blacks.length}</b> = <b>{product}</b>
          </p>
          <p class="verdict" data-testid="color-verdict">
            {verdict(clashes, product, whites.length, number, solutions.length)}
          </p>
          <div class="row choices">
            <button type="button" class="primary" onClick={() => turn(1)}>
              Next solution
            </button>
            <button type="button" onClick={() => turn(-1)}>
              Back
            </button>
            <select
              aria-label="Board"
              value={n}
              onChange={(event) => setQuery({ n: event.currentTarget.value, q: null })}
            >
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  n = {size}
                </option>
              ))}
            </select>
          </div>
          <Side
            color="white"
            n={n}
            where={`${linesInWords("row", linesOf(n, rows))}, ${linesInWords("column", linesOf(n, columns))}`}
            list={whites}
            shown={shown}
            onChoose={(part, index) =>
              go(placed(board, part), `White placement ${index + 1} of ${whites.length}`)
            }
          />
          <Side
            color="black"
            n={n}
            where={`the other lines: ${linesInWords("row", linesOf(n, ~rows))}, ${linesInWords("column", linesOf(n, ~columns))}`}
            list={blacks}
            shown={shown}
            onChoose={(part, index) =>
              go(placed(board, part), `Black placement ${index + 1} of ${blacks.length}`)
            }
          />
          <p class="why">
            A step along a diagonal changes the row by one and the column by one, so a diagonal
            keeps its color. White queens (on light squares) and black queens therefore never meet
            on a diagonal. They only compete for rows and columns. Drag a queen, or click a square:
            the queen of its row moves there, and the queen of its column makes room. The bright
            squares are those where queens can stand: white ones where the white rows cross the
            white columns, black ones where the others cross.
          </p>
        </div>
      </div>
      <section class="panel" aria-labelledby="products-title">
        <h2 id="products-title">All products add up to Q({n})</h2>
        <p class="sum" data-testid="color-sum">
          {grids.map(({ sum }) => sum).join(" + ")} = <b>{total}</b> = Q({n})
        </p>
        <label class="check">
          <input
            type="checkbox"
            checked={folded}
            onChange={(event) => setQuery({ fold: event.currentTarget.checked ? "1" : null })}
          />
          Fold by symmetry: {folded ? kept : `${kept} row patterns become`}{" "}
          {folded ? "row patterns stand for all" : classesIn(n)}
        </label>
        <p class="quiet small prose">
          A row of squares for each set of white rows, a column for each set of white columns; the
          strips show which. A lit square is a product that is not zero. Click one to see it on the
          board.
          {folded
            ? ` A row pattern stands for its images under turns and reflections; the numbers at the right say for how many. ${
                n % 2 === 0 ? "" : "Columns are folded as well. "
              }Reflecting the board in its diagonal exchanges rows and columns, so one of the two products counts twice, and the outlined one not at all.`
            : ""}
        </p>
        <div class="grids">
          {grids
            .filter(({ rows }) => rows.length > 0)
            .map((grid) => (
              <Products
                key={grid.whites}
                method={method}
                grid={grid}
                folded={folded}
                current={patternOf(board)}
                onChoose={(rows, columns) =>
                  go(
                    boardOf(method, rows, columns),
                    `${linesInWords("row", linesOf(n, rows))}, ${linesInWords("column", linesOf(n, columns))}`,
                  )
                }
              />
            ))}
        </div>
      </section>
      <p class="prose space">
        This is how the library counts large boards, and it is why it counts them so fast: one white
        placement serves many black ones. For n = 20 each pair of small placements that fits stands
        for 5.5 solutions, for n = 28 for about 210.{" "}
        <a href="#/measure?n=16">Count n = 16 by color</a> in this browser. The proof, and the
        method in 35 lines of Python: <Chapter path="color.md" title="Counting by color" />.
      </p>
    </section>
  );
}

function classesIn(n: number): string {
  return String(gridsOf(methodOf(n), true).reduce((sum, { rows }) => sum + rows.length, 0));
}

/** The same as the equation, for those who do not see it. */
function inWords(board: Columns, n: number): string {
  const method = methodOf(n);
  const { rows, columns } = patternOf(board);
  const [w, b] = [method.white(rows, columns).length, method.black(rows, columns).length];
  const where = `${linesInWords("row", linesOf(n, rows))}, ${linesInWords("column", linesOf(n, columns))}`;
  return `White queens in ${where}. ${w} white times ${b} black is ${w * b}`;
}

function verdict(
  clashes: { a: Square; b: Square }[],
  product: number,
  whites: number,
  number: number,
  all: number,
): string {
  const [first] = clashes;
  if (!first) {
    return `Solution ${number + 1} of ${all}: no queen attacks another. Any white placement below with any black one is a solution too.`;
  }
  const pair = `${squareName(first.a)} and ${squareName(first.b)}`;
  const begin = `${pair} attack each other: both are ${colorOf(first.a)}, as always.`;
  if (product > 0) return `${begin} But these rows and columns have solutions: choose below.`;
  const lacking = whites === 0 ? "white" : "black";
  return `${begin} No ${lacking} placement fills these rows and columns, so they add nothing to Q(n).`;
}

interface PlaygroundProps {
  n: number;
  board: Columns;
  shown: Columns;
  clashes: { a: Square; b: Square }[];
  onDrag: (board: number[] | null) => void;
  onPut: (from: Square, to: Square) => void;
}

/** The board: a queen is dragged, or a square is clicked. */
function Playground({ n, board, shown, clashes, onDrag, onPut }: PlaygroundProps) {
  const place = useRef<HTMLDivElement>(null);
  const queenOn = ({ row, column }: Square) => board[row] === column;
  useDrag(place, {
    begins: queenOn,
    over: (to, from) => onDrag(moved(board, from, to)),
    ended: (to, from) => {
      onDrag(null);
      if (to && squareName(to) !== squareName(from)) onPut(from, to);
    },
  });
  const latest = useRef(queenOn);
  latest.current = queenOn;
  useEffect(() => {
    const element = place.current;
    // Where a queen is touched nothing scrolls; elsewhere the page does.
    const touch = (event: TouchEvent) => {
      const name = (event.target as Element).closest("[data-square]")?.getAttribute("data-square");
      const square = parseSquare(name ?? "");
      if (square && latest.current(square)) event.preventDefault();
    };
    element?.addEventListener("touchstart", touch, { passive: false });
    return () => element?.removeEventListener("touchstart", touch);
  }, []);

  const queens = queensOf(shown);
  const { rows, columns } = patternOf(shown);
  const whiteLine = (set: number, line: number) => ((set >> line) & 1) === 1;
  const ground = (square: Square) => {
    const color = colorOf(square);
    const [row, column] = [whiteLine(rows, square.row), whiteLine(columns, square.column)];
    const open = color === "white" ? row && column : !row && !column;
    const queen = shown[square.row] === square.column ? " drag" : "";
    return `${color}-square${open ? " open" : ""}${queen}`;
  };
  const lines = Array.from({ length: n }, (_, line) => line);
  return (
    <div class="playground" ref={place}>
      <Board
        n={n}
        queens={queens}
        ground={ground}
        describe={(square) => {
          const queen = shown[square.row] === square.column;
          return queen ? colorOf(square) : "";
        }}
        label={`${queensInWords(n, queens)}; white queens in ${linesInWords("row", linesOf(n, rows))} and ${linesInWords("column", linesOf(n, columns))}`}
        onSquare={(square) => {
          const from = { row: square.row, column: board[square.row] ?? 0 };
          if (from.column !== square.column) onPut(from, square);
        }}
        above={
          <>
            {lines.map((line) => (
              <g key={line}>
                <rect
                  class={whiteLine(rows, line) ? "white-line" : "black-line"}
                  x="-.17"
                  y={line + 0.05}
                  width=".12"
                  height=".9"
                />
                <rect
                  class={whiteLine(columns, line) ? "white-line" : "black-line"}
                  x={line + 0.05}
                  y="-.17"
                  width=".9"
                  height=".12"
                />
              </g>
            ))}
            {clashes.map(({ a, b }) => (
              <line
                key={`${squareName(a)} ${squareName(b)}`}
                class="clash"
                x1={a.column + 0.5}
                y1={a.row + 0.5}
                x2={b.column + 0.5}
                y2={b.row + 0.5}
              />
            ))}
            {queens.map((queen) => (
              <path
                key={queen.row}
                class={`piece ${colorOf(queen)}-piece`}
                transform={`translate(${queen.column} ${queen.row})`}
                d={CROWN}
              />
            ))}
          </>
        }
      />
    </div>
  );
}
