/** The board of Solve: what stands on it, what attacks what, and what completes it. */

import { useRef } from "preact/hooks";

import { type Square, nameOf, toNumber, toSquare } from "../../board";
import { Board, CROWN, type Mark, queensInWords } from "../../components/board";
import { useDrag } from "../../components/drag";
import { said } from "../../said";
import { applied, isClosed, openSquares } from "./position";
import {
  act,
  analysis,
  completionAt,
  counts,
  draw,
  finishDrawing,
  history,
  position,
  shown,
  tool,
  way,
} from "./state";
import { TOOLS } from "./tools";

export function SolveBoard() {
  const now = position.value;
  const { n, torus, superqueens } = now;
  const { conflicts, completion, lines } = analysis.value;
  const open = openSquares(now);
  const guilty = new Set(conflicts.flatMap(({ first, second }) => [first, second]));
  const solved = conflicts.length === 0 && now.queens.size === n && completion !== null;
  const lone = shown.value?.place;
  const back = new Set(shown.value?.back);
  const { listed } = analysis.value;
  const ghosts = way.value === null ? [] : completionAt(way.value);
  const inSquare = counts.value && listed ? listed.inSquare : null;
  const most = inSquare ? Math.max(1, ...inSquare) : 1;
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<"block" | "open" | "queen">("block");
  useDrag(place, {
    begins: (from, pointer) => {
      const number = toNumber(from, n);
      // A finger scrolls, unless it is to block.
      if (pointer === "touch" && tool.value !== "block") return false;
      drawing.current = now.queens.has(number)
        ? "queen"
        : now.blocked.has(number)
          ? "open"
          : "block";
      return true;
    },
    over: (to, from) => {
      if (drawing.current === "queen") return;
      draw([toNumber(from, n), toNumber(to, n)], drawing.current);
    },
    ended: (to, from) => {
      if (drawing.current !== "queen") {
        finishDrawing();
        return;
      }
      const [a, b] = [toNumber(from, n), to ? toNumber(to, n) : -1];
      if (b < 0 || a === b || now.queens.has(b)) return;
      act(b, "queen");
      if (position.value.queens.has(b)) {
        history.push(applied(position.value, a, "queen"), true);
        said.value = `queen from ${nameOf(a, n)} to ${nameOf(b, n)}`;
      }
    },
  });
  const queens = [...now.queens].map((square) => toSquare(square, n));
  const mark = (square: Square): Mark | undefined => {
    const number = toNumber(square, n);
    if (back.has(number)) return "removed";
    if (guilty.has(number)) return "culprit";
    if (now.queens.has(number)) return solved ? "solved" : undefined;
    if (number === lone) return "hint";
    if (now.blocked.has(number)) return undefined;
    if (isClosed(now, number)) return "excluded";
    return open.has(number) ? undefined : "attacked";
  };
  const describe = (square: Square) => {
    const number = toNumber(square, n);
    const parts = open.has(number) && number !== lone ? ["free"] : [];
    if (ghosts.includes(number) && !now.queens.has(number)) parts.push("queen of the completion");
    if (inSquare && open.has(number)) {
      parts.push(`in ${inSquare[number]} of ${listed?.found} completions`);
    }
    return parts.join(", ");
  };
  const onKey = (square: Square, key: string) => {
    const number = toNumber(square, n);
    const asked = TOOLS.find((one) => one.key.toLowerCase() === key.toLowerCase());
    if (asked) act(number, asked.tool);
    else if (key === "Delete" || key === "Backspace") {
      if (now.queens.has(number)) act(number, "queen");
      else if (now.blocked.has(number)) act(number, "block");
    } else return false;
    return true;
  };
  const { dead } = lines;
  return (
    <div ref={place}>
      <Board
        n={n}
        queens={queens}
        blocked={[...now.blocked].map((square) => toSquare(square, n))}
        mark={mark}
        describe={describe}
        label={`${queensInWords(n, queens)}${torus ? ", on a torus" : ""}${superqueens ? ", superqueens" : ""}`}
        lines={false}
        onSquare={(square, { shift, alt }) =>
          act(toNumber(square, n), shift || alt ? "block" : tool.value)
        }
        onSquareMenu={(square) => act(toNumber(square, n), "block")}
        above={
          <>
            {dead ? (
              <rect
                class="dead-line"
                x={dead.kind === "row" ? 0 : dead.index}
                y={dead.kind === "row" ? dead.index : 0}
                width={dead.kind === "row" ? n : 1}
                height={dead.kind === "row" ? 1 : n}
              />
            ) : null}
            {ghosts
              .filter((square) => !now.queens.has(square))
              .map((square) => (
                <path
                  key={square}
                  class="ghost"
                  transform={`translate(${square % n} ${Math.floor(square / n)})`}
                  d={CROWN}
                />
              ))}
            {inSquare
              ? [...open].map((square) => (
                  <text
                    key={square}
                    class="in-square"
                    x={(square % n) + 0.5}
                    y={Math.floor(square / n) + (ghosts.includes(square) ? 0.96 : 0.65)}
                    style={{
                      fontSize: `${Math.min(sizeOf(inSquare[square] ?? 0), ghosts.includes(square) ? 0.34 : 1)}px`,
                    }}
                  >
                    {inSquare[square]}
                  </text>
                ))
              : null}
            {conflicts.map(({ first, second }) => (
              <ConflictLine key={`${first} ${second}`} from={first} to={second} n={n} />
            ))}
          </>
        }
        onKey={onKey}
      >
        {inSquare
          ? [...open].map((square) => (
              <rect
                key={square}
                class="heat"
                x={square % n}
                y={Math.floor(square / n)}
                width="1"
                height="1"
                fill-opacity={0.55 * ((inSquare[square] ?? 0) / most)}
              />
            ))
          : null}
      </Board>
    </div>
  );
}

/** How much of a square's width the digits of a count take. */
const sizeOf = (count: number) => Math.min(0.42, 1.4 / String(count).length);

function ConflictLine({ from, to, n }: { from: number; to: number; n: number }) {
  const [a, b] = [toSquare(from, n), toSquare(to, n)];
  const straight =
    a.row === b.row ||
    a.column === b.column ||
    Math.abs(a.row - b.row) === Math.abs(a.column - b.column);
  // On a torus a diagonal may leave the board between the two; the circles around them must do.
  if (!straight) return null;
  return (
    <line
      class="conflict-line"
      x1={a.column + 0.5}
      y1={a.row + 0.5}
      x2={b.column + 0.5}
      y2={b.row + 0.5}
    />
  );
}
