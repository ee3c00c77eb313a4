// The board of Solve, what is known of it, and what can be done to it.

import { batch, effect, signal } from "@preact/signals";

import { nameOf } from "../../board";
import type { Trouble } from "../../components/trouble";
import { told } from "../../engine";
import { UndoHistory } from "../../history";
import { Latest, isAbort, useWhile } from "../../latest";
import { query, section, setQuery } from "../../route";
import { said } from "../../said";
import { type Analysis, type Hint, analyse, glance, hint, isDeadEnd, wayOut } from "./analysis";
import {
  LARGEST,
  type Position,
  type Tool,
  addressOf,
  applied,
  isClosed,
  positionIn,
} from "./position";

/** All positions since the section was opened. */
export const history = new UndoHistory<Position>(positionIn(query.peek()));
export const position = history.now;
export const analysis = signal<Analysis>(glance(position.peek()));
export const tool = signal<Tool>("queen");
export const shown = signal<Hint | undefined>(undefined);
export const trouble = signal<Trouble | undefined>(undefined);
/** The completion that is shown, from 0; null for none. */
export const way = signal<number | null>(null);
/** Whether each square shows in how many completions it has a queen. */
export const counts = signal(false);
/** The search for queens to take back: any change of the board drops it. */
export const hinting = new Latest();
/** A conversion between the text and the board: any change of either drops it. */
export const reading = new Latest();

export function go(next: Position, words: string) {
  reading.drop();
  batch(() => {
    history.push(next);
    said.value = words;
    trouble.value = undefined;
  });
}

export function turn(by: number) {
  reading.drop();
  history.turn(by);
}

export function act(square: number, chosen: Tool) {
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
export function draw(squares: readonly number[], what: "block" | "open") {
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

export function finishDrawing() {
  drawn = undefined;
}

export function complete() {
  const squares = way.value === null ? analysis.value.completion : completionAt(way.value);
  if (!squares) return;
  go({ ...position.value, queens: new Set(squares) }, "completed");
}

export async function giveHint() {
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

export function takeBack(squares: readonly number[]) {
  const { n, queens } = position.value;
  const rest = [...queens].filter((queen) => !squares.includes(queen));
  const names = squares.map((square) => nameOf(square, n)).join(", ");
  go({ ...position.value, queens: new Set(rest) }, `${names} taken back`);
}

/** The queens of a completion. */
export function completionAt(index: number): number[] {
  const { n } = position.value;
  const columns = analysis.value.listed?.columns.subarray(index * n, (index + 1) * n);
  return [...(columns ?? [])].map((column, row) => row * n + column);
}

export function browse(to: number) {
  const { n, queens } = position.value;
  way.value = to;
  const added = completionAt(to).filter((square) => !queens.has(square));
  const names = added.map((square) => nameOf(square, n)).join(", ");
  said.value = `completion ${to + 1} of ${analysis.value.listed?.found ?? 0}: ${names}`;
}

export async function attempt(work: Promise<unknown>, done: string) {
  try {
    await work;
    said.value = done;
    trouble.value = undefined;
  } catch (error) {
    if (!isAbort(error)) trouble.value = told(error);
  }
}

/** Follows the position with an analysis and with the address, while the section is shown. */
export function useAnalysis() {
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
