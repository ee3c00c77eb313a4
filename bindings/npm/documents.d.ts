// Written by `npm run types` in web, from bindings/wasm/answers.json.

export type Digits = string;
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
export interface Counted {
  total: Digits;
  nodes: Digits;
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
