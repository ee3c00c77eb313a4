/** Sharing a puzzle or a result, and printing one puzzle or six. */

import { batch, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { engine, told } from "../../engine";
import { Latest, isAbort } from "../../latest";
import { format } from "../../route";
import { PuzzleBoard } from "./board";
import { NO_MARKS, type Puzzle, clock, puzzleOf } from "./game";
import { hintsInWords, titleOf } from "./words";
import { address, chosen, day, hints, rating, said, seconds } from "./state";
import { games, streak } from "./store";
import { today } from "./state";

function link(): string {
  const { p, day: of } = address();
  const query = new URLSearchParams(of === null ? { p: p ?? "" } : { day: of });
  return new URL(format("play", query), location.href).href;
}

/** A result without spoilers. */
export function shareText({ n }: Puzzle): string {
  const level = rating.peek()?.level;
  const run = day.peek() === today() ? streak(games.peek(), today()) : 0;
  return [
    `${titleOf(day.peek())}, ${n} × ${n}${level ? `, ${level}` : ""}`,
    `Solved in ${clock(seconds.peek())}, ${hintsInWords(hints.peek())}${run > 1 ? `, ${run} days in a row` : ""}`,
    link(),
  ].join("\n");
}

/** The last thing that was copied, and whether the browser allowed it. */
const copied = signal<{ what: string; done: boolean } | null>(null);

/** A button that copies a text and shows that it did. */
export function Copy(props: { what: string; text: () => string; children: ComponentChildren }) {
  const { what } = props;
  const tell = (done: boolean) => {
    batch(() => {
      copied.value = { what, done };
      said.value = done ? `${what} copied` : "the browser does not allow to copy";
    });
    setTimeout(() => {
      if (copied.peek()?.what === what) copied.value = null;
    }, 4000);
  };
  const last = copied.value?.what === what ? copied.value : null;
  return (
    <button
      type="button"
      onClick={() => {
        navigator.clipboard.writeText(props.text()).then(
          () => tell(true),
          () => tell(false),
        );
      }}
    >
      {last === null ? props.children : last.done ? "Copied ✓" : "Not allowed to copy"}
    </button>
  );
}

/** What is printed; nothing otherwise. */
const paper = signal<readonly Puzzle[]>([]);
const making = signal(false);
const trouble = signal<string | null>(null);
const asking = new Latest();

async function print(puzzles: readonly Puzzle[]) {
  paper.value = puzzles;
  // After the puzzles are drawn.
  await new Promise((drawn) => requestAnimationFrame(drawn));
  await new Promise((drawn) => requestAnimationFrame(drawn));
  window.print();
}

/** Six new puzzles of the chosen size and difficulty. */
async function printSix() {
  const signal = asking.next();
  const { size, level } = chosen.peek();
  making.value = true;
  trouble.value = null;
  try {
    const seeds = crypto.getRandomValues(new Uint32Array(6));
    const six = await Promise.all(
      [...seeds].map((seed) => engine.generatePuzzle(size, seed, level, { signal })),
    );
    if (!signal.aborted) await print(six.map(puzzleOf));
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error).message;
  } finally {
    if (!signal.aborted) making.value = false;
  }
}

export function Share({ now }: { now: Puzzle | null }) {
  return (
    <details class="panel">
      <summary>Share and print</summary>
      <div class="row">
        <Copy what="address" text={link}>
          Copy the address
        </Copy>
        <button type="button" disabled={!now} onClick={() => now && void print([now])}>
          Print
        </button>
        <button type="button" disabled={making.value} onClick={() => void printSix()}>
          {making.value ? "Making six puzzles…" : "Print six new ones"}
        </button>
      </div>
      {trouble.value ? <p class="notice bad">{trouble.value}</p> : null}
      <p class="quiet">The address has the puzzle, neither your marks nor the solution.</p>
    </details>
  );
}

/** Only on paper: one puzzle or six, without colors. */
export function Paper() {
  const puzzles = paper.value;
  if (puzzles.length === 0) return null;
  return (
    <div class={puzzles.length > 1 ? "paper six" : "paper"} aria-hidden="true">
      {puzzles.map((one, index) => (
        <PuzzleBoard
          key={index}
          puzzle={one}
          marks={NO_MARKS}
          auto={false}
          letters={chosen.value.letters}
          patterns={false}
        />
      ))}
      <p>One queen in every row, column and region; queens do not touch, not even at a corner.</p>
    </div>
  );
}

addEventListener("afterprint", () => (paper.value = []));
