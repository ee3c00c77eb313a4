// What a player does to the marks. A solved board is locked: its result stands.

import { batch } from "@preact/signals";

import { nameOf } from "../../board";
import { clock } from "../../numbers";
import {
  type Mark,
  type Marks,
  type Tint,
  clicked,
  closedBy,
  conflicts,
  conflictsInWords,
  isSolved,
  markAt,
  withMark,
  withTint,
} from "../../puzzle";
import { said } from "../../said";
import {
  chosen,
  given,
  hinting,
  hints,
  history,
  hush,
  keep,
  marks,
  puzzle,
  record,
  review,
  reviewAt,
  seconds,
  solved,
  trying,
} from "./state";

/** The next position. */
export function go(next: Marks, words: string, replace = false) {
  const now = puzzle.peek();
  if (!now) return;
  const before = solved.peek();
  const after = isSolved(now, next);
  hinting.drop();
  batch(() => {
    // In a solution nothing is a trial any more.
    history.push(after ? { ...next, trial: new Set() } : next, replace);
    hush();
    const clashes = conflicts(now, next);
    said.value = clashes.length > 0 ? `${words}. ${conflictsInWords(clashes, now)}` : words;
    if (after && !before) finish();
  });
  keep();
}

function finish() {
  const before = record.peek();
  const [time, used] = [seconds.peek(), hints.peek()];
  if (before.solved === undefined) {
    record.value = { ...before, solved: Date.now(), time, used };
  }
  trying.value = false;
  said.value = `Solved in ${clock(time)}`;
}

const WORDS: Record<Mark, string> = { empty: "empty", cross: "crossed out", queen: "queen" };

export function put(square: number, mark: Mark) {
  const now = puzzle.peek();
  if (!now || solved.peek() || markAt(marks.peek(), square) === mark) return;
  const trial = trying.peek() && mark !== "empty" ? ", in pencil" : "";
  go(
    withMark(marks.peek(), square, mark, trying.peek()),
    `${nameOf(square, now.n)} ${WORDS[mark]}${trial}`,
  );
}

/** Colors squares, or takes their colors away. */
function tint(squares: readonly number[], color: Tint | undefined, replace = false) {
  const now = puzzle.peek();
  if (!now || solved.peek()) return;
  const next = squares.reduce((all, square) => withTint(all, square, color), marks.peek());
  const names = squares.map((square) => nameOf(square, now.n)).join(", ");
  go(next, `${names} ${color ?? "without a color"}`, replace);
}

/** Light, dark, and no color in turn. */
export function turnTint(square: number) {
  const before = marks.peek().tints.get(square);
  tint([square], before === undefined ? "light" : before === "light" ? "dark" : undefined);
}

/** Takes a mark away, or the color where there is no mark. */
export function erase(square: number) {
  if (markAt(marks.peek(), square) !== "empty") put(square, "empty");
  else if (marks.peek().tints.has(square)) tint([square], undefined);
}

export function click(square: number) {
  const now = puzzle.peek();
  if (!now) return;
  const mark = markAt(marks.peek(), square);
  const asked = chosen.peek().tool;
  if (asked === "tint") turnTint(square);
  else if (asked === "erase") erase(square);
  else if (asked !== "turn") put(square, mark === asked ? "empty" : asked);
  else {
    const closed = chosen.peek().auto && closedBy(now, marks.peek().queens).has(square);
    put(square, clicked(marks.peek(), square, closed));
  }
}

/** What the drag under way does to squares. */
let dragged: Mark = "cross";
let dragsColor: Tint | undefined;

/**
 * Crosses out the squares that a pointer passes, or clears them, if it begins on a cross; queens stay. Or colors them,
 * if it begins on one without a color.
 */
export function drag(squares: readonly number[], first: boolean) {
  const now = puzzle.peek();
  const [start] = squares;
  if (!now || start === undefined || solved.peek()) return;
  if (chosen.peek().tool === "tint") {
    if (first) dragsColor = marks.peek().tints.has(start) ? undefined : "light";
    tint(squares, dragsColor, !first);
    return;
  }
  if (first) {
    const clears = chosen.peek().tool === "erase" || markAt(marks.peek(), start) === "cross";
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
  if (solved.peek()) return;
  hinting.drop();
  batch(() => {
    history.turn(by);
    hush();
    said.value = words;
  });
  keep();
}

export const undo = () => turn(-1, "undone");
export const redo = () => turn(1, "redone");

/**
 * Begins from the marks that the puzzle came with; undo brings the others back. The clock and the hints go on, so
 * that the first result is an honest one; after it, they begin again.
 */
export function restart() {
  batch(() => {
    review.value = null;
    if (record.peek().solved !== undefined) seconds.value = hints.value = 0;
    trying.value = false;
    go(given.peek(), "started again");
  });
}

/** Makes marks in pencil from now on; or ends it, and keeps them. */
export function tryOut(on: boolean) {
  if (solved.peek()) return;
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

/** Shows all positions up to this one, from the first. */
export function replay() {
  const positions = history.past.peek().slice(0, history.at.peek() + 1);
  batch(() => {
    hush();
    review.value = { kind: "replay", positions };
    reviewAt.value = 0;
  });
}
