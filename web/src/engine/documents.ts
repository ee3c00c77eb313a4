// Written by `npm run types` in web, from bindings/wasm/answers.json.

/**
 * Where a jump leads: `{"at": steps}`, `{"ended": steps}` or `{"too_far": true}`.
 */
export type SeekResult =
  | {
      at: number;
    }
  | {
      ended: number;
    }
  | {
      too_far: boolean;
    };
/**
 * The nodes of a search tree.
 */
export type Tree =
  | {
      nodes: TreeNode[];
    }
  | {
      too_many: boolean;
    };
/**
 * Its depth, its column and row, the numbers of the steps that placed and removed its queen, and how many solutions were found at it.
 *
 * @minItems 6
 * @maxItems 6
 */
export type TreeNode = [number, number, number, number, number, number];
export type Digits = bigint;
/**
 * What is placed on the board.
 */
export type Pieces = "queens" | "superqueens";
/**
 * A board of n by n squares, cut into n regions. A region may be in several pieces.
 */
export type Regions = string[];
/**
 * A technique, from the simplest to the last resort.
 */
export type Technique =
  | "neighbors"
  | "last-square"
  | "inside"
  | "pairs"
  | "starved"
  | "groups"
  | "assumption"
  | "two-assumptions"
  | "search";
/**
 * The next step, or why there is none.
 */
export type Hint =
  | {
      kind: "step";
      /**
       * The step.
       */
      step: Step;
    }
  | {
      kind: "wrong";
      /**
       * Where they are.
       */
      squares: string[];
    }
  | {
      kind: "solved";
    }
  | {
      kind: "none";
    }
  | {
      kind: "several";
      /**
       * Two of them: in JSON, the column of each row's queen, from 0.
       */
      solutions: number[][];
    };
/**
 * How difficult a puzzle is, as a word.
 */
export type Level = "easy" | "medium" | "hard" | "expert";

/**
 * What each call of the engine answers. Those that answer with numbers or with a picture are missing.
 */
export interface Answers {
  members: MemberAbout[];
  trace: TraceSlice;
  seek: SeekResult;
  difference: SeekResult;
  tree: Tree;
  gallery_run: Run;
  orbit: Orbit;
  known: Known;
  /**
   * A piece of a count.
   */
  count: Counted;
  classes: Symmetric;
  estimate: Estimate;
  complete: Completion;
  count_completions: Counted;
  problem_text: Reading;
  puzzle_read: Puzzle[];
  puzzle_recognize: Puzzle;
  puzzle_solve: Solutions;
  puzzle_count: Counted;
  puzzle_check: Check;
  puzzle_explain: Explanation;
  puzzle_hint: Hint;
  puzzle_rate: Rating;
  puzzle_generate: Puzzle;
}
/**
 * What there is to know about an algorithm before it runs.
 */
export interface MemberAbout {
  /**
   * The name on the command line, the same as its module's.
   */
  name: string;
  /**
   * The algorithm in a line.
   */
  title: string;
  /**
   * The idea, in a few sentences.
   */
  idea: string;
  /**
   * What it costs, in words.
   */
  cost: string;
  /**
   * The algorithm as pseudo-code.
   */
  code: string[];
  /**
   * What it counts as a test.
   */
  test: string;
  /**
   * The largest n it accepts: above it a run takes more than about a day on one core.
   */
  max_n: number;
  /**
   * The titles of the articles that it comes from.
   */
  articles: string[];
  strings: Meaning[];
}
/**
 * A bit string and what a 1 means in it.
 */
export interface Meaning {
  name: string;
  meaning: string;
}
/**
 * Some steps of a search.
 */
export interface TraceSlice {
  skipped: number;
  ended: boolean;
  depths: number[];
  start: StepView;
  moments: StepView[];
}
/**
 * A search after a number of steps: what the page shows and says.
 */
export interface StepView {
  number: number;
  event: "start" | "try" | "reject" | "place" | "remove" | "solution";
  square: string | null;
  words: string;
  line: number | null;
  /**
   * A letter for each square, row by row: `.-QC?xPRS` (open, attacked, queen, attacker, tried, rejected, placed, removed, solved).
   */
  cells: string;
  queens: string[];
  culprits: string[];
  reflected: boolean;
  strings: BitString[];
  /**
   * Boards held: the empty one, and one for each time a queen was put down. For a backtracking search these are the legal partial placements it visits.
   */
  nodes: number;
  /**
   * Questions asked: squares looked at, or whole boards where the algorithm tests only whole boards.
   */
  tests: number;
  /**
   * Solutions found.
   */
  solutions: number;
}
/**
 * A bit string, and what becomes of it.
 */
export interface BitString {
  /**
   * Its name in the code.
   */
  name: string;
  /**
   * Its n digits, the leftmost column first.
   */
  digits: string;
  /**
   * The next row's string, when the search goes down.
   */
  next: NextRow | null;
}
/**
 * What becomes of a bit string in the next row.
 */
