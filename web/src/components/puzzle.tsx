/** The board of a puzzle: regions by color and thick borders, crosses, queens, and a step that is shown. */

import { type ComponentChildren, Fragment } from "preact";
import { useMemo, useRef } from "preact/hooks";

import { type Square, toNumber, toSquare } from "../board";
import type { PuzzleStep } from "../engine";
import {
  type Conflict,
  type Marks,
  type Puzzle,
  areaOf,
  bordersOf,
  closedBy,
  colorsOf,
  conflicts,
  isSolved,
  outlineOf,
  plainColorsOf,
  squaresOf,
} from "../puzzle";
import { Board, CROWN, type Mark, queensInWords } from "./board";
import { useDrag } from "./drag";
import "./puzzle.css";

/** What a player can do to squares. */
export interface Hands {
  /** A click, or Enter. */
  click: (square: number) => void;
  /** A second button of the mouse. */
  menu: (square: number) => void;
  key: (square: number, key: string) => boolean;
  /** A pointer goes over squares, from one where it was put down. */
  drag: (squares: readonly number[], first: boolean) => void;
}

export interface PuzzleBoardProps {
  puzzle: Puzzle;
  marks: Marks;
  /** Whether what queens close is crossed out by itself. */
  auto: boolean;
  letters: boolean;
  patterns: boolean;
  /** A step to be shown on top of the marks: only where it is, or also what it does. */
  step?: PuzzleStep | undefined;
  where?: boolean;
  /** Marks that are wrong. */
  wrong?: readonly number[];
  /** Squares to look at again. */
  doubtful?: readonly number[];
  /** It is being drawn: a region keeps its color as others change. */
  drawing?: boolean;
  /** Squares in a frame. */
  framed?: readonly number[];
  coordinates?: boolean;
  /** The colors that differ most, also for color blindness. */
  vision?: boolean;
  /** Without them the board is a picture. */
  hands?: Hands;
}

