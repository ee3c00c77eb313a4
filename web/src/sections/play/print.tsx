/** Puzzles on paper: one or six, without colors, with their solutions on a page of their own. */

import { signal } from "@preact/signals";

import { Copy } from "../../components/copy";
import { PuzzleBoard } from "../../components/puzzle";
import { Trouble } from "../../components/trouble";
import { dateInWords, today } from "../../days";
import { engine, told } from "../../engine";
import { Latest, isAbort } from "../../latest";
import { type Marks, NO_MARKS, type Puzzle, puzzleOf } from "../../puzzle";
import { link } from "./share";
import { chosen, day, rating } from "./state";
import { titleOf } from "./words";

interface Sheet {
  title: string;
  puzzles: readonly { puzzle: Puzzle; words: string; solution: Marks }[];
}

/** What is printed; nothing otherwise. */
const paper = signal<Sheet | null>(null);
const solutions = signal(true);
const making = signal(false);
const trouble = signal<Trouble | null>(null);
const asking = new Latest();

async function solutionOf({ compact, n }: Puzzle, signal: AbortSignal): Promise<Marks> {
  const { solutions } = await engine.explainPuzzle(compact, { signal });
  const queens = (solutions[0] ?? []).map((column, row) => row * n + column);
  return { ...NO_MARKS, queens: new Set(queens) };
}

async function print(make: (signal: AbortSignal) => Promise<Omit<Sheet, "title">>, title: string) {
  const signal = asking.next();
  making.value = true;
  trouble.value = null;
  try {
    const { puzzles } = await make(signal);
    if (signal.aborted) return;
    paper.value = { title, puzzles };
    // After the puzzles are drawn.
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await new Promise((drawn) => requestAnimationFrame(drawn));
    window.print();
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error);
  } finally {
    if (!signal.aborted) making.value = false;
  }
}

const sizeInWords = (n: number, level: string | undefined) =>
  `${n} × ${n}${level ? `, ${level}` : ""}`;

const printOne = (puzzle: Puzzle) =>
  print(async (signal) => {
    const words = sizeInWords(puzzle.n, rating.peek()?.level);
    return { puzzles: [{ puzzle, words, solution: await solutionOf(puzzle, signal) }] };
  }, titleOf(day.peek()));

/** Six new puzzles of the chosen size and difficulty. */
const printSix = () =>
  print(async (signal) => {
    const { size, level } = chosen.peek();
    const seeds = crypto.getRandomValues(new Uint32Array(6));
    const puzzles = await Promise.all(
      [...seeds].map(async (seed) => {
        const view = await engine.generatePuzzle(size, seed, level, { signal });
        const puzzle = puzzleOf(view);
        const { level: rated } = await engine.ratePuzzle(view.compact, { signal });
        return {
          puzzle,
          words: sizeInWords(size, rated),
          solution: await solutionOf(puzzle, signal),
        };
      }),
    );
    return { puzzles };
  }, "Six puzzles");

export function Share({ now }: { now: Puzzle | null }) {
  return (
    <details>
      <summary>Share and print</summary>
      <div class="row">
        <Copy what="address" text={link}>
          Copy the address
        </Copy>
        <button
          type="button"
          disabled={!now || making.value}
          onClick={() => now && void printOne(now)}
        >
          Print
        </button>
        {now?.puzzlink ? (
          <a href={now.puzzlink} target="_blank" rel="noopener">
            Open in puzz.link
          </a>
        ) : null}
        <button type="button" disabled={making.value} onClick={() => void printSix()}>
          {making.value ? "Making the pages…" : "Print six new ones"}
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={solutions.value}
          onChange={(event) => (solutions.value = event.currentTarget.checked)}
        />
        With a page of solutions
      </label>
      {trouble.value ? <Trouble {...trouble.value} /> : null}
      <p class="quiet">The address has the puzzle, neither your marks nor the solution.</p>
    </details>
  );
}

export function Paper() {
  const sheet = paper.value;
  if (!sheet) return null;
  const { title, puzzles } = sheet;
  const six = puzzles.length > 1 ? "six" : "";
  const boards = (marks: (index: number) => Marks) =>
    puzzles.map(({ puzzle, words }, index) => (
      <figure key={index}>
        <figcaption>
          {six ? <b>{index + 1}</b> : null} {words}
        </figcaption>
        <PuzzleBoard
          puzzle={puzzle}
          marks={marks(index)}
          auto={false}
          letters={chosen.value.letters}
          patterns={false}
        />
      </figure>
    ));
  return (
    <div class="paper" aria-hidden="true">
      <div class={`sheet ${six}`}>
        <h2>
          {title}
          {six ? <span>, {dateInWords(today.value)}</span> : null}
        </h2>
        {boards(() => NO_MARKS)}
        <p>One queen in every row, column and region; queens do not touch, not even at a corner.</p>
      </div>
      {solutions.value ? (
        <div class={`sheet answers ${six}`}>
          <h2>Solutions</h2>
          {boards((index) => puzzles[index]?.solution ?? NO_MARKS)}
        </div>
      ) : null}
    </div>
  );
}

addEventListener("afterprint", () => (paper.value = null));
