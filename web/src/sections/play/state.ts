// The puzzle that is played, the marks on it and what was done to them. Everything that waits for the engine
// goes through `asking` or `hinting`, so that a new puzzle or a new mark drops the answer.

import { batch, computed, effect, signal } from "@preact/signals";

import {
  EngineError,
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
  lettersOf,
  markAt,
  marksIn,
  marksOf,
  puzzleOf,
  squaresOf,
  textOf,
  withMark,
} from "./game";
import {
  type Game,
  type Settings,
  dayOf,
  gameOf,
  gameOfDay,
  games,
  keepGame,
  keepSettings,
  settings,
} from "./store";

export const puzzle = signal<Puzzle | null>(null);
/** The day whose puzzle it is. */
export const day = signal<string | null>(null);
/** The marks that the puzzle came with. */
const given = signal<Marks>(NO_MARKS);
/** All positions since the game began. */
const history = new UndoHistory(NO_MARKS);
export const { now: marks, canUndo, canRedo } = history;
export const solved = computed(() => puzzle.value !== null && isSolved(puzzle.value, marks.value));

/** The time played, in seconds. */
export const seconds = signal(0);
export const hints = signal(0);
/** What is remembered of the game besides its marks, from an earlier visit or this one. */
const record = signal<Pick<Game, "level" | "score" | "solved" | "best" | "shown">>({});
export const chosen = signal<Settings>(settings());

/** What a click does: cross, queen and nothing in turn, or always the same. */
export type Tool = "turn" | "queen" | "cross" | "erase";
export const tool = signal<Tool>("turn");
/** Whether marks are only a trial. */
export const trying = signal(false);

/** What the engine says of the puzzle: its difficulty, or why it is none. */
export const rating = signal<PuzzleRating | null>(null);
export const fault = signal<string | null>(null);

/** A step, told in three stages: its technique, where it is, what it does. */
export interface StepHint {
  step: PuzzleStep;
  stage: 1 | 2 | 3;
}
export const hint = signal<StepHint | null>(null);
/** Another answer to a question: marks that are wrong, or words alone. */
export const answer = signal<{ words: string; wrong?: number[]; good?: boolean } | null>(null);

/** The solution step by step, and which of its steps is shown. */
export const proof = signal<PuzzleExplanation | null>(null);
export const proofStep = signal(0);

/** A puzzle is being made or read. */
export const busy = signal<string | null>(null);
/** What failed, and in which part of the section it is told. */
export type Place = "game" | "text";
export const trouble = signal<{ place: Place; message: string; advice: string } | null>(null);
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
      hint.value = answer.value = null;
    });
  });
}

function load(stored: Game) {
  history.set(stored.past.map(marksIn), stored.at);
  given.value = marksIn(stored.given);
  seconds.value = stored.seconds;
  hints.value = stored.hints;
  const { level, score, solved, best, shown } = stored;
  record.value = { level, score, solved, best, shown };
}

export function choose(change: Partial<Settings>) {
  chosen.value = { ...chosen.peek(), ...change };
  keepSettings(chosen.peek());
}

/** Asks for a puzzle and plays it. */
async function play(
  words: string,
  ask: (signal: AbortSignal) => Promise<PuzzleView>,
  { of = null, place = "game" }: { of?: string | null; place?: Place } = {},
) {
  const signal = asking.next();
  batch(() => {
    busy.value = words;
    trouble.value = null;
  });
  try {
    const view = await ask(signal);
    begin(view, of);
    const rated = await engine.ratePuzzle(view.compact, { signal });
    if (signal.aborted) return;
    rating.value = rated;
    record.value = { ...record.peek(), level: rated.level, score: rated.score };
    keep();
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    if (busy.peek() === null) fault.value = told(error).message;
    else trouble.value = { place, ...told(error) };
  } finally {
    if (!signal.aborted) busy.value = null;
  }
}

