/**
 * Holds back what a page waits for, so that a test decides in which order it comes: on a slow machine
 * any order is possible, and none may leave something old on the screen.
 */

import type { Page } from "@playwright/test";

/**
 * `answer`: a message from a worker. `timer`: a timeout of a tenth of a second or more. `frame`: what is
 * to run with the next frame, and shorter timeouts, with which Preact waits for one.
 */
type Kind = "answer" | "timer" | "frame";

interface Held {
  hold(kind: Kind): void;
  count(kind: Kind): number;
  release(kind: Kind): void;
}

/** To be called before the page is opened. */
export async function makeHoldable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = new Map<Kind, Map<number, () => void>>();
    // Above all that the browser gives out.
    let last = 1e9;
    const keep = (kind: Kind, run: () => void) => {
      last += 1;
      held.get(kind)?.set(last, run);
      return last;
    };
    const drop = (id: number) => [...held.values()].some((jobs) => jobs.delete(id));

    const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
    const later = (run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
      const kind = milliseconds < 100 ? "frame" : "timer";
      if (!held.has(kind)) return setTimeout(run, milliseconds, ...given);
      return keep(kind, () => run(...given));
    };
    const frame = (run: FrameRequestCallback) => {
      if (!held.has("frame")) return requestAnimationFrame(run);
      return keep("frame", () => run(performance.now()));
    };
    Object.assign(window, {
      setTimeout: later,
      requestAnimationFrame: frame,
      clearTimeout: (id: number) => drop(id) || clearTimeout(id),
      cancelAnimationFrame: (id: number) => drop(id) || cancelAnimationFrame(id),
      Worker: class extends Worker {
        #heard: ((event: MessageEvent) => void) | null = null;

        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          this.addEventListener("message", (event) => {
            // To the current listener, as in a browser.
            const deliver = () => this.#heard?.(event);
            if (held.has("answer")) keep("answer", deliver);
            else deliver();
          });
        }

        override get onmessage() {
          return this.#heard;
        }

        override set onmessage(heard) {
          this.#heard = heard;
        }
      },
      held: {
        hold: (kind: Kind) => held.set(kind, held.get(kind) ?? new Map()),
        count: (kind: Kind) => held.get(kind)?.size ?? 0,
        release: (kind: Kind) => {
          const jobs = held.get(kind) ?? new Map<number, () => void>();
          held.delete(kind);
          for (const run of jobs.values()) run();
        },
      } satisfies Held,
    });
  });
}

/** From now on things of this kind wait. */
export const hold = (page: Page, kind: Kind) =>
  page.evaluate((kind) => (window as unknown as { held: Held }).held.hold(kind), kind);

/** How many of them wait. */
export const waiting = (page: Page, kind: Kind) =>
  page.evaluate((kind) => (window as unknown as { held: Held }).held.count(kind), kind);

/** Runs those that wait, in order, and holds back no more. */
export const release = (page: Page, kind: Kind) =>
  page.evaluate((kind) => (window as unknown as { held: Held }).held.release(kind), kind);