export function PuzzleBoard({
  puzzle,
  marks,
  auto,
  letters,
  patterns,
  step,
  where = false,
  wrong = [],
  doubtful = [],
  drawing = false,
  framed = [],
  coordinates = true,
  vision = false,
  hands,
}: PuzzleBoardProps) {
  const { n } = puzzle;
  const colors = useMemo(
    () => (drawing ? plainColorsOf(puzzle) : colorsOf(puzzle)),
    [puzzle, drawing],
  );
  const borders = useMemo(() => bordersOf(puzzle), [puzzle]);
  const clashes = conflicts(puzzle, marks);
  const guilty = new Set([...clashes.flatMap(({ first, second }) => [first, second]), ...wrong]);
  const solved = isSolved(puzzle, marks);
  const closed = auto ? closedBy(puzzle, marks.queens) : new Set<number>();
  const told = where ? undefined : step;
  const [queens, crosses, why] = [told?.queens, told?.crosses, step?.highlight].map(
    (names) => new Set(squaresOf(names ?? [], n)),
  ) as [Set<number>, Set<number>, Set<number>];
  const number = (square: Square) => toNumber(square, n);
  const regionOf = (square: number) => puzzle.of[square] ?? 0;
  const letterOf = (square: number) => puzzle.letters[regionOf(square)] ?? "";

  const mark = (square: Square): Mark | undefined => {
    if (guilty.has(number(square))) return "culprit";
    return solved && marks.queens.has(number(square)) ? "solved" : undefined;
  };
  const describe = (square: Square) => {
    const at = number(square);
    const parts = [`region ${letterOf(at)}`];
    if (marks.crosses.has(at) || closed.has(at)) parts.push("crossed out");
    if (marks.trial.has(at)) parts.push("trial");
    const tint = marks.tints.get(at);
    if (tint) parts.push(`colored ${tint}`);
    if (queens.has(at)) parts.push("hint: queen");
    if (crosses.has(at)) parts.push("hint: cross out");
    if (why.has(at)) parts.push("shows why");
    return parts.join(", ");
  };

  const cross = (square: number, kind: string) => {
    const { row, column } = toSquare(square, n);
    return (
      <path
        key={square}
        class={`cross ${kind}`}
        d={`M${column + 0.34} ${row + 0.34}l.32 .32m0 -.32l-.32 .32`}
      />
    );
  };
  const shaded = step
    ? puzzle.of.flatMap((_, square) =>
        why.has(square) || queens.has(square) || crosses.has(square) ? [] : [square],
      )
    : [];

  const kindOf = (square: number) =>
    guilty.has(square) ? "bad" : marks.trial.has(square) ? "trial" : "own";

  const drawn = (
    <Board
      n={n}
      queens={[...marks.queens].map((square) => toSquare(square, n))}
      ground={(square) => `region-${colors[regionOf(number(square))] ?? 0}`}
      mark={mark}
      describe={describe}
      label={`${queensInWords(
        n,
        [...marks.queens].map((square) => toSquare(square, n)),
      )}, ${n} regions`}
      class={`puzzle ${hands ? "live" : ""} ${solved ? "solved" : ""} ${vision ? "vision" : ""}`}
      coordinates={coordinates}
      {...(hands
        ? {
            onSquare: (square: Square) => hands.click(number(square)),
            onSquareMenu: (square: Square) => hands.menu(number(square)),
            onKey: (square: Square, key: string) => hands.key(number(square), key),
          }
        : {})}
      above={
        <>
          <path class="borders" d={`${borders}M0 0h${n}v${n}h-${n}z`} />
          {[...marks.trial].map((square) =>
            marks.queens.has(square) ? (
              <rect
                key={square}
                class="trial"
                x={(square % n) + 0.1}
                y={Math.floor(square / n) + 0.1}
                width=".8"
                height=".8"
                rx=".1"
              />
            ) : null,
          )}
          {doubtful.map((square) => (
            <text
              key={square}
              class="doubt"
              x={(square % n) + 0.5}
              y={Math.floor(square / n) + 0.68}
            >
              ?
            </text>
          ))}
          {[...why, ...framed].map((square) => (
            <Frame key={square} square={square} n={n} kind="why" />
          ))}
          {[...crosses].map((square) => cross(square, "new"))}
          {[...queens].map((square) => (
            <Frame key={square} square={square} n={n} kind="new" />
          ))}
          {[...queens].map((square) => (
            <path
              key={square}
              class="crown"
              d={CROWN}
              transform={`translate(${square % n} ${Math.floor(square / n)})`}
            />
          ))}
          {letters || step
            ? puzzle.of.map((_, square) => (
                <text
                  key={square}
                  class={`letter ${why.has(square) || queens.has(square) ? "over" : ""}`}
                  x={(square % n) + 0.06}
                  y={Math.floor(square / n) + 0.24}
                >
                  {letterOf(square)}
                </text>
              ))
            : null}
        </>
      }
    >
      {patterns
        ? puzzle.of.map((region, square) => (
            <rect
              key={square}
              class="pattern"
              fill={`url(#pattern-${colors[region] ?? 0})`}
              x={square % n}
              y={Math.floor(square / n)}
              width="1"
              height="1"
            />
          ))
        : null}
      {shaded.map((square) => (
        <rect
          key={square}
          class="shade"
          x={square % n}
          y={Math.floor(square / n)}
          width="1"
          height="1"
        />
      ))}
      {[...marks.tints].map(([square, tint]) => (
        <path
          key={square}
          class={`tint ${tint}`}
          d={TINTS[tint]}
          transform={`translate(${square % n} ${Math.floor(square / n)})`}
        />
      ))}
      <path class="grid" d={gridOf(n)} />
      <Clashes clashes={clashes} puzzle={puzzle} />
      {[...closed].map((square) => (marks.crosses.has(square) ? null : cross(square, "auto")))}
      {[...marks.crosses].map((square) => cross(square, kindOf(square)))}
    </Board>
  );
  return hands ? (
    <Draggable hands={hands} n={n}>
      {drawn}
    </Draggable>
  ) : (
    <div class="board-holder">{drawn}</div>
  );
}