function begin(view: PuzzleView, of: string | null) {
  hinting.drop();
  keep();
  const stored = gameOf(view.compact);
  const written = marksOf(view);
  const marked = written.queens.size + written.crosses.size > 0;
  batch(() => {
    puzzle.value = puzzleOf(view);
    day.value = of ?? stored?.day ?? null;
    history.set([written], 0);
    given.value = written;
    seconds.value = hints.value = 0;
    record.value = {};
    if (stored) load(stored);
    // The marks of a text are what was asked for; those of an earlier visit can be undone to.
    if (stored && marked) {
      history.push(written);
      given.value = written;
    }
    trying.value = marks.value.trial.size > 0;
    rating.value = fault.value = hint.value = answer.value = proof.value = busy.value = null;
    said.value = `puzzle with ${view.n} rows`;
  });
  // One entry of the browser's history for each puzzle.
  setQuery({ ...address(), draw: null }, true);
  scrollTo({ top: 0 });
}

/** The address of the puzzle that is played. */
export function address(): { p: string | null; day: string | null } {
  const of = day.peek();
  return of === null ? { p: puzzle.peek()?.compact ?? null, day: null } : { p: null, day: of };
}

/** Stops making a puzzle. */
export function stop() {
  asking.drop();
  busy.value = null;
}

/** The squares of the smallest board. */
const LEAST = 16;

