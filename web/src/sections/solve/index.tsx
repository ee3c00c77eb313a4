/** Solve: put queens on a board, and see at once whether it can be completed. */

import { batch, effect, signal } from "@preact/signals";
import { useRef } from "preact/hooks";

import type { Square } from "../../board";
import { Board, CROWN, type Mark, queensInWords } from "../../components/board";
import { Chapter } from "../../components/chapter";
import { useDrag } from "../../components/drag";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { engine, told } from "../../engine";
import { UndoHistory } from "../../history";
import { Latest, isAbort, useWhile } from "../../latest";
import { query, section, setQuery } from "../../route";
import { capital } from "../../words";
import { type Analysis, type Hint, analyse, glance, hint, isDeadEnd, wayOut } from "./analysis";
import { savePng, saveSvg, saveText, textOf } from "./export";
import {
  LARGEST,
  type Position,
  type Tool,
  addressOf,
  applied,
  empty,
  isClosed,
  lineName,
  nameOf,
  openSquares,
  positionIn,
  positionOf,
  toNumber,
  toSquare,
} from "./position";
import "./solve.css";

const TOOLS: { tool: Tool; name: string; key: string }[] = [
  { tool: "queen", name: "Queen", key: "Q" },
  { tool: "block", name: "Block", key: "X" },
  { tool: "diag", name: "Exclude \\ diagonal", key: "D" },
  { tool: "anti", name: "Exclude / diagonal", key: "A" },
];

/** All positions since the section was opened. */
const history = new UndoHistory<Position>(positionIn(query.peek()));
const position = history.now;
const analysis = signal<Analysis>(glance(position.peek()));
const tool = signal<Tool>("queen");
const shown = signal<Hint | undefined>(undefined);
/** What happened last, for those who do not see the board. */
const said = signal("");
const trouble = signal<{ message: string; advice: string } | undefined>(undefined);
/** The completion that is shown, from 0; null for none. */
const way = signal<number | null>(null);
/** Whether each square shows in how many completions it has a queen. */
const counts = signal(false);
/** The search for queens to take back: any change of the board drops it. */
const hinting = new Latest();
/** A conversion between the text and the board: any change of either drops it. */
const reading = new Latest();

function go(next: Position, words: string) {
  reading.drop();
  batch(() => {
    history.push(next);
    said.value = words;
    trouble.value = undefined;
  });
}

function turn(by: number) {
  reading.drop();
  history.turn(by);
}

function act(square: number, chosen: Tool) {
  const before = position.value;
  const next = applied(before, square, chosen);
  const name = nameOf(square, before.n);
  if (next === before) {
    said.value = `no queen may stand on ${name}: it is on an excluded diagonal`;
    return;
  }
  const words = {
    queen: next.queens.has(square) ? `queen on ${name}` : `no queen on ${name}`,
    block: next.blocked.has(square) ? `${name} blocked` : `${name} open`,
    diag: `\\ diagonal through ${name} ${isClosed(next, square) ? "excluded" : "open"}`,
    anti: `/ diagonal through ${name} ${isClosed(next, square) ? "excluded" : "open"}`,
  };
  go(next, words[chosen]);
}

/** Squares that a drag has gone over so far, and the position before it. */
let drawn: { before: Position; squares: Set<number> } | undefined;

/** Blocks the squares under a drag, or opens them; the whole drag is one entry to undo. */
function draw(squares: readonly number[], what: "block" | "open") {
  const begun = drawn !== undefined;
  drawn ??= { before: position.value, squares: new Set() };
  for (const square of squares) drawn.squares.add(square);
  const { before } = drawn;
  const blocked = new Set(before.blocked);
  for (const square of drawn.squares) {
    if (what === "open") blocked.delete(square);
    // A queen that the drag goes over stays.
    else if (!before.queens.has(square)) blocked.add(square);
  }
  reading.drop();
  history.push({ ...before, blocked }, begun);
  said.value = `${drawn.squares.size} squares ${what === "open" ? "opened" : "blocked"}`;
}

function finishDrawing() {
  drawn = undefined;
}

function complete() {
  const squares = way.value === null ? analysis.value.completion : completionAt(way.value);
  if (!squares) return;
  go({ ...position.value, queens: new Set(squares) }, "completed");
}

async function giveHint() {
  const now = analysis.value;
  const tell = (found: Hint | undefined) => {
    shown.value = found;
    said.value = found?.words ?? "there is no hint to give";
  };
  if (!isDeadEnd(now)) {
    tell(hint(position.value, now));
    return;
  }
  tell({ words: "Looking for the queens to take back…" });
  const signal = hinting.next();
  try {
    const found = await wayOut(position.value, now, signal);
    if (!signal.aborted) tell(found);
  } catch (error) {
    if (!isAbort(error)) trouble.value = told(error);
  }
}

