/**
 * Region puzzles: every row, every column and every region holds one queen, and queens do not touch, not even at
 * a corner. A square is the letter of its column and the number of its row; `a1` is top left.
 *
 * All calls are synchronous. Most take milliseconds; generate large or difficult puzzles in a worker.
 */

import type { Check, Explanation, Hint, Level, Puzzle, Rating } from "./documents.js";

// What calls return, generated from the engine's own types.
export type {
  Check,
  Conflict,
  Explanation,
  Hint,
  Level,
  Puzzle,
  Rating,
  Step,
  Technique,
} from "./documents.js";

/**
 * What every call takes: a text in any form (letters, numbers, JSON, `8x1.…`, Star Battle Notation, an address of
 * puzz.link and more), rows of letters, rows of numbers or names, or an object such as `generate` returns.
 */
export type PuzzleInput =
  | string
  | readonly string[]
  | readonly (readonly (number | string)[])[]
  | {
      readonly regions: readonly string[] | readonly (readonly (number | string)[])[];
      readonly queens?: readonly string[];
      readonly crosses?: readonly string[];
    };

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
