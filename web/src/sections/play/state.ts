// The puzzle that is played, the marks on it and what was done to them. Everything that waits for the engine
// goes through `asking` or `hinting`, so that a new puzzle or a new mark drops the answer.

import { batch, computed, signal } from "@preact/signals";

import {
  type Level,
  type PuzzleExplanation,
  type PuzzleRating,
  type PuzzleStep,
  type PuzzleView,
  engine,
  told,
} from "../../engine";
import { UndoHistory } from "../../history";
import { Latest, isAbort } from "../../latest";
import { setQuery } from "../../route";
import { nameOf } from "../solve/position";
import {
  type Mark,
  type Marks,
  NO_MARKS,
  type Puzzle,
  afterStep,
  clicked,
  clock,
  closedBy,
  conflictInWords,
  conflicts,
  isSolved,
  markAt,
  marksOf,
  puzzleOf,
  squaresOf,
  textOf,
  withMark,
} from "./game";
import { type Settings, gameOf, keepGame, keepSettings, settings } from "./store";

export const puzzle = signal<Puzzle | null>(null);
/** All positions since the game began. */
const history = new UndoHistory(NO_MARKS);
export const { now: marks, canUndo, canRedo } = history;
export const solved = computed(() => puzzle.value !== null && isSolved(puzzle.value, marks.value));

/** The time played, in seconds. */
export const seconds = signal(0);
export const chosen = signal<Settings>(settings());

/** What the engine says of the puzzle: its difficulty, or why it is none. */
export const rating = signal<PuzzleRating | null>(null);
export const fault = signal<string | null>(null);

/** The hint that is shown, or marks that are wrong. */
export const hint = signal<{ step?: PuzzleStep; wrong?: number[]; words: string } | null>(null);

/** The solution step by step, and which of its steps is shown. */
export const proof = signal<PuzzleExplanation | null>(null);
export const proofStep = signal(0);

/** A puzzle is being made or read. */
export const busy = signal<string | null>(null);
export const trouble = signal<{ message: string; advice: string } | null>(null);
/** What happened last, for those who do not see the board. */
export const said = signal("");

const asking = new Latest();
const hinting = new Latest();

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
  keepGame(now.compact, now.n, {
    past: history.past.peek(),
    at: history.at.peek(),
    seconds: seconds.peek(),
  });
}

export function choose(change: Partial<Settings>) {
  chosen.value = { ...chosen.peek(), ...change };
  keepSettings(chosen.peek());
}

/** Asks for a puzzle and plays it. */
async function play(
  words: string,
  ask: (signal: AbortSignal) => Promise<PuzzleView>,
  day?: string,
) {
  const signal = asking.next();
  batch(() => {
    busy.value = words;
    trouble.value = null;
  });
  try {
    const view = await ask(signal);
    begin(view, day);
    const rated = await engine.ratePuzzle(view.compact, { signal });
    if (!signal.aborted) rating.value = rated;
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    if (busy.peek() === null) fault.value = told(error).message;
    else trouble.value = told(error);
  } finally {
    if (!signal.aborted) busy.value = null;
  }
}

function begin(view: PuzzleView, day: string | undefined) {
  hinting.drop();
  keep();
  const stored = gameOf(view.compact);
  batch(() => {
    puzzle.value = puzzleOf(view);
    history.set(stored?.past ?? [marksOf(view)], stored?.at ?? 0);
    seconds.value = stored?.seconds ?? 0;
    rating.value = fault.value = hint.value = proof.value = busy.value = null;
    said.value = `puzzle with ${view.n} rows`;
  });
  setQuery({ p: view.compact, day: day ?? null });
}

/** Stops making a puzzle. */
export function stop() {
  asking.drop();
  busy.value = null;
}

/** Plays the first puzzle in a text. */
export function open(text: string, day?: string) {
  return play(
    "Reading the puzzle…",
    async (signal) => {
      const [first] = await engine.puzzles(text, { signal });
      return first as PuzzleView;
    },
    day,
  );
}

export function make(n: number, level: Level | "") {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] as number;
  return play("Making a puzzle…", (signal) => engine.generatePuzzle(n, seed, level, { signal }));
}

/** Size and level by the day of the week, Sunday first: harder towards the weekend. */
const WEEK: readonly [number, Level][] = [
  [8, "hard"],
  [7, "easy"],
  [8, "easy"],
  [8, "medium"],
  [9, "medium"],
  [9, "medium"],
  [8, "hard"],
];