function takeBack(squares: readonly number[]) {
  const { n, queens } = position.value;
  const rest = [...queens].filter((queen) => !squares.includes(queen));
  const names = squares.map((square) => nameOf(square, n)).join(", ");
  go({ ...position.value, queens: new Set(rest) }, `${names} taken back`);
}

/** The queens of a completion. */
function completionAt(index: number): number[] {
  const { n } = position.value;
  const columns = analysis.value.listed?.columns.subarray(index * n, (index + 1) * n);
  return [...(columns ?? [])].map((column, row) => row * n + column);
}

function browse(to: number) {
  const { n, queens } = position.value;
  way.value = to;
  const added = completionAt(to).filter((square) => !queens.has(square));
  const names = added.map((square) => nameOf(square, n)).join(", ");
  said.value = `completion ${to + 1} of ${analysis.value.listed?.found ?? 0}: ${names}`;
}

async function attempt(work: Promise<unknown>, done: string) {
  try {
    await work;
    said.value = done;
    trouble.value = undefined;
  } catch (error) {
    if (!isAbort(error)) trouble.value = told(error);
  }
}

/** Follows the position with an analysis and with the address, while the section is shown. */
function useAnalysis() {
  useWhile((left) => {
    const stopAnalysis = effect(() => {
      const now = position.value;
      const control = new AbortController();
      batch(() => {
        analysis.value = glance(now);
        shown.value = undefined;
        way.value = null;
      });
      hinting.drop();
      void analyse(now, control.signal, (part) => {
        if (!control.signal.aborted) analysis.value = { ...analysis.peek(), ...part };
      });
      return () => control.abort();
    });
    const stopReading = effect(() => {
      // An address without a board leaves the one that is there.
      const size = query.value.get("n");
      if (size === null) return;
      const asked = positionIn(query.value);
      const same = addressOf(asked).toString() === addressOf(position.peek()).toString();
      if (section.peek() !== "solve") return;
      if (!same) go(asked, "board of the address");
      if (String(asked.n) !== size) {
        trouble.value = {
          message: `the address asks for a board of n = ${size}`,
          advice: `here n goes from 1 to ${LARGEST}; the command line completes boards up to n = 128`,
        };
      }
    });
    const stopAddress = effect(() => {
      const wanted = addressOf(position.value);
      const change = Object.fromEntries(
        ["n", "q", "x", "d", "a", "torus", "superqueens"].map((key) => [key, wanted.get(key)]),
      );
      if (section.peek() === "solve") setQuery(change);
    });
    left.addEventListener("abort", () => {
      reading.drop();
      hinting.drop();
      stopAnalysis();
      stopAddress();
      stopReading();
    });
  }, []);
}

export default function Solve() {
  useAnalysis();
  return (
    <section aria-labelledby="solve-title" class="solve">
      <h1 id="solve-title">Solve</h1>
      <div class="solve-layout">
        <div class="panel solve-board">
          <SolveBoard />
        </div>
        <div class="stack">
          <Actions />
          <Verdict />
          <div class="panel">
            <Tools />
          </div>
          <Files />
          <Keys />
          <p class="quiet">
            Put queens on the board and block squares. The page says whether the rest can be filled,
            in how many ways, and why not. The text form of boards:{" "}
            <Chapter path="formats.md#problems" title="Formats" />.
          </p>
        </div>
      </div>
      <p class="hidden" role="status">
        {said.value}
      </p>
    </section>
  );
}

