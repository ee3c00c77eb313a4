// A count of the plain board on all cores. Its pieces are handed out one by one, large and small ones
// mixed, so that the finished share predicts the time left.

import { acquire, processors, release } from "./pool";
import type { CountPlan, CountProgress, CountReport, Method } from "./types";

export interface CountOptions {
  workers?: number;
  method?: Method | "";
  signal?: AbortSignal;
  onProgress?: (progress: CountProgress) => void;
}

/** Enough pieces to cancel soon, to show progress, and to end together, but no more than needed. */
function piecesFor(n: number): number {
  if (n < 10) return 1;
  if (n < 13) return 16;
  if (n < 16) return 128;
  return n < 18 ? 512 : 4096;
}

/** Seconds before anything is said of the time left. */
const SETTLED = 0.5;

/** The time between two progress reports, in milliseconds. */
const TELL = 100;

export async function count(n: number, options: CountOptions = {}): Promise<CountReport> {
  const { workers = processors, method = "", onProgress } = options;
  // One abort for all: of the caller, and of the first worker that fails.
  const all = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, all.signal]) : all.signal;
  signal.throwIfAborted();
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;

  const pieces = piecesFor(n);
  const first = await acquire();
  let plan: CountPlan;
  try {
    plan = (await first.call("plan", [n, method, pieces], { signal })) as CountPlan;
  } catch (error) {
    release(first);
    throw error;
  }
  const expected = plan.expected.reduce((sum, part) => sum + part, 0);
  const order = inOrder(plan.expected, workers);

  let [total, nodes, worked, done, next] = [0n, 0n, 0, 0, 0];
  let told = 0;
  const tell = () => {
    const fraction = expected > 0 ? worked / expected : 1;
    const taken = seconds();
    // The first moments go by with starting the workers: nothing can be foreseen from them.
    const known = fraction > 0.05 && taken > SETTLED;
    const secondsLeft = known ? (taken * (1 - fraction)) / fraction : null;
    const { method, kernel } = plan;
    onProgress?.({
      method,
      kernel,
      fraction,
      pieces: order.length,
      done,
      nodes,
      seconds: taken,
      secondsLeft,
    });
    told = performance.now();
  };
  tell();

  const work = async (made?: Awaited<ReturnType<typeof acquire>>) => {
    const hand = made ?? (await acquire());
    try {
      for (let turn = next++; turn < order.length; turn = next++) {
        const piece = order[turn] as number;
        const tally = await hand.call("piece", [n, method, pieces, piece], { signal });
        total += tally.total;
        nodes += tally.nodes;
        worked += plan.expected[piece] ?? 0;
        done += 1;
        if (performance.now() - told > TELL) tell();
      }
    } catch (error) {
      all.abort(error);
      throw error;
    } finally {
      release(hand);
    }
  };
  const used = Math.max(1, Math.min(workers, order.length));
  await Promise.all(Array.from({ length: used }, (_, i) => work(i === 0 ? first : undefined)));
  signal.throwIfAborted();
  tell();

  return {
    n,
    total,
    nodes,
    seconds: seconds(),
    method: plan.method,
    kernel: plan.kernel,
    workers: used,
    pieces: order.length,
  };
}

/**
 * The order in which pieces are taken, as in the library: large and small ones mixed evenly, by the
 * multiples of the golden section. The smallest come last and in descending order, so that the workers
 * end together. Largest first would make the forecast of the time left too short, because the largest
 * forecasts tend to be too large.
 */
function inOrder(expected: number[], workers: number): number[] {
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  const LAST = 8; // pieces a worker
  const size = (piece: number) => expected[piece] ?? 0;
  const order = expected.map((_, piece) => piece).sort((a, b) => size(b) - size(a));
  const last = order.splice(Math.max(0, order.length - LAST * workers));
  const turn = (rank: number) => (rank * GOLDEN) % 1;
  const mixed = order.map((piece, rank) => ({ piece, turn: turn(rank) }));
  mixed.sort((a, b) => a.turn - b.turn);
  return [...mixed.map(({ piece }) => piece), ...last];
}
