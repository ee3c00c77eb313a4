// What the page says about a position: at once what the lines show; then, from workers, whether it can be
// completed, in how many ways, and which squares are forced. A new position ends the work on the old one.

import { nameOf } from "../../board";
import type { Trouble } from "../../components/trouble";
import { type Completions, engine, told, valueAt } from "../../engine";
import { isAbort } from "../../latest";
import { capital } from "../../words";
import {
  type Conflict,
  type Lines,
  type Position,
  conflicts,
  lineName,
  openSquares,
  problemOf,
  readLines,
} from "./position";

export interface Ways {
  count: bigint;
  /** Whether it is the exact number, or only a lower bound. */
  exact: boolean;
  /** Whether the counting goes on. */
  counting: boolean;
  /** Whether the number was looked up. */
  published: boolean;
}

export interface Analysis {
  conflicts: Conflict[];
  lines: Lines;
  /** The squares of a completion, or none if there is provably none. */
  completion?: readonly number[] | null;
  nodes?: bigint;
  ways?: Ways;
  /** All completions, unless there are too many to list. */
  listed?: Completions;
  /** The squares that hold a queen in every completion. */
  forced?: readonly number[];
  trouble?: Trouble;
}

/** Completions listed one by one, before they are counted in a faster way, and for how long. */
const LISTED = 100_000;
const LIST_MILLISECONDS = 2000;

/** The longest that a count may take, in milliseconds. */
const PATIENCE = 20_000;

/** What can be said without a worker. */
export function glance(position: Position): Analysis {
  return { conflicts: conflicts(position), lines: readLines(position) };
}

function isBare(position: Position): boolean {
  const { torus, superqueens, queens, blocked, diags, antis } = position;
  return !torus && !superqueens && queens.size + blocked.size + diags.size + antis.size === 0;
}

/** Finds out the rest, and reports it piece by piece. */
export async function analyse(
  position: Position,
  signal: AbortSignal,
  tell: (part: Partial<Analysis>) => void,
): Promise<void> {
  if (glance(position).conflicts.length > 0) return;
  const { n } = position;
  const problem = problemOf(position);
  const report = (error: unknown) => {
    if (!isAbort(error) && !signal.aborted) tell({ trouble: told(error) });
  };
  // Ends when the other search proves that there is nothing to count.
  const counting = new AbortController();
  const both = AbortSignal.any([signal, counting.signal]);

  const find = async () => {
    const { columns, nodes } = await engine.complete(problem, { signal });
    if (columns === null) counting.abort();
    tell({
      completion: columns && columns.map((column, row) => row * n + column),
      nodes,
      ...(columns === null && { ways: ways(0n, true) }),
    });
    if (columns === null || position.queens.size === n) return;
    const forced = await engine.forced(problem, { signal });
    tell({ forced: forced.map(([row, column]) => row * n + column) });
  };

  const countAll = async () => {
    if (isBare(position)) {
      const published = valueAt((await engine.known()).total, n);
      if (published !== undefined) {
        const exact = { ...ways(published, true), published: true };
        if (!signal.aborted) tell({ ways: exact });
        if (published > LISTED) return;
        const listed = await engine.completions(problem, LISTED, LIST_MILLISECONDS, {
          signal: both,
        });
        if (listed.ended) tell({ listed });
        return;
      }
    }
    const listed = await engine.completions(problem, LISTED, LIST_MILLISECONDS, {
      signal: both,
      onFound: (found) => tell({ ways: { ...ways(BigInt(found), false), counting: true } }),
    });
    const { found, ended } = listed;
    tell({
      ways: { ...ways(BigInt(found), ended), counting: !ended },
      ...(ended ? { listed } : {}),
    });
    if (ended) return;
    const late = AbortSignal.timeout(PATIENCE);
    try {
      const all = await engine.countCompletions(problem, { signal: AbortSignal.any([both, late]) });
      tell({ ways: ways(all, true) });
    } catch (error) {
      if (!late.aborted || both.aborted) throw error;
      tell({ ways: ways(BigInt(found), false) });
    }
  };

  const quietly = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      if (!counting.signal.aborted) report(error);
    }
  };
  await Promise.all([find().catch(report), quietly(countAll())]);
}

const ways = (count: bigint, exact: boolean): Ways => ({
  count,
  exact,
  counting: false,
  published: false,
});

export interface Hint {
  words: string;
  /** Where a queen must or may stand. */
  place?: number;
  /** The queens to take back. */
  back?: readonly number[];
}

/** The longest search for the queens to take back, in milliseconds. */
const BACK_MILLISECONDS = 10_000;

/** Whether queens attack each other, or nothing completes the board. */
export const isDeadEnd = ({ conflicts, completion }: Analysis): boolean =>
  conflicts.length > 0 || completion === null;

/** At a dead end: which queens to take back, as few as possible. */
export async function wayOut(
  position: Position,
  { conflicts }: Analysis,
  signal: AbortSignal,
): Promise<Hint> {
  const { n } = position;
  const pairs = conflicts.map(({ first, second }): [string, string] => [
    nameOf(first, n),
    nameOf(second, n),
  ]);
  let size = 1;
  const late = AbortSignal.timeout(BACK_MILLISECONDS);
  try {
    const names = await engine.takeBack(problemOf(position), pairs, {
      signal: AbortSignal.any([signal, late]),
      onSize: (now) => {
        size = now;
      },
    });
    if (names === null) {
      return {
        words:
          "It is not the queens: even without them the board has no completion. Open blocked squares or excluded diagonals, or change the board.",
      };
    }
    const back = [...position.queens].filter((square) => names.includes(nameOf(square, n)));
    const rest =
      names.length === 1
        ? "One queen is enough."
        : `No set of fewer than ${names.length} queens is enough.`;
    return { words: `Take back ${names.join(", ")}: the rest can be completed. ${rest}`, back };
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error;
    const fewer = size === 1 ? "" : ` Fewer than ${size} are not enough.`;
    return { words: `No set of queens to take back was found in 10 seconds.${fewer}` };
  }
}

/** The next queen that can be placed with a reason, the simplest reason first. */
export function hint(position: Position, analysis: Analysis): Hint | undefined {
  const { n, queens } = position;
  const { lines, forced, completion } = analysis;
  if (analysis.conflicts.length > 0 || !completion || queens.size === n) return undefined;
  if (lines.single) {
    const { kind, index, square } = lines.single;
    const words = `${capital(lineName(kind, index))} has one free square left, ${nameOf(square, n)}.`;
    return { place: square, words: `${words} A queen must stand there.` };
  }
  const must = forced?.[0];
  if (must !== undefined) {
    const words = `Every completion has a queen on ${nameOf(must, n)}.`;
    return { place: must, words };
  }
  // Of a completion's queens the one with the fewest rivals in its row: the least of a guess.
  const open = [...openSquares(position)];
  const rivals = (square: number) =>
    open.filter((other) => Math.floor(other / n) === Math.floor(square / n)).length;
  const missing = completion.filter((square) => !queens.has(square));
  missing.sort((a, b) => rivals(a) - rivals(b));
  const square = missing[0];
  if (square === undefined) return undefined;
  const words = `${nameOf(square, n)} is in a completion; so may be other squares of its row.`;
  return { place: square, words };
}