function Tools() {
  const { n, torus, superqueens } = position.value;
  return (
    <div class="row tools">
      <label class="field">
        <span>Size n</span>
        <select
          value={n}
          onChange={(event) => {
            const size = Number(event.currentTarget.value);
            go(empty(size, position.value), `${size} by ${size} board`);
          }}
        >
          {Array.from({ length: LARGEST }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="radios">
        <legend>A click</legend>
        {TOOLS.map(({ tool: kind, name, key }) => (
          <label key={kind} class={tool.value === kind ? "chosen" : undefined}>
            <input
              type="radio"
              name="tool"
              checked={tool.value === kind}
              onChange={() => {
                tool.value = kind;
              }}
            />
            {name} <kbd aria-hidden="true">{key}</kbd>
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={torus}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            go({ ...position.value, torus: on }, on ? "torus" : "plain board");
          }}
        />
        Torus: diagonals continue at the opposite edge
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={superqueens}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            go({ ...position.value, superqueens: on }, on ? "superqueens" : "queens");
          }}
        />
        Superqueens: they also attack as knights
      </label>
    </div>
  );
}

function SolveBoard() {
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
    <div ref={place} class={tool.value === "block" ? "drawing" : undefined}>
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

/** Pairs of attacking queens that are put into words; the board shows all. */
const PAIRS = 4;

function Verdict() {
  const { n, queens } = position.value;
  const now = analysis.value;
  const { conflicts, lines, completion, ways } = now;
  const tip = shown.value;
  const [first] = conflicts;
  const shownPairs = conflicts.slice(0, PAIRS);
  const guilty = [...new Set(shownPairs.flatMap(({ first, second }) => [first, second]))];
  const kind = first || completion === null || lines.dead ? "bad" : completion ? "good" : "";
  return (
    <div class={`panel verdict ${kind}`} data-testid="verdict">
      <h2>{headline(now, queens.size === n)}</h2>
      {first ? (
        <>
          <ul class="pairs">
            {conflicts.slice(0, PAIRS).map((pair) => (
              <li key={`${pair.first} ${pair.second}`}>
                <b>{nameOf(pair.first, n)}</b> and <b>{nameOf(pair.second, n)}</b> attack each other{" "}
                {pair.line === "knight's leap" ? "as knights" : `along the same ${pair.line}`}.
              </li>
            ))}
            {conflicts.length > PAIRS ? (
              <li>{conflicts.length - PAIRS} more pairs attack each other.</li>
            ) : null}
          </ul>
          <div class="row">
            {guilty.map((square) => (
              <button key={square} type="button" onClick={() => act(square, "queen")}>
                Take {nameOf(square, n)} away
              </button>
            ))}
          </div>
        </>
      ) : null}
      {!first && lines.dead ? (
        <p>{capital(lineName(lines.dead.kind, lines.dead.index))} has no free square left.</p>
      ) : null}
      {!first && !lines.dead && completion === null ? (
        <p>{whyNot(position.value, now.nodes ?? 0n)}</p>
      ) : null}
      {!first && completion !== null && ways ? (
        <p class="ways" data-testid="ways">
          {waysInWords(ways, queens.size === n)}
        </p>
      ) : null}
      {!first && completion && queens.size < n ? <Browse /> : null}
      {completion && now.forced && now.forced.length > 0 ? (
        <details class="forced">
          <summary>
            {now.forced.length === 1
              ? "One square is forced"
              : `${now.forced.length} squares are forced`}
          </summary>
          Every completion has a queen on{" "}
          {now.forced
            .map((square) => nameOf(square, n))
            .sort()
            .join(", ")}
          .
        </details>
      ) : null}
      {tip ? <Tip tip={tip} n={n} /> : null}
      {(now.trouble ?? trouble.value) ? (
        <Trouble {...((now.trouble ?? trouble.value) as { message: string; advice: string })} />
      ) : null}
    </div>
  );
}

function Tip({ tip: { words, place, back }, n }: { tip: Hint; n: number }) {
  return (
    <div class="notice good" data-testid="tip">
      <p>{words}</p>
      {place === undefined ? null : (
        <button type="button" onClick={() => act(place, "queen")}>
          Place {nameOf(place, n)}
        </button>
      )}
      {back ? (
        <button type="button" onClick={() => takeBack(back)}>
          Take back {back.map((square) => nameOf(square, n)).join(", ")}
        </button>
      ) : null}
    </div>
  );
}

/** The completions one by one, and how many of them have a queen on each square. */
function Browse() {
  const { listed, ways } = analysis.value;
  const at = way.value;
  const last = (listed?.found ?? 0) - 1;
  const buttons = [
    { name: "First", to: 0, disabled: at === 0 },
    { name: "Previous", to: (at ?? 0) - 1, disabled: at === null || at === 0 },
    { name: "Next", to: (at ?? -1) + 1, disabled: at === last },
    { name: "Last", to: last, disabled: at === last },
  ];
  const state = listed
    ? `${at === null ? "–" : grouped(at + 1)} of ${grouped(listed.found)}`
    : ways && !ways.counting
      ? "too many to list"
      : "listing…";
  return (
    <div class="browse" role="group" aria-label="Completions">
      <div class="row">
        {buttons.map(({ name, to, disabled }) => (
          <button
            key={name}
            type="button"
            disabled={!listed || disabled}
            onClick={() => browse(to)}
          >
            {name}
          </button>
        ))}
        <span data-testid="way">{state}</span>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={counts.value}
          disabled={!listed}
          onChange={(event) => {
            counts.value = event.currentTarget.checked;
          }}
        />
        In how many completions each square has a queen
      </label>
    </div>
  );
}

function whyNot({ n, torus }: Position, nodes: bigint): string {
  if (torus && n > 1 && (n % 2 === 0 || n % 3 === 0)) {
    return `A torus has a solution only if n is divisible by neither 2 nor 3 (Pólya 1918), and ${n} is.`;
  }
  const begin = "Every row and column still has a free square, but";
  if (nodes === 0n) return `${begin} to fill those that have only one leaves another one without.`;
  const search = `a search of ${grouped(nodes)} ${nodes === 1n ? "node" : "nodes"}`;
  return `${begin} each try ends at one that has none: proved by ${search}.`;
}

function headline({ conflicts, completion, lines }: Analysis, full: boolean): string {
  if (conflicts.length > 1) return `${conflicts.length} pairs of queens attack each other`;
  if (conflicts.length > 0) return "Two queens attack each other";
  if (completion === null || lines.dead) return "It cannot be completed";
  if (completion === undefined) return "Looking…";
  return full ? "Solved" : "It can be completed";
}

function waysInWords(ways: NonNullable<Analysis["ways"]>, full: boolean): string {
  const count = grouped(ways.count);
  if (full) return "All queens are placed, and none attacks another.";
  if (ways.exact) {
    const source = ways.published ? " (the published value)" : "";
    return ways.count === 1n ? "In one way only." : `In ${count} ways${source}.`;
  }
  if (ways.counting) return `In at least ${count} ways; counting…`;
  return `In at least ${count} ways; counting all would take too long.`;
}

function Actions() {
  const now = analysis.value;
  const { n, queens } = position.value;
  const stuck = isDeadEnd(now);
  const ready = now.conflicts.length === 0 && Boolean(now.completion) && queens.size < n;
  return (
    <div class="row actions">
      <button type="button" class="primary" disabled={!ready} onClick={complete}>
        {way.value === null ? "Complete" : "Take it"}
      </button>
      <button type="button" disabled={!ready && !stuck} onClick={() => void giveHint()}>
        Hint
      </button>
      <button type="button" disabled={!history.canUndo.value} onClick={() => turn(-1)}>
        Undo
      </button>
      <button type="button" disabled={!history.canRedo.value} onClick={() => turn(1)}>
        Redo
      </button>
      <button type="button" onClick={() => go(empty(n, position.value), "the board is empty")}>
        Clear
      </button>
    </div>
  );
}

const pasted = signal("");

function Files() {
  const now = position.value;
  const read = async () => {
    const { problem } = await engine.read(pasted.value, { signal: reading.next() });
    if (problem.n > LARGEST) {
      trouble.value = {
        message: `a board of ${problem.n} x ${problem.n} is too large to show here`,
        advice: `the command line completes boards up to n = 128; here n goes up to ${LARGEST}`,
      };
      return;
    }
    go(positionOf(problem), "board read");
  };
  return (
    <div class="panel">
      <h2>Keep and share</h2>
      <div class="row">
        <button
          type="button"
          onClick={() => attempt(navigator.clipboard.writeText(location.href), "address copied")}
        >
          Copy the address
        </button>
        <button type="button" onClick={() => attempt(saveSvg(now), "SVG saved")}>
          SVG
        </button>
        <button type="button" onClick={() => attempt(savePng(now), "PNG saved")}>
          PNG
        </button>
        <button type="button" onClick={() => attempt(saveText(now), "text saved")}>
          Text
        </button>
      </div>
      <p class="quiet">
        The address holds the board. The text is what <code>queens complete</code> reads.
      </p>
      <details>
        <summary>Read a board from text</summary>
        <label class="field wide">
          <span>Rows of Q, # and . (or JSON, as in docs/formats.md)</span>
          <textarea
            rows={6}
            class="mono"
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => {
              reading.drop();
              pasted.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="button" onClick={() => attempt(read(), "board read")}>
            Read
          </button>
          <button
            type="button"
            onClick={() =>
              attempt(
                textOf(now, { signal: reading.next() }).then((text) => {
                  pasted.value = text;
                }),
                "text of the board",
              )
            }
          >
            This board as text
          </button>
        </div>
      </details>
    </div>
  );
}

function Keys() {
  return (
    <details class="panel">
      <summary>By keyboard</summary>
      <p>
        On the board, arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> move; <kbd>Enter</kbd> or space
        does what a click does; <kbd>Q</kbd> queen, <kbd>X</kbd> block, <kbd>D</kbd> and{" "}
        <kbd>A</kbd> exclude a diagonal, <kbd>Delete</kbd> clears. With the mouse, the second button
        or <kbd>Shift</kbd> and a click blocks.
      </p>
    </details>
  );
}
