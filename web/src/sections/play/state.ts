// The puzzle that is played, the marks on it, and what is remembered of it. What is done to them is in
// `moves.ts`, `opening.ts` and `hints.ts`.

import { batch, computed, effect, signal } from "@preact/signals";

import type { Trouble } from "../../components/trouble";
import type { PuzzleExplanation, PuzzleRating, PuzzleStep } from "../../engine";
import { type Game, type Settings, games, keepGame, keepSettings, settings } from "../../games";
import { UndoHistory } from "../../history";
import { Latest } from "../../latest";
import { type Marks, NO_MARKS, type Puzzle, isSolved, lettersOf, marksIn } from "../../puzzle";

export const puzzle = signal<Puzzle | null>(null);
/** The day whose puzzle it is. */
export const day = signal<string | null>(null);
/** The seed that it was made from, if it was made just now. */
export const seed = signal<number | null>(null);
/** The marks that the puzzle came with. */
export const given = signal<Marks>(NO_MARKS);
/** All positions since the game began. */
export const history = new UndoHistory(NO_MARKS);
export const { now: marks, canUndo, canRedo } = history;
/** The game is over, and the board is locked. */
export const solved = computed(() => puzzle.value !== null && isSolved(puzzle.value, marks.value));

/** The time played, in seconds, and the hints, since the game began or began again. */
export const seconds = signal(0);
export const hints = signal(0);
/** What is remembered of the game besides its marks. The first result is never replaced. */
export const record = signal<Pick<Game, "level" | "score" | "solved" | "time" | "used" | "shown">>(
  {},
);
export const chosen = signal<Settings>(settings());

/** Whether marks are only a trial, in pencil. */
export const trying = signal(false);

/** What the engine says of the puzzle: its difficulty, or why it is none. */
export const rating = signal<PuzzleRating | null>(null);
export const fault = signal<string | null>(null);
/** Two of its solutions, if it has several. */
export const several = signal<readonly (readonly number[])[] | null>(null);

/** A step, told in three stages: its technique, where it is, what it does. */
export interface StepHint {
  step: PuzzleStep;
  stage: 1 | 2 | 3;
}
export const hint = signal<StepHint | null>(null);
/** Another answer to a question: marks that are wrong, or words alone. */
export const answer = signal<{ words: string; wrong?: number[]; good?: boolean } | null>(null);
/** Whether to show the solution is the question. */
export const asked = signal(false);

/** The board is looked back on: the solution step by step, or the moves that were made. */
export type Review =
  | { kind: "proof"; explanation: PuzzleExplanation }
  | { kind: "replay"; positions: readonly Marks[] };
export const review = signal<Review | null>(null);
export const reviewAt = signal(0);

/** A puzzle is being made or read. */
export const busy = signal<string | null>(null);
/** What failed, and in which part of the section it is told. */
export type Place = "game" | "text";
export const trouble = signal<(Trouble & { place: Place }) | null>(null);

/** Everything that waits for the engine goes through these: a new puzzle or a new mark drops the answer. */
export const asking = new Latest();
export const hinting = new Latest();

/** Nothing is said about the board any more. */
export function hush() {
  hint.value = answer.value = null;
  asked.value = false;
}

/** Drops what was asked, as the section is left. */
export function leave() {
  asking.drop();
  hinting.drop();
  busy.value = null;
  keep();
}

export function keep() {
  const now = puzzle.peek();
  if (!now) return;
  const squares = now.n * now.n;
  const letters = (one: Marks) => lettersOf(one, squares);
  keepGame({
    puzzle: now.compact,
    n: now.n,
    day: day.peek() ?? undefined,
    given: letters(given.peek()),
    past: history.past.peek().map(letters),
    at: history.at.peek(),
    seconds: seconds.peek(),
    hints: hints.peek(),
    played: Date.now(),
    ...record.peek(),
  });
}

/** Takes over what another tab did to this game. */
export function followStore() {
  return effect(() => {
    const now = puzzle.peek();
    const stored = games.value.find((game) => game.puzzle === now?.compact);
    if (!now || !stored) return;
    const squares = now.n * now.n;
    const past = history.past.peek();
    const same =
      stored.at === history.at.peek() &&
      stored.past.length === past.length &&
      stored.past[stored.at] === lettersOf(marks.peek(), squares);
    if (same) return;
    batch(() => {
      load(stored);
      hush();
    });
  });
}

export function load(stored: Game) {
  history.set(stored.past.map(marksIn), stored.at);
  given.value = marksIn(stored.given);
  seconds.value = stored.seconds;
  hints.value = stored.hints;
  const { level, score, solved, time, used, shown } = stored;
  record.value = { level, score, solved, time, used, shown };
}

export function choose(change: Partial<Settings>) {
  chosen.value = { ...chosen.peek(), ...change };
  keepSettings(chosen.peek());
}