/** Colors of squares have shapes: a disc, and a diamond. */
const TINTS = {
  light: "M.08 .5a.42 .42 0 1 1 .84 0a.42 .42 0 1 1 -.84 0z",
  dark: "M.5 .04l.46 .46l-.46 .46l-.46 -.46z",
};

/** The rows, columns and regions that queens share, each once, and the lines on which they touch. */
function Clashes({ clashes, puzzle }: { clashes: readonly Conflict[]; puzzle: Puzzle }) {
  const { n, of } = puzzle;
  const having = (rule: Conflict["rules"][number]) =>
    clashes.filter(({ rules }) => rules.includes(rule));
  const once = (rule: Conflict["rules"][number], line: (square: number) => number) => [
    ...new Set(having(rule).map(({ first }) => line(first))),
  ];
  const center = (square: number) => `${(square % n) + 0.5} ${Math.floor(square / n) + 0.5}`;
  return (
    <>
      {once("row", (square) => Math.floor(square / n)).map((row) => (
        <rect key={row} class="clash" y={row} width={n} height="1" />
      ))}
      {once("column", (square) => square % n).map((column) => (
        <rect key={column} class="clash" x={column} width="1" height={n} />
      ))}
      {once("region", (square) => of[square] ?? 0).map((region) => (
        <Fragment key={region}>
          <path class="clash area" d={areaOf(puzzle, region)} />
          <path class="clash outline" d={outlineOf(puzzle, region)} />
        </Fragment>
      ))}
      {having("touch").map(({ first, second }) => (
        <path
          key={`${first} ${second}`}
          class="clash-line"
          d={`M${center(first)}L${center(second)}`}
        />
      ))}
    </>
  );
}

/** Patterns for the grounds, by the numbers of the colors; the first has none. */
const PATTERNS = [
  "",
  "M0 .12h.25",
  "M.12 0v.25",
  "M0 .25L.25 0",
  "M0 0L.25 .25",
  "M0 .12h.25M.12 0v.25",
  "M0 .25L.25 0M0 0L.25 .25",
  "M.1 .12h.05",
  "M.06 .06h.13v.13h-.13z",
  "M0 .12h.13",
  "M.06 .12h.13M.12 .06v.13",
  "M0 .19l.125 -.13l.125 .13",
];

/** What `patterns` of the boards refers to: once in a page. */
export function Patterns() {
  return (
    <svg class="puzzle patterns" aria-hidden="true">
      <defs>
        {PATTERNS.map((path, index) => (
          <pattern
            key={index}
            id={`pattern-${index}`}
            width=".25"
            height=".25"
            patternUnits="userSpaceOnUse"
          >
            <path d={path} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

function gridOf(n: number): string {
  let path = "";
  for (let line = 1; line < n; line += 1) path += `M${line} 0v${n}M0 ${line}h${n}`;
  return path;
}

/** A frame that is seen on every ground: a light line under a dark one. */
function Frame({ square, n, kind }: { square: number; n: number; kind: "why" | "new" }) {
  const place = { x: (square % n) + 0.1, y: Math.floor(square / n) + 0.1 };
  return (
    <>
      <rect class="step-under" {...place} width=".8" height=".8" rx=".1" />
      <rect class={`step-${kind}`} {...place} width=".8" height=".8" rx=".1" />
    </>
  );
}

function Draggable({
  hands,
  n,
  children,
}: {
  hands: Hands;
  n: number;
  children: ComponentChildren;
}) {
  const place = useRef<HTMLDivElement>(null);
  const begins = useRef(true);
  useDrag(place, {
    begins: () => (begins.current = true),
    over: (to, from) => {
      const squares = begins.current ? [from, to] : [to];
      hands.drag(
        squares.map((square) => toNumber(square, n)),
        begins.current,
      );
      begins.current = false;
    },
    ended: () => undefined,
  });
  return (
    <div class="board-holder" ref={place}>
      {children}
    </div>
  );
}