/** Today's date where the reader is, as `2026-11-23`. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The puzzle of a day: its date is the seed. */
export function makeOf(day: string) {
  const [n, level] = WEEK[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? [8, ""];
  const seed = Number(day.replaceAll("-", ""));
  return play(
    "Making the puzzle of the day…",
    (signal) => engine.generatePuzzle(n, seed, level, { signal }),
    day,
  );
}

/** Whether a text is a date as above. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function go(next: Marks, words: string, replace = false) {
  const now = puzzle.peek();
  if (!now) return;
  const before = solved.peek();
  hinting.drop();
  batch(() => {
    history.push(next, replace);
    hint.value = null;
    const [first] = conflicts(now, next);
    const more = first ? `. ${conflictInWords(first, now)}` : "";
    said.value =
      isSolved(now, next) && !before ? `Solved in ${clock(seconds.peek())}` : words + more;
  });
  keep();
}

const WORDS: Record<Mark, string> = { empty: "empty", cross: "crossed out", queen: "queen" };

export function put(square: number, mark: Mark) {
  const now = puzzle.peek();
  if (!now || markAt(marks.peek(), square) === mark) return;
  go(withMark(marks.peek(), square, mark), `${nameOf(square, now.n)} ${WORDS[mark]}`);
}

export function click(square: number) {
  const now = puzzle.peek();
  if (!now) return;
  const closed = chosen.peek().auto && closedBy(now, marks.peek().queens).has(square);
  put(square, clicked(marks.peek(), square, closed));
}

/** What the drag under way does to squares. */
let dragged: Mark = "cross";

/** Crosses out the squares that a pointer passes, or clears them, if it begins on a cross. Queens stay. */
export function drag(squares: readonly number[], first: boolean) {
  const now = puzzle.peek();
  const [start] = squares;
  if (!now || start === undefined) return;
  if (first) dragged = markAt(marks.peek(), start) === "cross" ? "empty" : "cross";
  const next = squares.reduce(
    (marked, square) =>
      markAt(marked, square) === "queen" ? marked : withMark(marked, square, dragged),
    marks.peek(),
  );
  const names = squares.map((square) => nameOf(square, now.n)).join(", ");
  go(next, `${names} ${WORDS[dragged]}`, !first);
}

function turn(by: number, words: string) {
  hinting.drop();
  batch(() => {
    history.turn(by);
    hint.value = null;
    said.value = words;
  });
  keep();
}

export const undo = () => turn(-1, "undone");
export const redo = () => turn(1, "redone");

/** Begins from an empty board, with the clock at zero; undo brings the marks back. */
export function restart() {
  batch(() => {
    proof.value = null;
    seconds.value = 0;
    go(NO_MARKS, "started again");
  });
}

/** The marks as the engine is to see them: with the crosses that the board shows by itself. */
function seen(now: Puzzle): Marks {
  const { queens, crosses } = marks.peek();
  if (!chosen.peek().auto) return { queens, crosses };
  return { queens, crosses: new Set([...crosses, ...closedBy(now, queens)]) };
}

export async function giveHint() {
  const now = puzzle.peek();
  if (!now) return;
  const [clash] = conflicts(now, marks.peek());
  const show = (value: NonNullable<typeof hint.value>) => {
    batch(() => {
      hint.value = value;
      said.value = value.words;
    });
  };
  if (clash) {
    const { first, second } = clash;
    show({ wrong: [first, second], words: conflictInWords(clash, now) });
    return;
  }
  const signal = hinting.next();
  try {
    const found = await engine.hintPuzzle(textOf(now, seen(now)), { signal });
    if (signal.aborted) return;
    if (found.kind === "step") show({ step: found.step, words: found.step.sentence });
    else if (found.kind === "wrong") {
      // Crosses that the board shows by itself follow from a queen, which is wrong then and named.
      const own = (square: number) => markAt(marks.peek(), square) !== "empty";
      const wrong = squaresOf(found.squares, now.n).filter(own);
      const names = wrong.map((square) => nameOf(square, now.n)).join(", ");
      const [is, s] = wrong.length === 1 ? ["is", ""] : ["are", "s"];
      show({
        wrong,
        words: `The mark${s} on ${names} ${is} wrong: no solution has ${s ? "them" : "it"}.`,
      });
    } else if (found.kind === "solved") show({ words: "All queens are placed." });
    else if (found.kind === "none") show({ words: "The puzzle has no solution." });
    else show({ words: "The puzzle has several solutions, so there is no next step to prove." });
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error);
  }
}

/** Does what the hint says. */
export function takeHint() {
  const now = puzzle.peek();
  const shown = hint.peek();
  if (!now || !shown) return;
  if (shown.step) go(afterStep(marks.peek(), shown.step, now.n), "done");
  else if (shown.wrong) {
    const cleared = shown.wrong.reduce(
      (all, square) => withMark(all, square, "empty"),
      marks.peek(),
    );
    go(cleared, "marks taken away");
  }
}

/** Shows how the puzzle is solved, from an empty board. */
export async function prove() {
  const now = puzzle.peek();
  if (!now) return;
  const signal = hinting.next();
  try {
    const explanation = await engine.explainPuzzle(now.compact, { signal });
    if (signal.aborted) return;
    batch(() => {
      hint.value = null;
      proof.value = explanation;
      proofStep.value = 0;
    });
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = told(error);
  }
}
