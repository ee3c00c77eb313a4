/** Start: a small board to try, and ways into the sections. */

import { batch, computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { type Square, attacks, same, squareName } from "../../board";
import { Board, type Mark, queensInWords } from "../../components/board";
import { Trouble } from "../../components/trouble";
import { planOf, today } from "../../days";
import { engine, told } from "../../engine";
import { games, stateInWords, stateOf, streak } from "../../games";
import { Latest, isAbort, useWhile } from "../../latest";
import { format } from "../../route";
import { said } from "../../said";
import { capital } from "../../words";
import { Counting, Puzzle, Searching, Solving } from "./pictures";
import "./start.css";

const N = 6;

/** In the order in which they were placed. */
const queens = signal<readonly Square[]>([]);
const hint = signal<{ square: Square; words: string } | null>(null);
const trouble = signal<Trouble | null>(null);
const asking = new Latest();

const pairs = computed(() =>
  queens.value.flatMap((first, index) =>
    queens.value
      .slice(index + 1)
      .flatMap((second) => (attacks(first, second) ? [{ first, second }] : [])),
  ),
);
const solved = computed(() => queens.value.length === N && pairs.value.length === 0);

function put(next: readonly Square[], words: string) {
  asking.drop();
  batch(() => {
    queens.value = next;
    hint.value = trouble.value = null;
    said.value = solved.value ? "Solved" : `${words}. ${message()}`;
  });
}

function click(square: Square) {
  const others = queens.value.filter((queen) => !same(queen, square));
  const name = squareName(square);
  if (others.length < queens.value.length) put(others, `no queen on ${name}`);
  else put([...others, square], `queen on ${name}`);
}

/** What the board shows, in words. */
function message(): string {
  const [first] = pairs.value;
  if (first) {
    const more = pairs.value.length > 1 ? ` ${pairs.value.length} pairs do so.` : "";
    return `The queens on ${squareName(first.first)} and ${squareName(first.second)} attack each other.${more}`;
  }
  if (solved.value)
    return "Solved: six queens, and none attacks another. Next: a puzzle with colored regions.";
  const left = N - queens.value.length;
  if (left === N) return "Click a square to place a queen.";
  return left === 1 ? "One queen is left to place." : `${left} queens are left to place.`;
}

async function giveHint() {
  const now = queens.peek();
  const [clash] = pairs.peek();
  const show = (square: Square, words: string) => {
    batch(() => {
      hint.value = { square, words };
      said.value = words;
    });
  };
  if (clash) {
    show(clash.second, `Take back the queen on ${squareName(clash.second)}, or the other one.`);
    return;
  }
  const signal = asking.next();
  const completion = async (placed: readonly Square[]) =>
    (await engine.complete({ n: N, queens: placed.map(squareName) }, { signal })).columns;
  try {
    const columns = await completion(now);
    if (columns) {
      const free = columns
        .map((column, row) => ({ row, column }))
        .find((square) => !now.some((queen) => same(queen, square)));
      if (free) show(free, `A queen on ${squareName(free)} leads to a solution.`);
      return;
    }
    // The last queen first: it is the one that is remembered.
    for (const queen of now.toReversed()) {
      if (await completion(now.filter((other) => other !== queen))) {
        show(queen, `No solution has all of these queens. Take back ${squareName(queen)}.`);
        return;
      }
    }
    const last = now.at(-1);
    if (last)
      show(last, `No solution has these queens. Take back ${squareName(last)}, then others.`);
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error);
  }
}

export default function Start() {
  useWhile((left) => left.addEventListener("abort", () => asking.drop()), []);
  return (
    <section aria-labelledby="start-title" class="start stage">
      <div class="first">
        <h1 id="start-title">The n queens puzzle</h1>
        <p class="lead">Place {N} queens so that no two share a row, a column or a diagonal.</p>
      </div>
      <div class="table">
        <TryBoard />
      </div>
      <div class="side">
        {trouble.value ? <Trouble {...trouble.value} /> : null}
        <p class={`notice ${pairs.value.length > 0 ? "bad" : "good"}`} data-testid="message">
          {hint.value?.words ?? message()}
        </p>
        <div class="row">
          <button type="button" disabled={solved.value} onClick={() => void giveHint()}>
            Hint
          </button>
          <button
            type="button"
            disabled={queens.value.length === 0}
            onClick={() => put(queens.value.slice(0, -1), "undone")}
          >
            Undo
          </button>
          <button
            type="button"
            disabled={queens.value.length === 0}
            onClick={() => put([], "the board is empty")}
          >
            Clear
          </button>
          {/* Its place is kept while the board is not solved. */}
          <a class={`button primary ${solved.value ? "" : "later"}`} href={format("play")}>
            Today's puzzle
          </a>
        </div>
        <ul class="cards">
          <Card
            title="Today's puzzle"
            href={format("play")}
            picture={<Puzzle />}
            words={todayInWords()}
          />
          <Card
            title="Watch an algorithm"
            href={format("learn")}
            picture={<Searching />}
            words="See a computer try, fail and go back, one step at a time, with the code beside it."
          />
          <Card
            title="Count the solutions"
            href={format("measure")}
            picture={<Counting />}
            words="92 on a chessboard, 2 279 184 at n = 15. Let your browser count them."
          />
          <Card
            title="Solve a board"
            href={format("solve")}
            picture={<Solving />}
            words="Put some queens down: can the rest be placed, in how many ways, and why not?"
          />
        </ul>
      </div>
    </section>
  );
}

/** What today's puzzle is, or how it stands. */
function todayInWords(): string {
  const day = today.value;
  const game = games.value.find((one) => one.day === day);
  const isOpen = stateOf(game) === "open";
  if (isOpen && games.value.length === 0) {
    return "Queens in colored regions: one in each row, column and region. A new one every day.";
  }
  const { n, level } = planOf(day);
  const how = isOpen ? `${n} × ${n}, ${level}` : capital(stateInWords(game));
  const run = streak(games.value, day);
  return `${how}.${run > 1 ? ` ${run} days in a row${isOpen ? " so far" : ""}.` : ""}`;
}

function TryBoard() {
  const guilty = pairs.value.flatMap(({ first, second }) => [first, second]);
  const mark = (square: Square): Mark | undefined => {
    if (guilty.some((queen) => same(queen, square))) return "culprit";
    if (hint.value && same(hint.value.square, square)) return "hint";
    return solved.value && queens.value.some((queen) => same(queen, square)) ? "solved" : undefined;
  };
  return (
    <Board
      n={N}
      queens={queens.value}
      mark={mark}
      label={queensInWords(N, queens.value)}
      onSquare={click}
      above={pairs.value.map(({ first, second }) => (
        <line
          key={`${squareName(first)}${squareName(second)}`}
          class="clash"
          x1={first.column + 0.5}
          y1={first.row + 0.5}
          x2={second.column + 0.5}
          y2={second.row + 0.5}
        />
      ))}
    />
  );
}

function Card(props: { title: string; href: string; picture: ComponentChildren; words: string }) {
  return (
    <li class="card">
      <div class="picture" aria-hidden="true">
        {props.picture}
      </div>
      <div>
        <h2>
          <a href={props.href}>{props.title}</a>
        </h2>
        <p>{props.words}</p>
      </div>
    </li>
  );
}
