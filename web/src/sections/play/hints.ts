// What the engine says of the marks: the next step, whether all is right so far, how the puzzle is solved.

import { batch } from "@preact/signals";

import { nameOf } from "../../board";
import { type PuzzleStep, engine, told } from "../../engine";
import { isAbort } from "../../latest";
import {
  type Marks,
  type Puzzle,
  afterStep,
  closedBy,
  conflicts,
  conflictsInWords,
  markAt,
  squaresOf,
  textOf,
  withMark,
} from "../../puzzle";
import { said } from "../../said";
import { go } from "./moves";
import {
  type StepHint,
  answer,
  asked,
  chosen,
  hint,
  hinting,
  hints,
  hush,
  keep,
  marks,
  puzzle,
  record,
  review,
  reviewAt,
  solved,
  trouble,
} from "./state";

/** The marks as the engine is to see them: with the crosses that the board shows by itself. */
function seen(now: Puzzle): Pick<Marks, "queens" | "crosses"> {
  const { queens, crosses } = marks.peek();
  if (!chosen.peek().auto) return { queens, crosses };
  return { queens, crosses: new Set([...crosses, ...closedBy(now, queens)]) };
}

function tell(value: NonNullable<typeof answer.value>) {
  batch(() => {
    hush();
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
  const clashes = conflicts(now, marks.peek());
  const words =
    clashes.length > 0
      ? `${conflictsInWords(clashes, now)} Take back the mark${s} on ${names}.`
      : `The mark${s} on ${names} ${is} wrong: no solution has ${s ? "them" : "it"}.`;
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
    if (shown.stage < 3) showStage(shown.step, shown.stage === 1 ? 2 : 3);
    return;
  }
  const found = await ask();
  if (!found) return;
  if (found.kind === "step") {
    hints.value += 1;
    hush();
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
  return stage === 1 ? technique : `${technique.split(":")[0]}: look at the framed squares.`;
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

/** Shows how the puzzle is solved, from an empty board; before the first result, only when asked twice. */
export async function prove(sure = false) {
  const now = puzzle.peek();
  if (!now) return;
  const { solved: once, shown } = record.peek();
  if (!sure && once === undefined && !shown) {
    batch(() => {
      hush();
      asked.value = true;
      said.value = "Show the solution? It is the end of this puzzle's result.";
    });
    return;
  }
  const signal = hinting.next();
  try {
    const explanation = await engine.explainPuzzle(now.compact, { signal });
    if (signal.aborted) return;
    batch(() => {
      hush();
      review.value = { kind: "proof", explanation };
      reviewAt.value = 0;
      if (once === undefined) record.value = { ...record.peek(), shown: true };
    });
    keep();
    scrollTo({ top: 0 });
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) trouble.value = { place: "game", ...told(error) };
  }
}