export interface NextRow {
  /**
   * How it is computed.
   */
  formula: string;
  /**
   * Its n digits.
   */
  digits: string;
}
export interface Run {
  solutions: Digits;
  /**
   * Null in a run without counters.
   */
  nodes: Digits | null;
  /**
   * Null in a run without counters.
   */
  tests: Digits | null;
}
export interface Orbit {
  /**
   * Of each of the eight symmetries, in the order of `Symmetry::ALL`.
   */
  images: Image[];
  /**
   * How many of the images differ.
   */
  multiplicity: number;
  canonical: number[];
}
export interface Image {
  symmetry: string;
  columns: number[];
}
export interface Known {
  total: Table;
  fundamental: Table;
  half_turn: Table;
  quarter_turn: Table;
  nodes: Table;
  torus: Table;
}
export interface Table {
  oeis: string;
  first: number;
  values: Digits[];
}
export interface Counted {
  total: Digits;
  nodes: Digits;
}
/**
 * Solutions by symmetry.
 */
export interface Symmetric {
  n: number;
  total: Digits;
  /**
   * Solutions that differ up to symmetry.
   */
  fundamental: Digits;
  /**
   * Solutions that a half turn maps to themselves.
   */
  half_turn: Digits;
  /**
   * Solutions that a quarter turn maps to themselves.
   */
  quarter_turn: Digits;
  /**
   * Orbits by their sizes: 1, 2, 4, 8.
   */
  orbits: Orbits[];
}
/**
 * The number of orbits of one size.
 */
export interface Orbits {
  /**
   * Solutions in each.
   */
  size: number;
  /**
   * How many there are.
   */
  count: Digits;
}
export interface Estimate {
  n: number;
  mean: number;
  std_error: number;
  probes: number;
  seed: number;
  exact: boolean;
}
export interface Completion {
  /**
   * The column of each row's queen; null if there is provably no completion.
   */
  columns: number[] | null;
  nodes: Digits;
  restarts: Digits;
}
export interface Reading {
  problem: Problem;
  text: string;
}
/**
 * A board with, optionally, queens that stand already, blocked squares and excluded diagonals.
 */
export interface Problem {
  schema: "queens.problem/1";
  n: number;
  /**
   * How the edges of the board behave.
   */
  topology: "plain" | "torus";
  queens: string[];
  blocked: string[];
  excluded_diags: string[];
  excluded_antis: string[];
  /**
   * Left out where it is queens: older versions read what needs no more than they know.
   */
  pieces?: Pieces;
  /**
   * Left out for the same reason; a row of letters for each row.
   */
  regions?: Regions | null;
}
/**
 * A puzzle, perhaps with a player's marks.
 */
export interface Puzzle {
  n: number;
  /**
   * A letter for each square, row by row.
   */
  regions: string[];
  queens: string[];
  crosses: string[];
  /**
   * The regions on one line: `8x1.` and their letters.
   */
  compact: string;
  /**
   * Regions and marks in Star Battle Notation; null if a region is in several pieces.
   */
  sbn: string | null;
  /**
   * The address of the regions on puzz.link; null if a region is in several pieces.
   */
  puzzlink: string | null;
}
export interface Solutions {
  /**
   * None, the only one, or two of several: the column of each row's queen.
   */
  solutions: number[][];
}
export interface Check {
  /**
   * Whether all queens are placed and no two of them are in conflict.
   */
  solved: boolean;
  conflicts: Conflict[];
}
export interface Conflict {
  first: string;
  second: string;
  /**
   * What the two queens share; or they touch.
   */
  rule: "row" | "column" | "region" | "touch";
}
/**
 * A puzzle solved step by step.
 */
export interface Explanation {
  /**
   * The steps, as far as they lead: to the solution, if there is just one. What they decide holds in every solution.
   */
  steps: Step[];
  /**
   * None, the only one, or two of several: in JSON, the column of each row's queen, from 0.
   */
  solutions: number[][];
  /**
   * What shows that there is no solution, in a sentence; empty, and left out in JSON, if there is one.
   */
  reason?: string;
}
/**
 * A step of a solution: some squares decided by one technique, and why.
 */
export interface Step {
  /**
   * The technique.
   */
  technique: Technique;
  /**
   * The squares that get a queen.
   */
  queens: string[];
  /**
   * The squares that are crossed out.
   */
  crosses: string[];
  /**
   * The squares that show why.
   */
  highlight: string[];
  /**
   * The step in words.
   */
  sentence: string;
}
/**
 * How difficult a puzzle is: the hardest technique that it needs, and how often.
 */
export interface Rating {
  /**
   * Ten times the place of the hardest technique on the ladder (neighbors 0, last square 1, and so on), and how often it is used, at most 9.
   */
  score: number;
  /**
   * The score as a word.
   */
  level: Level;
  /**
   * The hardest technique needed.
   */
  hardest: Technique;
  /**
   * How often it is used.
   */
  times: number;
}
/** The keys of numbers in digits. */
export const DIGITS: ReadonlySet<string> = new Set([
  "count",
  "fundamental",
  "half_turn",
  "nodes",
  "quarter_turn",
  "restarts",
  "solutions",
  "tests",
  "total",
  "values",
]);
