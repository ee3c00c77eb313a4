/**
 * Region puzzles: every row, every column and every region holds one queen, and queens do not touch, not even at
 * a corner. A square is the letter of its column and the number of its row; `a1` is top left.
 *
 * All calls are synchronous. Most take milliseconds; generate large or difficult puzzles in a worker.
 */

/** A puzzle, perhaps with a player's marks. */
export interface Puzzle {
  n: number;
  /** A letter for each square, row by row. */
  regions: string[];
  queens: string[];
  crosses: string[];
  /** The regions on one line: `8x1.` and their letters. */
  compact: string;
  /** Regions and marks in Star Battle Notation. */
  sbn: string | null;
}

/**
 * What every call takes: a text in any form (letters, numbers, JSON, `8x1.…`, Star Battle Notation), rows of
 * letters, rows of numbers or names, or an object such as `generate` returns.
 */
export type PuzzleInput =
  | string
  | readonly string[]
  | readonly (readonly (number | string)[])[]
  | {
      readonly regions: readonly string[];
      readonly queens?: readonly string[];
      readonly crosses?: readonly string[];
    };

export type Level = "easy" | "medium" | "hard" | "expert";

/** From the simplest to the last resort. */
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

export interface Conflict {
  first: string;
  second: string;
  /** What the two queens share; or they touch. */
  rule: "row" | "column" | "region" | "touch";
}

export interface Check {
  /** Whether all queens are placed and no two of them are in conflict. */
  solved: boolean;
  conflicts: Conflict[];
}

/** Squares decided by one technique, and why. */
export interface Step {
  technique: Technique;
  /** The squares that get a queen. */
  queens: string[];
  /** The squares that are crossed out. */
  crosses: string[];
  /** The squares that show why. */
  highlight: string[];
  /** The step in words. */
  sentence: string;
}

export interface Explanation {
  /** The steps, as far as they lead: to the solution, if there is just one. */
  steps: Step[];
  /** As of `solve`. */
  solutions: number[][];
  /** What shows that there is no solution. */
  reason?: string;
}

export type Hint =
  | { kind: "step"; step: Step }
  /** These marks contradict the only solution. */
  | { kind: "wrong"; squares: string[] }
  | { kind: "solved" }
  /** The puzzle itself has no solution. */
  | { kind: "none" }
  /** The puzzle itself has several solutions, two of which are here. */
  | { kind: "several"; solutions: number[][] };

export interface Rating {
  /** Ten times the place of the hardest technique, and how often it is used, at most 9. */
  score: number;
  level: Level;
  hardest: Technique;
  times: number;
}

export interface GenerateOptions {
  /** The size, from 4 to 32. Up to 12 takes milliseconds. */
  n: number;
  /** Another seed gives another puzzle; the same one the same puzzle on every machine and within a minor version. 0 by default. */
  seed?: number | bigint;
  /** Any but expert by default. */
  level?: Level;
  /** Whether a half turn maps the puzzle to itself. */
  symmetric?: boolean;
}

/** What every call throws if it has no answer: what failed, and what to do. */
export class PuzzleError extends Error {
  constructor(message: string, advice: string);
  readonly advice: string;
}

/** Reads all puzzles in a text, in whatever forms. */
export function read(text: string): Puzzle[];

/**
 * Reads the board in a picture, such as the `ImageData` of a canvas: four bytes for each pixel. Regions are told apart by colors or by
 * thick borders; queens and crosses become marks where they are clear. If the regions are in doubt, the advice of the error has the
 * letters as far as they were read.
 */
export function recognize(picture: {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}): Puzzle;

/**
 * Solves a puzzle: no solution, the only one, or two of several. A solution has the column of each row's queen, from 0.
 */
export function solve(puzzle: PuzzleInput): number[][];

/** Counts the solutions. */
export function count(puzzle: PuzzleInput): bigint;

/** Compares a player's queens with the rules. Queens and crosses of the puzzle itself do not count. */
export function check(puzzle: PuzzleInput, queens: readonly string[]): Check;

/** Solves a puzzle as a person would, from the marks that are on it, with a reason for each step. */
export function explain(puzzle: PuzzleInput): Explanation;

/** The next step from the marks on a puzzle, or which of them are wrong. */
export function hint(puzzle: PuzzleInput): Hint;

/** How difficult a puzzle is. It must have exactly one solution. */
export function rate(puzzle: PuzzleInput): Rating;

/** Makes a puzzle with exactly one solution. */
export function generate(options: GenerateOptions): Puzzle;
