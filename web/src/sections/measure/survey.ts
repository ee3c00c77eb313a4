// The classic algorithms side by side, as the articles compare them: every algorithm, size after size,
// until the next would take longer than the budget.

import { type MemberAbout, engine, valueAt } from "../../engine";

export type Cell =
  | { state: "waiting" }
  | { state: "running" }
  | { state: "measured"; seconds: number; solutions: bigint; nodes: bigint | null }
  /** Left out, because it would take about this long. */
  | { state: "predicted"; seconds: number }
  /** Aborted after this time, because it took much longer than the budget. */
  | { state: "stopped"; seconds: number }
  /** Larger than the algorithm accepts. */
  | { state: "none" };

export interface Row {
  name: string;
  title: string;
  cells: Cell[];
}

export interface Comparison {
  sizes: number[];
  rows: Row[];
}

/** The row of the library itself: on all cores, by its fastest method. */
export const LIBRARY = "queens";

export function blank(members: MemberAbout[], sizes: number[], cores: number): Comparison {
  const cells = (): Cell[] => sizes.map(() => ({ state: "waiting" }));
  const workers = cores === 1 ? "one worker" : `${cores} workers`;
  const rows = members.map(({ name, title }) => ({ name, title, cells: cells() }));
  rows.push({ name: LIBRARY, title: `the library, ${workers}`, cells: cells() });
  return { sizes, rows };
}

/** Boards that brute force chooses from: n of n² squares. */
function boards(n: number): number {
  let product = 1;
  for (let i = 1; i <= n; i += 1) product *= (n * n - n + i) / i;
  return product;
}

interface Runner {
  maxN: number;
  /** Work that grows with n as the time does. */
  work: (n: number) => number | undefined;
  run: (n: number, signal: AbortSignal) => Promise<Cell>;
}

/**
 * Fills the table, row by row, and reports each cell. `budget` in seconds bounds the predicted time of
 * a single search; a search that takes three times as long is aborted.
 */
export async function survey(
  members: MemberAbout[],
  sizes: number[],
  budget: number,
  signal: AbortSignal,
  tell: (survey: Comparison) => void,
  cores: number,
): Promise<void> {
  const { nodes: treeSizes, total } = await engine.known();
  const nodesOf = (n: number) => Number(valueAt(treeSizes, n) ?? 0) || undefined;
  const table = blank(members, sizes, cores);
  const runners = new Map<string, Runner>();
  for (const member of members) {
    runners.set(member.name, {
      maxN: member.max_n,
      work: member.name === "brute_force" ? boards : nodesOf,
      run: async (n, signal) => {
        const run = await engine.galleryRun(member.name, n, { signal });
        const { solutions, seconds } = run;
        return { state: "measured", seconds, solutions, nodes: null };
      },
    });
  }
  runners.set(LIBRARY, {
    maxN: 20,
    work: (n) => Number(valueAt(total, n) ?? 0) || undefined,
    run: async (n, signal) => {
      const options = { signal, workers: cores };
      const { total: solutions, nodes, ...first } = await engine.count(n, options);
      let { seconds } = first;
      // As the others: the fastest of three runs, of one if it takes a second.
      for (let i = 0; i < 2 && first.seconds < 1; i += 1) {
        seconds = Math.min(seconds, (await engine.count(n, options)).seconds);
      }
      return { state: "measured", seconds, solutions, nodes };
    },
  });

  for (const row of table.rows) {
    const { maxN, work, run } = runners.get(row.name) as Runner;
    let rate: number | undefined;
    let hopeless = false;
    for (const [i, n] of sizes.entries()) {
      const set = (cell: Cell) => {
        row.cells[i] = cell;
        tell({ ...table, rows: table.rows.map((r) => ({ ...r, cells: [...r.cells] })) });
      };
      const size = work(n);
      const expected = rate !== undefined && size !== undefined ? rate * size : undefined;
      if (n > maxN) {
        set({ state: "none" });
        continue;
      }
      if (hopeless || (expected !== undefined && expected > budget)) {
        set(expected === undefined ? { state: "none" } : { state: "predicted", seconds: expected });
        hopeless = true;
        continue;
      }
      set({ state: "running" });
      const limit = 3 * budget;
      // A worker may have to be made first.
      const late = AbortSignal.timeout(1000 * limit + 5000);
      try {
        const cell = await run(n, AbortSignal.any([signal, late]));
        set(cell);
        if (cell.state === "measured" && size !== undefined) rate = cell.seconds / size;
      } catch (error) {
        if (signal.aborted || !late.aborted) {
          set({ state: "none" });
          throw error;
        }
        set({ state: "stopped", seconds: limit });
        hopeless = true;
      }
    }
  }
}

/** The sizes on which two rows, or a row and the published value, disagree: there must be none. */
export function disagreements(
  table: Comparison,
  published: (n: number) => bigint | undefined,
): number[] {
  return table.sizes.filter((n, i) =>
    table.rows.some((row) => {
      const cell = row.cells[i];
      return cell?.state === "measured" && cell.solutions !== (published(n) ?? cell.solutions);
    }),
  );
}
