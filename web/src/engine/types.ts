// What the engine answers. Counts are bigint where they may exceed 2^53; a square is the letter of its
// column and the number of its row (`a1` is top left); columns and rows are counted from 0.

/** What there is to know about an algorithm of the gallery. */
export interface MemberAbout {
  name: string;
  title: string;
  articles: string[];
  idea: string;
  cost: string;
  code: string[];
  test: string;
  max_n: number;
  strings: { name: string; meaning: string }[];
}

export type StepEvent = "start" | "try" | "reject" | "place" | "remove" | "solution";

/** A search after a number of steps: what the page shows and says. */
export interface StepView {
  number: number;
  event: StepEvent;
  square: string | null;
  words: string;
  line: number | null;
  /** A letter for each square, row by row: `.-QC?xPRS` (open, attacked, queen, attacker, tried, ...). */
  cells: string;
  queens: string[];
  culprits: string[];
  reflected: boolean;
  strings: { name: string; digits: string; next: { formula: string; digits: string } | null }[];
  nodes: number;
  tests: number;
  solutions: number;
}

export interface TraceSlice {
  skipped: number;
  ended: boolean;
  depths: number[];
  start: StepView;
  moments: StepView[];
}

/** Where a jump leads. */
export type SeekResult = { at: number } | { ended: number } | { too_far: true };

/** Depth, column, row, step that placed the queen, step that removed it, solutions at the node. */
export type TreeNode = [number, number, number, number, number, number];

export type Tree = { nodes: TreeNode[] } | { too_many: true };

export interface GalleryRun {
  solutions: bigint;
  /** Missing in a run without counters. */
  nodes: bigint | null;
  tests: bigint | null;
  /** The time of one run: the fastest of several, if it is short. */
  seconds: number;
}

export interface Listed {
  placements: number[][];
  /** How many solutions the orbit of each has. */
  multiplicities: number[];
  /** Whether these are all. */
  ended: boolean;
}

export interface Orbit {
  images: { symmetry: string; columns: number[] }[];
  multiplicity: number;
  canonical: number[];
}

/** Published values from index `first` on. */
export interface Known {
  oeis: string;
  first: number;
  values: bigint[];
}

export type KnownTables = Record<
  "total" | "fundamental" | "half_turn" | "quarter_turn" | "nodes" | "torus",
  Known
>;

export interface Estimate {
  n: number;
  mean: number;
  std_error: number;
  probes: number;
  seed: number;
  exact: boolean;
}

export interface SymmetryClasses {
  n: number;
  total: bigint;
  fundamental: bigint;
  half_turn: bigint;
  quarter_turn: bigint;
  orbits: { size: number; count: bigint }[];
}

/** A partly filled board, as docs/formats.md has it. */
export interface Problem {
  schema?: "queens.problem/1";
  n: number;
  topology?: "plain" | "torus";
  pieces?: "queens" | "superqueens";
  queens?: string[];
  blocked?: string[];
  excluded_diags?: string[];
  excluded_antis?: string[];
}

export interface Completion {
  /** The column of each row's queen; null if there is provably no completion. */
  columns: number[] | null;
  nodes: bigint;
  restarts: bigint;
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

// Region puzzles: the same engine answers in the npm package.
export type {
  Explanation as PuzzleExplanation,
  Hint as PuzzleHint,
  Level,
  Puzzle as PuzzleView,
  Rating as PuzzleRating,
  Step as PuzzleStep,
} from "../../../bindings/npm/index";

/** A board that was found in a picture; its regions may not be a puzzle yet. */
export interface PuzzleInPicture {
  n: number;
  regions: string[];
  queens: string[];
  crosses: string[];
}

export type Method = "search" | "color";

export interface CountPlan {
  method: Method;
  kernel: string;
  /** The work expected of each piece. */
  expected: number[];
}

export interface PieceTally {
  total: bigint;
  nodes: bigint;
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
