// The library `queens` in the browser. Every call is answered by a worker: nothing is ever computed on
// the main thread.

import { type CountOptions, count } from "./count";
import { type Answer, call, processors } from "./pool";
import { EngineError, type Level, type Listed, type Problem, type Table } from "./types";

export type * from "./types";
export type { CountOptions } from "./count";
export { EngineError, processors };

export interface Abortable {
  /** Aborting ends the worker at once; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/** What to show of an error, whatever it is: what failed, and what to do. */
export function told(error: unknown): { message: string; advice: string } {
  if (error instanceof EngineError) return { message: error.message, advice: error.advice };
  const message = error instanceof Error ? error.message : String(error);
  return { message, advice: "load the page again; if it happens twice, report it as a bug" };
}

/** The same in one line. */
export function inWords(error: unknown): string {
  const { message, advice } = told(error);
  return `${message}; ${advice}`;
}

let members: Promise<Answer<"members">> | undefined;
let tables: Promise<Answer<"known">> | undefined;

/** A published value, if there is one. */
export function valueAt(table: Table, n: number): bigint | undefined {
  return table.values[n - table.first];
}

export const engine = {
  /** The algorithms of the gallery, from the simplest to the fastest. */
  members() {
    members ??= call("members", []);
    return members;
  },

  /** Steps of a search, after the first `skip`. */
  trace(member: string, n: number, skip: number, count: number, { signal }: Abortable = {}) {
    return call("trace", [member, n, skip, count], { signal });
  },

  seek(
    member: string,
    n: number,
    what: "next" | "previous" | "end",
    from: number,
    limit: number,
    { signal }: Abortable = {},
  ) {
    return call("seek", [member, n, what, from, limit], { signal });
  },

  difference(one: string, other: string, n: number, limit: number, { signal }: Abortable = {}) {
    return call("difference", [one, other, n, limit], { signal });
  },

  tree(member: string, n: number, limit: number, { signal }: Abortable = {}) {
    return call("tree", [member, n, limit], { signal });
  },

  /** Runs an algorithm to its end, without counters unless asked for. */
  galleryRun(
    member: string,
    n: number,
    { counted = false, signal }: Abortable & { counted?: boolean } = {},
  ) {
    return call("timedRun", [member, n, counted], { signal });
  },

  /** The first solutions in lexicographic order; or the first of each orbit. */
  async list(
    n: number,
    limit: number,
    { fundamental = false, signal }: Abortable & { fundamental?: boolean } = {},
  ): Promise<Listed> {
    const { numbers, ended } = await call("list", [n, limit, fundamental], { signal });
    const [placements, multiplicities]: [number[][], number[]] = [[], []];
    for (let i = 0; i < numbers.length; i += n + 1) {
      multiplicities.push(numbers[i] as number);
      placements.push([...numbers.subarray(i + 1, i + 1 + n)]);
    }
    return { placements, multiplicities, ended };
  },

  orbit(columns: number[], { signal }: Abortable = {}) {
    return call("orbit", [Uint32Array.from(columns)], { signal });
  },

  /** The published values. */
  known() {
    tables ??= call("known", []);
    return tables;
  },

  /** The solutions by symmetry, from their total. */
  classes(n: number, total: bigint, { signal }: Abortable = {}) {
    return call("classes", [n, String(total)], { signal });
  },

  estimate(n: number, probes: number, seed: number, { signal }: Abortable = {}) {
    return call("estimate", [n, probes, seed], { signal });
  },

  /** Completes a board, or proves that it cannot be completed. */
  complete(problem: Problem, { signal }: Abortable = {}) {
    return call("complete", [JSON.stringify(problem)], { signal });
  },

  /** The squares without a queen yet that have one in every completion: [row, column]. */
  async forced(problem: Problem, { signal }: Abortable = {}): Promise<[number, number][]> {
    const flat = await call("forced", [problem], { signal });
    return Array.from({ length: flat.length / 2 }, (_, i) => [
      flat[2 * i] as number,
      flat[2 * i + 1] as number,
    ]);
  },

  /**
   * Lists the completions, at most `limit` and no longer than `milliseconds`, and tells on the way how many
   * there were.
   */
  completions(
    problem: Problem,
    limit: number,
    milliseconds: number,
    { signal, onFound }: Abortable & { onFound?: (found: number) => void } = {},
  ) {
    const onPart = (part: unknown) => onFound?.(part as number);
    return call("completions", [problem, limit, milliseconds], { signal, onPart });
  },

  /**
   * The smallest set of queens to take back so that the board can be completed; null if there is none. Tells
   * the size of the sets that are being tried.
   */
  takeBack(
    problem: Problem,
    pairs: [string, string][],
    { signal, onSize }: Abortable & { onSize?: (size: number) => void } = {},
  ) {
    const onPart = (part: unknown) => onSize?.(part as number);
    return call("takeBack", [problem, pairs], { signal, onPart });
  },

  /** Counts the completions, however long it takes. */
  async countCompletions(problem: Problem, { signal }: Abortable = {}): Promise<bigint> {
    return (await call("count_completions", [JSON.stringify(problem)], { signal })).total;
  },

  /** The board as an SVG document. */
  draw(problem: Problem, coordinates: boolean, { signal }: Abortable = {}) {
    return call("draw", [problem, coordinates], { signal });
  },

  /** A problem in both its forms, from either. */
  read(text: string, { signal }: Abortable = {}) {
    return call("problem_text", [text], { signal });
  },

  /** The region puzzles in a text, in whatever form they are written. */
  puzzles(text: string, { signal }: Abortable = {}) {
    return call("puzzle_read", [text], { signal });
  },

  /** The board in a picture: four bytes for each pixel. Its regions may not be a puzzle yet. */
  recognizePuzzle({ width, height, data }: ImageData, { signal }: Abortable = {}) {
    return call("puzzle_recognize", [width, height, new Uint8Array(data.buffer)], { signal });
  },

  /** Solves a puzzle as a person would, step by step. */
  explainPuzzle(text: string, { signal }: Abortable = {}) {
    return call("puzzle_explain", [text], { signal });
  },

  /** The next step from the marks on a puzzle. */
  hintPuzzle(text: string, { signal }: Abortable = {}) {
    return call("puzzle_hint", [text], { signal });
  },

  ratePuzzle(text: string, { signal }: Abortable = {}) {
    return call("puzzle_rate", [text], { signal });
  },

  /** Makes a puzzle with exactly one solution; the same for the same arguments. */
  generatePuzzle(n: number, seed: number, level: Level | "", { signal }: Abortable = {}) {
    return call("puzzle_generate", [n, BigInt(seed), level, false], { signal });
  },

  /** Counts the plain board on all cores. */
  count(n: number, options: CountOptions = {}) {
    return count(n, options);
  },
};
