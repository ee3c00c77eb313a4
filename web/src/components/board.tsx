/**
 * A board as SVG. One square is one unit, so the coordinates of what is drawn over it (`children`) are in
 * squares, with row 1 at the top.
 *
 * Without `onSquare` and `lines` it is a picture with a name. With either it is a grid: the arrow
 * keys move from square to square, Home and End to the ends of a row, Enter and the space bar do
 * what a click does.
 */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

import { type Square, attacks, columnName, same, squareName } from "../board";
import "./board.css";

export type Mark =
  | "attacked"
  | "tried"
  | "rejected"
  | "culprit"
  | "placed"
  | "removed"
  | "solved"
  | "hint"
  | "excluded";

export interface BoardProps {
  n: number;
  queens: readonly Square[];
  blocked?: readonly Square[];
  /** What a square shows besides a queen or a block. */
  mark?: (square: Square) => Mark | undefined;
  /** A class for the ground of a square, instead of light and dark squares. */
  ground?: (square: Square) => string;
  /** What the board shows, for screen readers. */
  label: string;
  /** Letters and numbers at the edges, or in the corners of squares there; by default from n = 1 to 40. */
  coordinates?: boolean | "inside";
  /** Room to the left, in squares, where something below is to be named. */
  edge?: number;
  /** A click, or Enter or the space bar. */
  onSquare?: (square: Square, how: { shift: boolean; alt: boolean }) => void;
  /** A right click, or a long touch if the browser reports one. */
  onSquareMenu?: (square: Square) => void;
  /** Any other key on a square; true if it was for the caller. */
  onKey?: (square: Square, key: string) => boolean;
  /** The square under the pointer or the focus, and null when there is none. */
  onPoint?: (square: Square | null) => void;
  /** What a screen reader says of a square besides its name and its piece. */
  describe?: (square: Square) => string;
  /** Shows the lines of the square under the pointer or the focus. */
  lines?: boolean;
  /** A row to be framed. */
  row?: number;
  class?: string;
  /** Drawn over the squares and under the queens, in squares. */
  children?: ComponentChildren;
  /** Drawn over everything. */
  above?: ComponentChildren;
}

/** Room for the coordinates to the left and above, in squares, when they have their usual size. */
const EDGE = 0.62;
/** Boards up to this size have coordinates of the usual size, one for each line. */
const ALL_NAMED = 16;
/** Room to the right and below. */
export const EDGE_RIGHT = 0.04;

