// A worker of the engine: it has the library as WebAssembly to itself, takes one call after the other,
// and answers each. What runs cannot be stopped from inside; to stop it, end the worker.

import init, * as wasm from "./wasm/queens_wasm.js";
import { type Answers, DIGITS } from "./documents";
import type { GalleryRun, Method, Problem } from "./types";

/** Shortest time that is measured, in milliseconds: clocks of pages tick in tenths of one. */
const LEAST = 8;

/** Solutions walked over between two looks at the clock. */
const SLICE = 256;

type Part = (part: unknown) => void;

/** The count that pieces were last asked of: its cut takes longer than a small piece. */
let cut: { key: string; count: wasm.Count } | undefined;

function countOf(n: number, method: Method | "", pieces: number): wasm.Count {
  const key = `${n} ${method} ${pieces}`;
  if (cut?.key !== key) {
    cut?.count.free();
    cut = undefined;
    cut = { key, count: new wasm.Count(n, method, "", pieces) };
  }
  return cut.count;
}

/** All subsets of this size, in the order of the list. */
function* subsets<T>(list: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i + size <= list.length; i += 1) {
    for (const rest of subsets(list, size - 1, i + 1)) yield [list[i] as T, ...rest];
  }
}

/** Reads an answer; its numbers in digits become bigint. */
const read = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (!DIGITS.has(key)) return value;
    if (typeof value === "string") return BigInt(value);
    // Other answers have lists of another kind by the same key.
    return Array.isArray(value) && typeof value[0] === "string" ? value.map(BigInt) : value;
  });

/** The functions of the engine that answer with a document: they can be called by their names. */
type Functions = {
  [Name in keyof typeof wasm & keyof Answers]: (
    ...given: Parameters<(typeof wasm)[Name]>
  ) => Answers[Name];
};

/** What else can be asked. */
const calls = {
  forced: (problem: Problem) => [...wasm.forced(JSON.stringify(problem))],
  draw: (problem: Problem, coordinates: boolean) => wasm.draw(JSON.stringify(problem), coordinates),

  list(n: number, limit: number, fundamental: boolean) {
    const listing = wasm.Listing.plain(n, fundamental);
    try {
      return { numbers: listing.next(limit), ended: listing.ended };
    } finally {
      listing.free();
    }
  },

  /**
   * Lists the completions of a problem, at most `limit` and for no longer than this many milliseconds, and
   * tells how many there were by then.
   */
  completions(problem: Problem, limit: number, milliseconds: number, part: Part) {
    const { n } = problem;
    const listing = wasm.Listing.completions(JSON.stringify(problem));
    try {
      let found = 0;
      const start = performance.now();
      let told = start;
      let columns = new Uint8Array(SLICE * n);
      const inSquare = new Uint32Array(n * n);
      while (!listing.ended && found < limit && performance.now() - start < milliseconds) {
        const numbers = listing.next(Math.min(SLICE, limit - found));
        if ((found + SLICE) * n > columns.length) {
          const larger = new Uint8Array(2 * columns.length);
          larger.set(columns);
          columns = larger;
        }
        for (let i = 0; i < numbers.length; i += n + 1) {
          for (let row = 0; row < n; row += 1) {
            const column = numbers[i + 1 + row] as number;
            columns[found * n + row] = column;
            inSquare[row * n + column] = (inSquare[row * n + column] ?? 0) + 1;
          }
          found += 1;
        }
        if (performance.now() - told > 100) {
          told = performance.now();
          part(found);
        }
      }
      return { found, ended: listing.ended, columns: columns.slice(0, found * n), inSquare };
    } finally {
      listing.free();
    }
  },

  /**
   * The smallest set of queens without which the board can be completed: the sets of one queen, then those of
   * two, and so on, and only those that leave none of the `pairs` that attack each other. Tells before each
   * size that no smaller set does. Null if no set does.
   */
  takeBack(problem: Problem, pairs: [string, string][], part: Part): string[] | null {
    const queens = problem.queens ?? [];
    for (let size = 1; size <= queens.length; size += 1) {
      part(size);
      for (const set of subsets(queens, size)) {
        const gone = new Set(set);
        if (pairs.some(([a, b]) => !gone.has(a) && !gone.has(b))) continue;
        const rest = { ...problem, queens: queens.filter((queen) => !gone.has(queen)) };
        const { columns } = read(wasm.complete(JSON.stringify(rest))) as Answers["complete"];
        if (columns !== null) return set;
      }
    }
    return null;
  },

  timedRun(member: string, n: number, counted: boolean): GalleryRun {
    const timed = (times: number) => {
      const start = performance.now();
      let answer = "";
      for (let i = 0; i < times; i += 1) answer = wasm.gallery_run(member, n, counted);
      return { answer, milliseconds: performance.now() - start };
    };
    let times = 1;
    let { answer, milliseconds } = timed(1);
    while (milliseconds < LEAST) {
      times *= milliseconds < LEAST / 8 ? 8 : 2;
      ({ answer, milliseconds } = timed(times));
    }
    let fastest = milliseconds / times;
    // As the command line does: the fastest run of three, of one if it takes a second.
    for (let i = 0; i < 2 && milliseconds < 1000; i += 1) {
      fastest = Math.min(fastest, timed(times).milliseconds / times);
    }
    return { ...(read(answer) as Answers["gallery_run"]), seconds: fastest / 1000 };
  },

  plan(n: number, method: Method | "", pieces: number) {
    const count = countOf(n, method, pieces);
    return { method: count.method, kernel: count.kernel, expected: [...count.expected()] };
  },
  piece: (n: number, method: Method | "", pieces: number, piece: number) =>
    read(countOf(n, method, pieces).count(piece)) as Answers["count"],
};

/** All that can be asked. */
export type Calls = Functions & typeof calls;

function functionOf(call: keyof Calls): (...given: unknown[]) => unknown {
  if (call in calls) return calls[call as keyof typeof calls] as (...given: unknown[]) => unknown;
  const engine: Pick<typeof wasm, keyof Functions> = wasm;
  const answer = engine[call as keyof Functions] as (...given: unknown[]) => string;
  return (...given) => read(answer(...given));
}

/** What comes in: first the compiled engine, then calls. */
export type Request =
  { engine: WebAssembly.Module } | { id: number; call: keyof Calls; arguments: unknown[] };

/** What goes out. `broken`: the engine must not be used any more. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; part: unknown }
  | { id: number; error: { message: string; advice: string }; broken: boolean };

function refusal(error: unknown): { message: string; advice: string; broken: boolean } {
  if (typeof error === "string") {
    const [message = error, ...advice] = error.split("\n");
    return { message, advice: advice.join("\n"), broken: false };
  }
  const panic = wasm.last_panic();
  const told = error instanceof Error ? error.message : String(error);
  return {
    message: `the engine failed: ${panic || told}`,
    advice: "report it as a bug",
    broken: true,
  };
}

let ready: Promise<unknown> | undefined;

// A worker's own global object; the page's types know only that of windows.
const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply): void;
};

port.onmessage = async ({ data }) => {
  if ("engine" in data) {
    ready = init({ module_or_path: data.engine });
    return;
  }
  const { id, call } = data;
  try {
    await ready;
    const part: Part = (told) => port.postMessage({ id, part: told });
    port.postMessage({ id, value: functionOf(call)(...data.arguments, part) });
  } catch (error) {
    const { broken, ...told } = refusal(error);
    port.postMessage({ id, error: told, broken });
  }
};
