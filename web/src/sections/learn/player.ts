/** A search at the reader's pace: the moments near where it stands, and jumps to others. */

import { computed, signal } from "@preact/signals";

import type { Trouble } from "../../components/trouble";
import { type SeekResult, type StepView, type TraceSlice, engine, told } from "../../engine";
import { Latest, isAbort } from "../../latest";

/** Moments asked for at once. */
const SLICE = 256;
/** Slices kept, so that going back needs no request. */
const KEPT = 48;
/** No jump looks at more steps: it ends within seconds. */
export const REACH = 20_000_000;

export class Player {
  /** Where the search stands; null until the first answer. */
  readonly moment = signal<StepView | null>(null);
  /** How many queens were put down as the k-th of the board so far. */
  readonly depths = signal<number[]>([]);
  /** The number of steps in all, once it is known; no number if there are too many. */
  readonly length = signal<number | null>(null);
  /** Whether it is waiting for an answer. */
  readonly waiting = signal(false);
  readonly failure = signal<Trouble | null>(null);
  /** The message of the last jump. */
  readonly notice = signal<string | null>(null);
  readonly atStart = computed(() => (this.moment.value?.number ?? 0) === 0);
  readonly atEnd = computed(() => {
    const moment = this.moment.value;
    return moment !== null && moment.number === this.length.value;
  });

  private readonly slices = new Map<number, TraceSlice>();
  private readonly asked = new Map<number, Promise<TraceSlice>>();
  private readonly stop = new AbortController();
  /** The step that the reader asked for last. */
  private readonly request = new Latest();

  constructor(
    readonly member: string,
    readonly n: number,
  ) {
    engine.seek(member, n, "end", 0, REACH, { signal: this.stop.signal }).then(
      (landing) => {
        if ("ended" in landing) this.length.value = landing.ended;
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** Ends the current work. The player is not used afterwards. */
  close(): void {
    this.request.drop();
    this.stop.abort();
  }

  /** Goes to a step at once if it is at hand; otherwise asks for it. */
  go(number: number): Promise<void> {
    this.notice.value = null;
    return this.arrive(Math.max(0, number), this.request.next());
  }

  /** Goes on by `steps` steps, as far as they are loaded; asks for what comes next. */
  advance(steps: number): void {
    const at = this.moment.value?.number ?? 0;
    const slice = this.slices.get(Math.floor(at / SLICE));
    if (!slice) {
      if (!this.waiting.value) void this.go(at);
      return;
    }
    const there = slice.skipped + slice.moments.length;
    const target = at + steps;
    if (slice.ended || target <= there) {
      void this.go(Math.min(target, there));
    } else if (!this.waiting.value) {
      void this.go(target);
    }
    if (!slice.ended && target > slice.skipped + SLICE / 2) {
      void this.load(slice.skipped / SLICE + 1).catch((error: unknown) => this.fail(error));
    }
  }

  /** The step that comes next, if there is one: it is loaded with the one before. */
  peek(): StepView | null {
    const at = this.moment.value?.number ?? 0;
    const slice = this.slices.get(Math.floor(at / SLICE));
    return slice?.moments[at - slice.skipped] ?? null;
  }

  /** The last steps up to this one, as far as they are loaded; the latest first. */
  last(count: number): StepView[] {
    const at = this.moment.value?.number ?? 0;
    const steps: StepView[] = [];
    for (let number = at; number > 0 && steps.length < count; number -= 1) {
      const slice = this.slices.get(Math.floor((number - 1) / SLICE));
      const step = slice?.moments[number - 1 - slice.skipped];
      if (!step) break;
      steps.push(step);
    }
    return steps;
  }

  async nextSolution(): Promise<void> {
    await this.jump("next", "There is no further solution.");
  }

  async previousSolution(): Promise<void> {
    await this.jump("previous", "There is no earlier solution.");
  }

  private async jump(what: "next" | "previous", none: string): Promise<void> {
    const from = this.moment.value?.number ?? 0;
    const signal = this.request.next();
    this.waiting.value = true;
    try {
      const { member, n } = this;
      const landing: SeekResult = await engine.seek(member, n, what, from, REACH, { signal });
      if ("at" in landing) {
        await this.arrive(landing.at, signal);
        if (!signal.aborted && landing.at === 0) this.notice.value = none;
      } else if ("ended" in landing) {
        await this.arrive(landing.ended, signal);
        if (!signal.aborted) this.notice.value = none;
      } else {
        this.notice.value = "The next solution is further away than a page should search.";
      }
    } catch (error) {
      this.fail(error);
    } finally {
      if (!signal.aborted) this.waiting.value = false;
    }
  }

  private async arrive(number: number, signal: AbortSignal): Promise<void> {
    const index = Math.floor(number / SLICE);
    let slice = this.slices.get(index);
    this.waiting.value = !slice;
    if (!slice) {
      try {
        slice = await this.load(index);
      } catch (error) {
        this.fail(error);
        return;
      } finally {
        if (!signal.aborted) this.waiting.value = false;
      }
      // The slice is kept, but the reader has gone elsewhere.
      if (signal.aborted) return;
    }
    const place = Math.min(number - slice.skipped, slice.moments.length);
    const moment = place <= 0 ? slice.start : slice.moments[place - 1];
    if (!moment) return;
    const depths = [...slice.depths];
    for (const { event, queens } of slice.moments.slice(0, Math.max(0, place))) {
      if (event === "place") depths[queens.length] = (depths[queens.length] ?? 0) + 1;
    }
    if (slice.ended) this.length.value = slice.skipped + slice.moments.length;
    this.moment.value = moment;
    this.depths.value = depths;
  }

  private load(index: number): Promise<TraceSlice> {
    const there = this.slices.get(index);
    if (there) return Promise.resolve(there);
    const asked = this.asked.get(index);
    if (asked) return asked;
    const { signal: stop } = this.stop;
    const promise = engine
      .trace(this.member, this.n, index * SLICE, SLICE, { signal: stop })
      .then((slice) => {
        this.slices.set(index, slice);
        if (this.slices.size > KEPT) {
          const [oldest] = this.slices.keys();
          if (oldest !== undefined) this.slices.delete(oldest);
        }
        return slice;
      })
      .finally(() => this.asked.delete(index));
    this.asked.set(index, promise);
    return promise;
  }

  private fail(error: unknown): void {
    if (!isAbort(error)) this.failure.value = told(error);
  }
}

/** A search that has not begun: what is shown until the engine answers. */
export const unstarted = (n: number): StepView => ({
  number: 0,
  event: "start",
  square: null,
  words: "",
  line: null,
  cells: ".".repeat(n * n),
  queens: [],
  culprits: [],
  reflected: false,
  strings: [],
  nodes: 0,
  tests: 0,
  solutions: 0,
});
