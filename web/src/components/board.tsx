/**
 * A board as SVG, with the names of its columns above and of its rows to the left, in text of one size. One
 * square is one unit, so the coordinates of what is drawn over it (`children`) are in squares, with row 1 at the top.
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
  /** Letters and numbers at the edges. */
  coordinates?: boolean;
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

/** Larger boards have the names of every second line. */
const ALL_NAMED = 16;

export function Board(props: BoardProps) {
  const { n, queens, blocked = [], mark, label, onSquare, lines = false } = props;
  const interactive = onSquare !== undefined || lines;
  const [at, setAt] = useState<Square>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Square | null>(null);
  /** The square that has the focus, if that is to be seen. */
  const [focused, setFocused] = useState<Square | null>(null);
  const svg = useRef<SVGSVGElement>(null);
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
                onFocus: (event: FocusEvent) => {
                  setAt(square);
                  setFocused(isSeen(event.currentTarget as Element) ? square : null);
                  point(square);
                },
                onBlur: () => {
                  setFocused(null);
                  point(null);
                },
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

  const drawn = (
    <svg
      ref={svg}
      class="squares"
      viewBox={`0 0 ${n} ${n}`}
      role={interactive ? "grid" : "img"}
      aria-label={label}
    >
      {rows}
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
      {focused ? <Ring square={focused} /> : null}
    </svg>
  );
  const named = props.coordinates ?? true;
  return (
    <div class={`board ${named ? "named" : ""} ${props.class ?? ""}`} style={{ "--n": n }}>
      {named ? <Names n={n} /> : null}
      {drawn}
    </div>
  );
}

/** Whether the focus came by the keyboard; browsers that cannot tell show it always. */
function isSeen(element: Element): boolean {
  try {
    return element.matches(":focus-visible");
  } catch {
    return true;
  }
}

/** Where the focus is: above everything, a light line under a dark one, so that it is seen on every ground. */
function Ring({ square: { row, column } }: { square: Square }) {
  const place = { x: column + 0.03, y: row + 0.03, width: 0.94, height: 0.94, rx: 0.06 };
  return (
    <g class="ring" aria-hidden="true">
      <rect class="under" {...place} />
      <rect class="over" {...place} />
    </g>
  );
}

function Names({ n }: { n: number }) {
  const step = n > ALL_NAMED ? 2 : 1;
  const lines = Array.from({ length: n }, (_, index) => index);
  const name = (index: number, text: string) => (
    <span key={index}>{index % step === 0 ? text : ""}</span>
  );
  return (
    <>
      <div class="letters" aria-hidden="true">
        {lines.map((index) => name(index, columnName(index)))}
      </div>
      <div class="numbers" aria-hidden="true">
        {lines.map((index) => name(index, String(index + 1)))}
      </div>
    </>
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
