// Waiting for an answer. An answer belongs to one question, and by the time it arrives the reader may have
// asked another one. Everything on the page that waits does so with an AbortSignal from here, and the
// signal is aborted in the same task as the choice that replaces the question: no timer and no message
// can come in between. The engine never answers an aborted question.

import { useLayoutEffect, useState } from "preact/hooks";

/** Whether an error only says that its question was dropped. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** A series of actions; only the last one counts. */
export class Latest {
  #control = new AbortController();

  /** Drops what was asked before. The new question goes with this signal. */
  next(): AbortSignal {
    this.drop();
    this.#control = new AbortController();
    return this.#control.signal;
  }

  /** Drops what was asked last. */
  drop(): void {
    this.#control.abort();
  }
}

/**
 * Work that belongs to what is chosen and ends with it.
 *
 * A layout effect on purpose: Preact ends these while it renders. The cleanup of an ordinary effect
 * waits for the next frame, and until then the old work could still write.
 */
export function useWhile(work: (signal: AbortSignal) => void, chosen: readonly unknown[]): void {
  useLayoutEffect(() => {
    const control = new AbortController();
    work(control.signal);
    return () => control.abort();
  }, chosen as unknown[]);
}

export interface Answer<T> {
  /** The answer to what is chosen now; null until it is there. */
  answer: T | null;
  /** Why there is none. */
  error: unknown;
}

const NONE: Answer<never> = { answer: null, error: null };

/** The answer to a question about what is chosen, never to one about an earlier choice. */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  chosen: readonly unknown[],
): Answer<T> {
  const [last, setLast] = useState<Answer<T> & { chosen: readonly unknown[] }>({ ...NONE, chosen });
  useWhile((signal) => {
    const update = (change: Partial<Answer<T>>) => {
      if (!signal.aborted) setLast({ ...NONE, ...change, chosen });
    };
    ask(signal).then(
      (answer) => update({ answer }),
      (error: unknown) => update({ error }),
    );
  }, chosen);
  return chosen.every((one, index) => Object.is(one, last.chosen[index])) ? last : NONE;
}
