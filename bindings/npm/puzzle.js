// The calls of the engine with values of JavaScript. index.d.ts has the documentation.

import * as engine from "./engine/queens_wasm.js";

export class PuzzleError extends Error {
  constructor(message, advice) {
    super(message);
    this.name = "PuzzleError";
    this.advice = advice;
  }
}

const PUZZLE =
  "give a text, an array of rows, or an object with `regions`, an array of rows, and perhaps `queens` and `crosses`";

/** Refuses what the engine cannot be given. */
function need(truth, what, advice) {
  if (!truth) throw new PuzzleError(what, advice);
}

/** A puzzle as the engine reads it: a text stays, all else becomes JSON. */
function textOf(puzzle) {
  if (typeof puzzle === "string") return puzzle;
  need(typeof puzzle === "object" && puzzle !== null, `${kind(puzzle)} is not a puzzle`, PUZZLE);
  if (Array.isArray(puzzle)) return json(puzzle);
  const { regions, queens = [], crosses = [] } = puzzle;
  need(Array.isArray(regions), "the object has no `regions`", PUZZLE);
  return json({ n: regions.length, regions, queens, blocked: crosses });
}

/** What a value is, in a word. */
const kind = (value) => (value === null ? "null" : `a value of the type ${typeof value}`);

/** A value as JSON. Circles and some types have none. */
function json(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new PuzzleError(`the puzzle has no JSON: ${error.message.split("\n")[0]}`, PUZZLE);
  }
}

/** Calls the engine, whose errors are two lines: what failed, and what to do. */
function call(name, ...given) {
  try {
    return JSON.parse(engine[name](...given));
  } catch (error) {
    if (typeof error !== "string") throw error;
    const [message, ...advice] = error.split("\n");
    throw new PuzzleError(message, advice.join("\n"));
  }
}

export function read(text) {
  need(
    typeof text === "string",
    `${kind(text)} is not a text`,
    "give a string; the other calls take arrays and objects",
  );
  return call("puzzle_read", text);
}

export function recognize(picture) {
  const { width, height, data } = picture ?? {};
  need(
    [width, height].every((pixels) => Number.isInteger(pixels) && pixels >= 0 && pixels < 2 ** 32) &&
      (data instanceof Uint8Array || data instanceof Uint8ClampedArray),
    "this is not a picture",
    "give an object with width, height and data, four bytes for each pixel, such as ImageData",
  );
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return call("puzzle_recognize", width, height, bytes);
}

export const solve = (puzzle) => call("puzzle_solve", textOf(puzzle)).solutions;
export const count = (puzzle) => BigInt(call("puzzle_count", textOf(puzzle)).total);

export function check(puzzle, queens) {
  const areNames = Array.isArray(queens) && queens.every((queen) => typeof queen === "string");
  need(areNames, "the queens are not an array of squares", 'name each square, as in ["a1", "c2"]');
  return call("puzzle_check", textOf(puzzle), queens.join(" "));
}

export const explain = (puzzle) => call("puzzle_explain", textOf(puzzle));
export const hint = (puzzle) => call("puzzle_hint", textOf(puzzle));
export const rate = (puzzle) => call("puzzle_rate", textOf(puzzle));

export function generate(options) {
  const { n, seed = 0, level = "", symmetric = false } = options ?? {};
  const isN = Number.isInteger(n) && n >= 0 && n < 2 ** 32;
  need(isN, "`n` is not the number of rows", "give an object with n, a whole number from 4 to 32");
  const isSeed = typeof seed === "bigint" || Number.isInteger(seed);
  need(isSeed, "`seed` is not a whole number", "give a number or a BigInt, or leave it out");
  const isLevel = typeof level === "string";
  need(isLevel, "`level` is not a text", "choose easy, medium, hard or expert, or leave it out");
  return call("puzzle_generate", n, BigInt.asUintN(64, BigInt(seed)), level, Boolean(symmetric));
}
