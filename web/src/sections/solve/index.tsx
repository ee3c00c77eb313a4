/** Solve: put queens on a board, and see at once whether it can be completed. */

import { batch, effect, signal } from "@preact/signals";

import type { Square } from "../../board";
import { Board, type Mark, queensInWords } from "../../components/board";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { engine, told } from "../../engine";
import { UndoHistory } from "../../history";
import { Latest, isAbort, useWhile } from "../../latest";
import { query, section, setQuery } from "../../route";
import { capital } from "../../words";
import { type Analysis, type Hint, analyse, glance, hint } from "./analysis";
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

function complete() {
  const squares = analysis.value.completion;
  if (!squares) return;
  go({ ...position.value, queens: new Set(squares) }, "completed");
}

function giveHint() {
  const found = hint(position.value, analysis.value);
  shown.value = found;
  said.value = found?.words ?? "there is no hint to give";
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
      });
      void analyse(now, control.signal, (part) => {
        if (!control.signal.aborted) analysis.value = { ...analysis.peek(), ...part };
      });
      return () => control.abort();
    });
    const stopReading = effect(() => {
      // An address without a board leaves the one that is there.
      if (!query.value.has("n")) return;
      const asked = positionIn(query.value);
      const same = addressOf(asked).toString() === addressOf(position.peek()).toString();
      if (section.peek() === "solve" && !same) go(asked, "board of the address");
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
      <p class="lead">
        Put queens on the board and block squares. The page says whether the rest can be filled, in
        how many ways, and why not.
      </p>
      <div class="solve-layout">
        <div class="panel">
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
  const lone = shown.value?.square;
  const queens = [...now.queens].map((square) => toSquare(square, n));
  const mark = (square: Square): Mark | undefined => {
    const number = toNumber(square, n);
    if (guilty.has(number)) return "culprit";
    if (now.queens.has(number)) return solved ? "solved" : undefined;
    if (number === lone) return "hint";
    if (now.blocked.has(number)) return undefined;
    if (isClosed(now, number)) return "excluded";
    return open.has(number) ? undefined : "attacked";
  };
  const describe = (square: Square) => {
    const number = toNumber(square, n);
    return open.has(number) && number !== lone ? "free" : "";
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
          {conflicts.map(({ first, second }) => (
            <ConflictLine key={`${first} ${second}`} from={first} to={second} n={n} />
          ))}
        </>
      }
      onKey={onKey}
    />
  );
}

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
  const place = shown.value;
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
      {place ? (
        <div class="notice good">
          <p>{place.words}</p>
          <button type="button" onClick={() => act(place.square, "queen")}>
            Place {nameOf(place.square, n)}
          </button>
        </div>
      ) : null}
      {(now.trouble ?? trouble.value) ? (
        <Trouble {...((now.trouble ?? trouble.value) as { message: string; advice: string })} />
      ) : null}
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
  const ready = now.conflicts.length === 0 && Boolean(now.completion) && queens.size < n;
  return (
    <div class="panel">
      <div class="row">
        <button type="button" class="primary" disabled={!ready} onClick={complete}>
          Complete it
        </button>
        <button type="button" disabled={!ready} onClick={giveHint}>
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
