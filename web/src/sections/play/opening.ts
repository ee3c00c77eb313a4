// Where puzzles come from: the day, the generator, a text, an address.

import { batch } from "@preact/signals";

import { FIRST, dateInWords, isDay, planOf, today } from "../../days";
import { EngineError, type Level, type PuzzleView, engine, told } from "../../engine";
import { gameOf, gameOfDay } from "../../games";
import { isAbort } from "../../latest";
import { isSolved, marksOf, puzzleOf } from "../../puzzle";
import { setQuery } from "../../route";
import { said } from "../../said";
import {
  type Place,
  answer,
  asking,
  busy,
  day,
  fault,
  given,
  hinting,
  hints,
  history,
  hush,
  keep,
  load,
  marks,
  puzzle,
  rating,
  record,
  review,
  seconds,
  seed,
  several,
  trouble,
  trying,
} from "./state";

interface Opened {
  of?: string | null;
  from?: number | null;
  place?: Place;
  /** Whether the address led here: then it has its entry in the browser's history. */
  addressed?: boolean;
}

/** Asks for a puzzle and plays it. */
async function play(
  words: string,
  ask: (signal: AbortSignal) => Promise<PuzzleView>,
  opened: Opened = {},
) {
  const signal = asking.next();
  batch(() => {
    busy.value = words;
    trouble.value = null;
  });
  try {
    const view = await ask(signal);
    begin(view, opened);
    await rate(view, signal);
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    trouble.value = { place: opened.place ?? "game", ...told(error) };
  } finally {
    if (!signal.aborted) busy.value = null;
  }
}

async function rate({ compact }: PuzzleView, signal: AbortSignal) {
  try {
    const rated = await engine.ratePuzzle(compact, { signal });
    if (signal.aborted) return;
    rating.value = rated;
    record.value = { ...record.peek(), level: rated.level, score: rated.score };
    keep();
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    const { solutions } = await engine.explainPuzzle(compact, { signal });
    if (signal.aborted) return;
    if (solutions.length > 1) several.value = solutions;
    else fault.value = told(error).message;
  }
}

function begin(view: PuzzleView, { of = null, from = null, addressed = false }: Opened) {
  hinting.drop();
  keep();
  const stored = gameOf(view.compact);
  const written = marksOf(view);
  const now = puzzleOf(view);
  const marked = written.queens.size + written.crosses.size > 0;
  batch(() => {
    puzzle.value = now;
    day.value = of ?? stored?.day ?? null;
    seed.value = from;
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
    // A text or a picture of the solution is no result.
    if (record.value.solved === undefined && isSolved(now, written)) {
      record.value = { ...record.value, shown: true };
    }
    trying.value = marks.value.trial.size > 0;
    rating.value = fault.value = several.value = review.value = busy.value = null;
    hush();
    said.value = `puzzle with ${view.n} rows`;
  });
  // One entry of the browser's history for each puzzle.
  setQuery({ ...address(), draw: null }, !addressed);
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
export function open(text: string, place: Place = "game", addressed = false) {
  const [, linked] = /#\/play\?(\S+)/.exec(text) ?? [];
  const query = new URLSearchParams(linked ?? "");
  const of = query.get("day");
  if (of !== null && isDay(of)) return openDay(of);
  const written = query.get("p") ?? text;
  return play("Reading the puzzle…", (signal) => read(written, signal), { place, addressed });
}

async function read(written: string, signal: AbortSignal): Promise<PuzzleView> {
  if (written.replaceAll(/[^\p{L}\p{N}]/gu, "").length < LEAST) {
    throw new EngineError(
      "this is no puzzle",
      "write a letter for each square, row below row: 4 rows of 4 letters at least",
    );
  }
  try {
    const [first] = await engine.puzzles(written, { signal });
    return first as PuzzleView;
  } catch (error) {
    if (!isAbort(error) && /^\s*https?:\/\/\S+\s*$/.test(written)) {
      throw new EngineError(
        "this is the address of another page, with no puzzle in it that can be read",
        "open it there, and copy its rows as text, or take a picture of its board",
      );
    }
    throw error;
  }
}

/** Makes a puzzle; the same for the same size, level and seed. */
export function make(n: number, level: Level | "", from: number | null = null) {
  const number = from ?? (crypto.getRandomValues(new Uint32Array(1))[0] as number) % 1_000_000;
  return play("Making a puzzle…", (signal) => engine.generatePuzzle(n, number, level, { signal }), {
    from: number,
  });
}

/** The puzzle of a day. One that was begun stays as it is; that of a day to come is not out yet. */
export async function openDay(of: string, addressed = false) {
  const now = today.peek();
  const early = of > now;
  const shown = early ? now : of;
  const { n, level, seed: number } = planOf(shown);
  const begun = gameOfDay(shown)?.puzzle;
  await play(
    "Making the puzzle of the day…",
    async (signal) => {
      if (begun === undefined) return engine.generatePuzzle(n, number, level, { signal });
      const [view] = await engine.puzzles(begun, { signal });
      return view as PuzzleView;
    },
    { of: shown, addressed },
  );
  if (early && day.peek() === shown) {
    const words = `The puzzle of ${dateInWords(of)} comes out on that day. This is today's.`;
    batch(() => {
      answer.value = { words };
      said.value = words;
    });
  }
}

/** Whether the archive has the day. */
export const isInArchive = (of: string) => of >= FIRST && of <= today.value;