/** Plays the first puzzle in a text, or the one of an address of this page. */
export function open(text: string, place: Place = "game") {
  const [, linked] = /#\/play\?(\S+)/.exec(text) ?? [];
  const query = new URLSearchParams(linked ?? "");
  const of = query.get("day");
  if (of !== null && isDay(of)) return openDay(of);
  return play(
    "Reading the puzzle…",
    async (signal) => {
      const written = query.get("p") ?? text;
      if (written.replaceAll(/[^\p{L}\p{N}]/gu, "").length < LEAST) {
        throw new EngineError(
          "this is no puzzle",
          "write a letter for each square, row below row: 4 rows of 4 letters at least",
        );
      }
      const [first] = await engine.puzzles(written, { signal });
      return first as PuzzleView;
    },
    { place },
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

export const today = () => dayOf(new Date());

/** The puzzle of a day: its date is the seed. One that was begun stays as it is. */
export function openDay(of: string) {
  const [n, level] = WEEK[new Date(`${of}T12:00:00Z`).getUTCDay()] ?? [8, ""];
  const seed = Number(of.replaceAll("-", ""));
  const begun = gameOfDay(of)?.puzzle;
  return play(
    "Making the puzzle of the day…",
    async (signal) => {
      if (begun === undefined) return engine.generatePuzzle(n, seed, level, { signal });
      const [view] = await engine.puzzles(begun, { signal });
      return view as PuzzleView;
    },
    { of },
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
  const after = isSolved(now, next);
  hinting.drop();
  batch(() => {
    // In a solution nothing is a trial any more.
    history.push(after ? { ...next, trial: new Set() } : next, replace);
    hint.value = answer.value = null;
    const clashes = conflicts(now, next).map((clash) => conflictInWords(clash, now));
    said.value = [words, ...clashes].join(". ");
    if (after && !before) finish();
  });
  keep();
}

function finish() {
  const { solved: once, best, shown } = record.peek();
  const time = seconds.peek();
  record.value = {
    ...record.peek(),
    solved: once ?? Date.now(),
    best: shown ? best : Math.min(time, best ?? Infinity),
  };
  trying.value = false;
  said.value = `Solved in ${clock(time)}`;
}

const WORDS: Record<Mark, string> = { empty: "empty", cross: "crossed out", queen: "queen" };

export function put(square: number, mark: Mark) {
  const now = puzzle.peek();
  if (!now || markAt(marks.peek(), square) === mark) return;
  const trial = trying.peek() && mark !== "empty" ? ", a trial" : "";
  go(
    withMark(marks.peek(), square, mark, trying.peek()),
    `${nameOf(square, now.n)} ${WORDS[mark]}${trial}`,
  );
}

export function click(square: number) {
  const now = puzzle.peek();
  if (!now) return;
  const mark = markAt(marks.peek(), square);
  const asked = tool.peek();
  if (asked === "erase") put(square, "empty");
  else if (asked !== "turn") put(square, mark === asked ? "empty" : asked);
  else {
    const closed = chosen.peek().auto && closedBy(now, marks.peek().queens).has(square);
    put(square, clicked(marks.peek(), square, closed));
  }
}

/** What the drag under way does to squares. */
let dragged: Mark = "cross";

/** Crosses out the squares that a pointer passes, or clears them, if it begins on a cross. Queens stay. */
export function drag(squares: readonly number[], first: boolean) {
  const now = puzzle.peek();
  const [start] = squares;
  if (!now || start === undefined) return;
  if (first) {
    const clears = tool.peek() === "erase" || markAt(marks.peek(), start) === "cross";
    dragged = clears ? "empty" : "cross";
  }
  const next = squares.reduce(
    (marked, square) =>
      markAt(marked, square) === "queen"
        ? marked
        : withMark(marked, square, dragged, trying.peek()),
    marks.peek(),
  );
  const names = squares.map((square) => nameOf(square, now.n)).join(", ");
  go(next, `${names} ${WORDS[dragged]}`, !first);
}

function turn(by: number, words: string) {
  hinting.drop();
  batch(() => {
    history.turn(by);
    hint.value = answer.value = null;
    said.value = words;
  });
  keep();
}

export const undo = () => turn(-1, "undone");
export const redo = () => turn(1, "redone");

/** Begins from the marks that the puzzle came with, with the clock at zero; undo brings the others back. */
export function restart() {
  batch(() => {
    proof.value = null;
    seconds.value = hints.value = 0;
    trying.value = false;
    go(given.peek(), "started again");
  });
}

/** Makes marks as a trial from now on; or ends it, and keeps them. */
export function tryOut(on: boolean) {
  trying.value = on;
  const now = marks.peek();
  if (!on && now.trial.size > 0) go({ ...now, trial: new Set() }, "the trial is kept");
  else said.value = on ? "marks are a trial from now on" : "marks are no trial";
}

/** Takes a trial back: the position before its first mark. */
export function takeBack() {
  const past = history.past.peek().slice(0, history.at.peek() + 1);
  const before = past.findLast(({ trial }) => trial.size === 0);
  trying.value = false;
  const now = marks.peek();
  const without = [...now.trial].reduce((all, square) => withMark(all, square, "empty"), now);
  go(before ?? without, "the trial is taken back");
}

/** The marks as the engine is to see them: with the crosses that the board shows by itself. */
function seen(now: Puzzle): Pick<Marks, "queens" | "crosses"> {
  const { queens, crosses } = marks.peek();
  if (!chosen.peek().auto) return { queens, crosses };
  return { queens, crosses: new Set([...crosses, ...closedBy(now, queens)]) };
}

function tell(value: NonNullable<typeof answer.value>) {
  batch(() => {
    hint.value = null;
    answer.value = value;
    said.value = value.words;
  });
}

function tellWrong(now: Puzzle, squares: readonly string[]) {
  // Crosses that the board shows by itself follow from a queen, which is wrong then and named.
  const own = (square: number) => markAt(marks.peek(), square) !== "empty";
  const wrong = squaresOf(squares, now.n).filter(own);
  const names = wrong.map((square) => nameOf(square, now.n)).join(", ");
  const [is, s] = wrong.length === 1 ? ["is", ""] : ["are", "s"];
  const words = `The mark${s} on ${names} ${is} wrong: no solution has ${s ? "them" : "it"}.`;
  tell({ wrong, words });
}

async function ask() {
  const now = puzzle.peek();
  if (!now) return undefined;
  const signal = hinting.next();
  try {
    const found = await engine.hintPuzzle(textOf(now, seen(now)), { signal });
    return signal.aborted ? undefined : found;
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = { place: "game", ...told(error) };
    return undefined;
  }
}

const SEVERAL = "The puzzle has several solutions, so there is no next step to prove.";

/** The next stage of the hint that is shown, or the first of a new one. */
export async function giveHint() {
  const now = puzzle.peek();
  if (!now || solved.peek()) return;
  const shown = hint.peek();
  if (shown) {
    tellMore(shown);
    return;
  }
  const clashes = conflicts(now, marks.peek());
  if (clashes.length > 0) {
    const words = clashes.map((clash) => conflictInWords(clash, now)).join(" ");
    tell({ words: `${words} Take one back first.` });
    return;
  }
  const found = await ask();
  if (!found) return;
  if (found.kind === "step") {
    hints.value += 1;
    answer.value = null;
    showStage(found.step, 1);
    keep();
  } else if (found.kind === "wrong") {
    hints.value += 1;
    tellWrong(now, found.squares);
    keep();
  } else if (found.kind === "solved") tell({ words: "All queens are placed." });
  else if (found.kind === "none") tell({ words: "The puzzle has no solution." });
  else tell({ words: SEVERAL });
}

function tellMore({ step, stage }: StepHint) {
  if (stage < 3) showStage(step, stage === 1 ? 2 : 3);
}

/** What each technique looks for. */
const TECHNIQUES: Record<PuzzleStep["technique"], string> = {
  neighbors: "Neighbors of a queen: some squares that a queen closes are still open.",
  "last-square": "Last square: a row, column or region has only one open square left.",
  inside:
    "Inside one line: a region has open squares in one row or column only, or a row or column in one region only.",
  pairs: "Pairs: two regions and two rows, or two columns, have only each other.",
  starved: "Starved line: a queen on some square would leave a row, column or region without any.",
  groups: "Groups: three or more regions and as many rows or columns have only each other.",
  assumption: "Assumption: a queen on some square leads to a contradiction.",
  "two-assumptions":
    "Two assumptions: a queen on some square leads to a contradiction, after a second assumption.",
  search: "Search: no technique helps here.",
};

/** The section of the book on a step's technique. */
export const chapterOf = ({ technique }: PuzzleStep) =>
  `guide/techniques.md#${SECTIONS[technique] ?? technique}`;
const SECTIONS: Partial<Record<PuzzleStep["technique"], string>> = {
  neighbors: "neighbors-of-a-queen-and-last-square",
  "last-square": "neighbors-of-a-queen-and-last-square",
  inside: "inside-one-line",
  starved: "starved-line",
};

/** A hint in words, as far as it is told. */
export function hintInWords({ step, stage }: StepHint): string {
  if (stage === 3) return step.sentence;
  const technique = TECHNIQUES[step.technique];
  return stage === 1 ? technique : `${technique} Look at the framed squares.`;
}

/** The squares that show why, for a hint whose squares are framed. */
const framed = (step: PuzzleStep) => (step.highlight.length > 0 ? step.highlight : step.queens);

function showStage(step: PuzzleStep, stage: StepHint["stage"]) {
  batch(() => {
    const next = { step, stage };
    hint.value = next;
    const where = stage === 2 ? ` ${framed(step).join(", ")}` : "";
    said.value = hintInWords(next) + where;
  });
}

/** Says whether all marks agree with the solution, and nothing else. */
export async function check() {
  const now = puzzle.peek();
  if (!now) return;
  if (conflicts(now, marks.peek()).length > 0) {
    tell({ words: "No: there are queens that break a rule." });
    return;
  }
  const found = await ask();
  if (!found) return;
  const words = {
    step: "Yes, everything is right so far.",
    solved: "Yes: this is the solution.",
    wrong: "No: something is wrong.",
    none: "The puzzle has no solution.",
    several: "The puzzle has several solutions.",
  }[found.kind];
  tell({ words, good: found.kind === "step" || found.kind === "solved" });
}

/** Does what the hint says. */
export function takeHint() {
  const now = puzzle.peek();
  if (!now) return;
  const { step } = hint.peek() ?? {};
  const { wrong } = answer.peek() ?? {};
  if (step) go(afterStep(marks.peek(), step, now.n), "done");
  else if (wrong) {
    const cleared = wrong.reduce((all, square) => withMark(all, square, "empty"), marks.peek());
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
      hint.value = answer.value = null;
      proof.value = explanation;
      proofStep.value = 0;
      if (record.peek().solved === undefined) record.value = { ...record.peek(), shown: true };
    });
    keep();
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = { place: "game", ...told(error) };
  }
}
