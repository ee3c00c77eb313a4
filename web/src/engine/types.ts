// What the engine answers, whose types are generated (`documents.ts`), and what the page makes of it. Counts are bigint; a
// square is the letter of its column and the number of its row (`a1` is top left); columns and rows are counted from 0.

import type { Reading, Run } from "./documents";

export type {
  Estimate,
  Explanation as PuzzleExplanation,
  Known,
  Level,
  MemberAbout,
  Puzzle as PuzzleView,
  Rating as PuzzleRating,
  SeekResult,
  Step as PuzzleStep,
  StepView,
  Table,
  TraceSlice,
  TreeNode,
} from "./documents";

/** A partly filled board, as docs/formats.md has it: only `n` is required. */
export type Problem = Partial<Reading["problem"]> & { n: number };

/** A run of an algorithm, and its time: that of the fastest of several, if it is short. */
export type GalleryRun = Run & { seconds: number };

export interface Listed {
  placements: number[][];
  /** How many solutions the orbit of each has. */
  multiplicities: number[];
  /** Whether these are all. */
  ended: boolean;
}

export interface Completions {
  found: number;
  /** Whether these are all. */
  ended: boolean;
  /** The column of each row's queen, one completion after the other. */
  columns: Uint8Array;
  /** How many of them have a queen on each square, row by row. */
  inSquare: Uint32Array;
}

export type Method = "search" | "color";

export interface CountPlan {
  method: Method;
  kernel: string;
  /** The work expected of each piece. */
  expected: number[];
}

export interface CountProgress {
  method: Method;
  kernel: string;
  /** From 0 to 1, by the work expected. */
  fraction: number;
  pieces: number;
  done: number;
  nodes: bigint;
  seconds: number;
  /** Null until enough work is done to estimate it. */
  secondsLeft: number | null;
}

export interface CountReport {
  n: number;
  total: bigint;
  nodes: bigint;
  seconds: number;
  method: Method;
  kernel: string;
  workers: number;
  pieces: number;
}

/** An error of the engine: what failed, and what to do. */
export class EngineError extends Error {
  override name = "EngineError";

  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}
