// The library `queens` in the browser. Every call is answered by a worker: nothing is ever computed on
// the main thread.

import { type CountOptions, count } from "./count";
import { call, processors } from "./pool";
import {
  type Completion,
  type Completions,
  EngineError,
  type Estimate,
  type GalleryRun,
  type Known,
  type KnownTables,
  type SeekResult,
  type Level,
  type Listed,
  type MemberAbout,
  type Orbit,
  type Problem,
  type PuzzleExplanation,
  type PuzzleHint,
  type PuzzleInPicture,
  type PuzzleRating,
  type PuzzleView,
  type SymmetryClasses,
  type TraceSlice,
  type Tree,
} from "./types";

export type * from "./types";
export type { CountOptions } from "./count";
export { EngineError, processors };

export interface Abortable {
  /** Aborting ends the worker at once; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

const big = (text: string): bigint => BigInt(text);
const maybe = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

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

let members: Promise<MemberAbout[]> | undefined;
let tables: Promise<KnownTables> | undefined;

async function readTables(): Promise<KnownTables> {
  const raw = (await call("known", [])) as Record<
    keyof KnownTables,
    Omit<Known, "values"> & { values: string[] }
  >;
  const read = ([name, table]: [string, { oeis: string; first: number; values: string[] }]) => [
    name,
    { ...table, values: table.values.map(big) },
  ];
  return Object.fromEntries(Object.entries(raw).map(read)) as KnownTables;
}

/** A published value, if there is one. */
export function valueAt(table: Known, n: number): bigint | undefined {
  return table.values[n - table.first];
}

export const engine = {
  /** The algorithms of the gallery, from the simplest to the fastest. */
  members(): Promise<MemberAbout[]> {
    members ??= call("members", []) as Promise<MemberAbout[]>;
    return members;
  },

  /** Steps of a search, after the first `skip`. */
  trace(member: string, n: number, skip: number, count: number, { signal }: Abortable = {}) {
    return call("trace", [member, n, skip, count], { signal }) as Promise<TraceSlice>;
  },

  seek(
    member: string,
    n: number,
    what: "next" | "previous" | "end",
    from: number,
    limit: number,
    { signal }: Abortable = {},
  ) {
    return call("seek", [member, n, what, from, limit], { signal }) as Promise<SeekResult>;
  },

  difference(one: string, other: string, n: number, limit: number, { signal }: Abortable = {}) {
    return call("difference", [one, other, n, limit], { signal }) as Promise<SeekResult>;
  },

  tree(member: string, n: number, limit: number, { signal }: Abortable = {}) {
    return call("tree", [member, n, limit], { signal }) as Promise<Tree>;
  },

  /** Runs an algorithm to its end, without counters unless asked for. */
  async galleryRun(
    member: string,
    n: number,
    { counted = false, signal }: Abortable & { counted?: boolean } = {},
  ): Promise<GalleryRun> {
    const raw = (await call("galleryRun", [member, n, counted], { signal })) as {
      solutions: string;
      nodes: string | null;
      tests: string | null;
      seconds: number;
    };
    const { solutions, nodes, tests, seconds } = raw;
    return { solutions: big(solutions), nodes: maybe(nodes), tests: maybe(tests), seconds };
  },

  /** The first solutions in lexicographic order; or the first of each orbit. */
  async list(
    n: number,
    limit: number,
    { fundamental = false, signal }: Abortable & { fundamental?: boolean } = {},
  ): Promise<Listed> {
    const raw = await call("list", [n, limit, fundamental], { signal });
    const { numbers, ended } = raw as { numbers: Uint32Array; ended: boolean };
    const [placements, multiplicities]: [number[][], number[]] = [[], []];
    for (let i = 0; i < numbers.length; i += n + 1) {
      multiplicities.push(numbers[i] as number);
      placements.push([...numbers.subarray(i + 1, i + 1 + n)]);
    }
    return { placements, multiplicities, ended };
  },

  orbit(columns: number[], { signal }: Abortable = {}) {
    return call("orbit", [columns], { signal }) as Promise<Orbit>;
  },

  /** The published values. */
  known(): Promise<KnownTables> {
    tables ??= readTables();
    return tables;
  },

  /** The solutions by symmetry, from their total. */
  async classes(n: number, total: bigint, { signal }: Abortable = {}): Promise<SymmetryClasses> {
    const raw = (await call("classes", [n, String(total)], { signal })) as Record<
      "total" | "fundamental" | "half_turn" | "quarter_turn",
      string
    > & { orbits: { size: number; count: string }[] };
    return {
      n,
      total: big(raw.total),
      fundamental: big(raw.fundamental),
      half_turn: big(raw.half_turn),
      quarter_turn: big(raw.quarter_turn),
      orbits: raw.orbits.map(({ size, count }) => ({ size, count: big(count) })),
    };
  },

  estimate(n: number, probes: number, seed: number, { signal }: Abortable = {}) {
    return call("estimate", [n, probes, seed], { signal }) as Promise<Estimate>;
  },

  /** Completes a board, or proves that it cannot be completed. */
  async complete(problem: Problem, { signal }: Abortable = {}): Promise<Completion> {
    const raw = await call("complete", [problem], { signal });
    const { columns, nodes, restarts } = raw as {
      columns: number[] | null;
      nodes: string;
      restarts: string;
    };
    return { columns, nodes: big(nodes), restarts: big(restarts) };
  },

  /** The squares without a queen yet that have one in every completion: [row, column]. */
  async forced(problem: Problem, { signal }: Abortable = {}): Promise<[number, number][]> {
    const flat = (await call("forced", [problem], { signal })) as number[];
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
    return call("completions", [problem, limit, milliseconds], {
      signal,
      onPart,
    }) as Promise<Completions>;
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
    return call("takeBack", [problem, pairs], { signal, onPart }) as Promise<string[] | null>;
  },

  /** Counts the completions, however long it takes. */
  async countCompletions(problem: Problem, { signal }: Abortable = {}): Promise<bigint> {
    const raw = await call("countCompletions", [problem], { signal });
    return big((raw as { total: string }).total);
  },

  /** The board as an SVG document. */
  draw(problem: Problem, coordinates: boolean, { signal }: Abortable = {}) {
    return call("draw", [problem, coordinates], { signal }) as Promise<string>;
  },

  /** A problem in both its forms, from either. */
  read(text: string, { signal }: Abortable = {}) {
    return call("read", [text], { signal }) as Promise<{ problem: Problem; text: string }>;
  },

  /** The region puzzles in a text, in whatever form they are written. */
  puzzles(text: string, { signal }: Abortable = {}) {
    return call("puzzles", [text], { signal }) as Promise<PuzzleView[]>;
  },

  /** The board in a picture: four bytes for each pixel. */
  recognizePuzzle(
    width: number,
    height: number,
    pixels: Uint8ClampedArray,
    { signal }: Abortable = {},
  ) {
    return call("recognizePuzzle", [width, height, pixels], { signal }) as Promise<PuzzleInPicture>;
  },

  /** Solves a puzzle as a person would, step by step. */
  explainPuzzle(text: string, { signal }: Abortable = {}) {
    return call("explainPuzzle", [text], { signal }) as Promise<PuzzleExplanation>;
  },

  /** The next step from the marks on a puzzle. */
  hintPuzzle(text: string, { signal }: Abortable = {}) {
    return call("hintPuzzle", [text], { signal }) as Promise<PuzzleHint>;
  },

  ratePuzzle(text: string, { signal }: Abortable = {}) {
    return call("ratePuzzle", [text], { signal }) as Promise<PuzzleRating>;
  },

  /** Makes a puzzle with exactly one solution; the same for the same arguments. */
  generatePuzzle(n: number, seed: number, level: Level | "", { signal }: Abortable = {}) {
    return call("generatePuzzle", [n, seed, level], { signal }) as Promise<PuzzleView>;
  },

  /** Counts the plain board on all cores. */
  count(n: number, options: CountOptions = {}) {
    return count(n, options);
  },
};