export function Board(props: BoardProps) {
  const { n, queens, blocked = [], mark, label, onSquare, lines = false } = props;
  const coordinates = props.coordinates ?? (n >= 1 && n <= 40);
  const interactive = onSquare !== undefined || lines;
  const [at, setAt] = useState<Square>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Square | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const inside = coordinates === "inside";
  const top = coordinates && !inside ? EDGE * coordinateScale(n) : EDGE_RIGHT;
  const left = props.edge ?? top;
  const number = ({ row, column }: Square) => row * n + column;
  const [occupied, closed] = [new Set(queens.map(number)), new Set(blocked.map(number))];
  const point = (square: Square | null) => {
    setPointed(square);
    props.onPoint?.(square);
  };
  const focusable = { row: Math.min(at.row, n - 1), column: Math.min(at.column, n - 1) };

  const move = (square: Square) => {
    setAt(square);
    const name = squareName(square);
    svg.current?.querySelector<SVGElement>(`[data-square="${name}"]`)?.focus();
  };

  const key = (event: KeyboardEvent, square: Square) => {
    const last = n - 1;
    const { row, column } = square;
    const target = (): Square | null => {
      switch (event.key) {
        case "ArrowLeft":
          return { row, column: Math.max(0, column - 1) };
        case "ArrowRight":
          return { row, column: Math.min(last, column + 1) };
        case "ArrowUp":
          return { row: Math.max(0, row - 1), column };
        case "ArrowDown":
          return { row: Math.min(last, row + 1), column };
        case "Home":
          return { row, column: 0 };
        case "End":
          return { row, column: last };
        default:
          return null;
      }
    };
    const next = target();
    if (next) {
      event.preventDefault();
      event.stopPropagation();
      move(next);
    } else if ((event.key === "Enter" || event.key === " ") && onSquare) {
      event.preventDefault();
      event.stopPropagation();
      onSquare(square, { shift: event.shiftKey, alt: event.altKey });
    } else if (
      !(event.ctrlKey || event.metaKey || event.altKey) &&
      props.onKey?.(square, event.key)
    ) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  const rows = [];
  for (let row = 0; row < n; row += 1) {
    const squares = [];
    for (let column = 0; column < n; column += 1) {
      const square = { row, column };
      const queen = occupied.has(number(square));
      const block = closed.has(number(square));
      const kind = mark?.(square);
      squares.push(
        <g
          key={column}
          class={`square ${props.ground ? "" : (row + column) % 2 === 0 ? "a" : "b"}${kind ? ` is-${kind}` : ""}`}
          transform={`translate(${column} ${row})`}
          data-square={squareName(square)}
          {...(interactive
            ? {
                role: "gridcell",
                // An attribute of SVG, whose names keep their case.
                tabindex: same(square, focusable) ? 0 : -1,
                "aria-label": spoken(square, queen, block, kind, props.describe),
                onKeyDown: (event: KeyboardEvent) => key(event, square),
                onFocus: () => {
                  setAt(square);
                  point(square);
                },
                onBlur: () => point(null),
                onPointerEnter: () => point(square),
                onPointerLeave: () => point(null),
                onClick: (event: MouseEvent) =>
                  onSquare?.(square, { shift: event.shiftKey, alt: event.altKey }),
                ...(props.onSquareMenu
                  ? {
                      onContextMenu: (event: MouseEvent) => {
                        event.preventDefault();
                        props.onSquareMenu?.(square);
                      },
                    }
                  : {}),
              }
            : {})}
        >
          <rect class={`ground ${props.ground?.(square) ?? ""}`} width="1" height="1" />
          {lines && pointed && (attacks(pointed, square) || same(pointed, square)) ? (
            <rect class={same(pointed, square) ? "source" : "reach"} width="1" height="1" />
          ) : null}
          {block ? <Block /> : null}
          {kind ? <MarkShape kind={kind} queen={queen} /> : null}
        </g>,
      );
    }
    rows.push(
      <g key={row} {...(interactive ? { role: "row" } : {})}>
        {squares}
      </g>,
    );
  }

  return (
    <svg
      ref={svg}
      class={`board ${props.class ?? ""}`}
      viewBox={`${-left} ${-top} ${n + left + EDGE_RIGHT} ${n + top + EDGE_RIGHT}`}
      role={interactive ? "grid" : "img"}
      aria-label={label}
    >
      {coordinates && !inside ? <Coordinates n={n} /> : null}
      {rows}
      {inside ? <Coordinates n={n} inside /> : null}
      {props.row !== undefined && props.row < n ? (
        <rect class="current-row" x="0" y={props.row} width={n} height="1" />
      ) : null}
      <g class="overlay" aria-hidden="true">
        {props.children}
      </g>
      <g class="queens" aria-hidden="true">
        {queens.map((queen) => (
          <QueenShape key={squareName(queen)} square={queen} kind={mark?.(queen)} />
        ))}
      </g>
      <g class="overlay" aria-hidden="true">
        {props.above}
      </g>
      <rect class="frame" width={n} height={n} />
    </svg>
  );
}

/** Letters and numbers grow with the squares' number, so that they keep a size that can be read. */
const coordinateScale = (n: number) => (n > ALL_NAMED ? n / 11 : 1);

/** Columns above and rows to the left; inside, in corners where neither a queen nor a region's letter is. */
function Coordinates({ n, inside = false }: { n: number; inside?: boolean }) {
  // Large ones have room for the name of every second line.
  const step = n > ALL_NAMED && !inside ? 2 : 1;
  const names = Array.from({ length: Math.ceil(n / step) }, (_, index) => step * index);
  const scale = inside ? 1 : coordinateScale(n);
  const [left, above] = [-0.32 * scale, -0.2 * scale];
  return (
    <g
      class={`coordinates ${inside ? "inside" : ""}`}
      aria-hidden="true"
      style={scale > 1 ? { "--scale": scale } : undefined}
    >
      {names.map((index) => (
        <text key={`c${index}`} x={index + (inside ? 0.13 : 0.5)} y={inside ? n - 0.1 : above}>
          {columnName(index)}
        </text>
      ))}
      {names.map((index) => (
        <text
          key={`r${index}`}
          x={inside ? n - 0.15 : left}
          y={index + (inside ? 0.27 : 0.5 + 0.14 * scale)}
        >
          {index + 1}
        </text>
      ))}
    </g>
  );
}

function spoken(
  square: Square,
  queen: boolean,
  block: boolean,
  kind: Mark | undefined,
  describe: ((square: Square) => string) | undefined,
): string {
  const parts = [squareName(square)];
  if (queen) parts.push("queen");
  if (block) parts.push("blocked");
  if (kind) parts.push(kind);
  const more = describe?.(square);
  if (more) parts.push(more);
  return parts.join(", ");
}

/** A queen's crown in the unit square. */
export const CROWN =
  "M.17 .34 L.335 .56 L.5 .2 L.665 .56 L.83 .34 L.74 .72 L.26 .72 Z M.25 .765 H.75 V.845 H.25 Z";

function QueenShape({ square, kind }: { square: Square; kind: Mark | undefined }) {
  return (
    <g
      class={`queen${kind ? ` is-${kind}` : ""}`}
      transform={`translate(${square.column} ${square.row})`}
    >
      <path d={CROWN} />
      <circle cx=".17" cy=".31" r=".05" />
      <circle cx=".5" cy=".18" r=".055" />
      <circle cx=".83" cy=".31" r=".05" />
    </g>
  );
}

function Block() {
  return (
    <g class="block">
      <rect x=".06" y=".06" width=".88" height=".88" rx=".08" />
      <path d="M.2 .8 L.8 .2 M.2 .5 L.5 .2 M.5 .8 L.8 .5" />
    </g>
  );
}

/** Every mark has its own shape: color is never the only difference. */
function MarkShape({ kind, queen }: { kind: Mark; queen: boolean }) {
  switch (kind) {
    case "attacked":
      return queen ? null : <path class="shape" d="M.42 .5 H.58" />;
    case "tried":
      return (
        <g class="shape">
          <rect x=".08" y=".08" width=".84" height=".84" rx=".1" />
          <text x=".5" y=".68">
            ?
          </text>
        </g>
      );
    case "rejected":
      return (
        <g class="shape">
          <rect x=".08" y=".08" width=".84" height=".84" rx=".1" />
          <path d="M.3 .3 L.7 .7 M.7 .3 L.3 .7" />
        </g>
      );
    case "culprit":
      return <circle class="shape" cx=".5" cy=".5" r=".44" />;
    case "placed":
    case "solved":
    case "removed":
    case "hint":
      return <rect class="shape" x=".06" y=".06" width=".88" height=".88" rx=".1" />;
    case "excluded":
      return <path class="shape" d="M.15 .15 L.85 .85 M.85 .15 L.15 .85" />;
  }
}

/** The queens of a board in words. */
export function queensInWords(n: number, queens: readonly Square[]): string {
  const where = queens.length === 0 ? "empty" : `queens on ${queens.map(squareName).join(", ")}`;
  return `${n} by ${n} board, ${where}`;
}
