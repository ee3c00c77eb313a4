// The calls of the engine with values of JavaScript. index.d.ts has the documentation.

import * as engine from "./engine/queens_wasm.js";

export class PuzzleError extends Error {
  constructor(message, advice) {
    super(message);
    this.name = "PuzzleError";
    this.advice = advice;
  }
}

/** A puzzle as the engine reads it: a text stays, all else becomes JSON. */
function textOf(puzzle) {
  if (typeof puzzle === "string") return puzzle;
  if (Array.isArray(puzzle)) return JSON.stringify(puzzle);
  const { regions, queens = [], crosses = [] } = puzzle;
  return JSON.stringify({ n: regions.length, regions, queens, blocked: crosses });
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

export const read = (text) => call("puzzle_read", text);
export const recognize = ({ width, height, data }) =>
  call("puzzle_recognize", width, height, new Uint8Array(data.buffer, data.byteOffset, data.length));
export const solve = (puzzle) => call("puzzle_solve", textOf(puzzle)).solutions;
export const count = (puzzle) => BigInt(call("puzzle_count", textOf(puzzle)).total);
export const check = (puzzle, queens) => call("puzzle_check", textOf(puzzle), queens.join(" "));
export const explain = (puzzle) => call("puzzle_explain", textOf(puzzle));
export const hint = (puzzle) => call("puzzle_hint", textOf(puzzle));
export const rate = (puzzle) => call("puzzle_rate", textOf(puzzle));

export function generate({ n, seed = 0, level = "", symmetric = false }) {
  return call("puzzle_generate", n, BigInt.asUintN(64, BigInt(seed)), level, symmetric);
}
