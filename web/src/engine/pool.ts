// Workers, made when they are needed and kept for the next call. A call that is aborted takes its
// worker with it: that is the only way to stop WebAssembly.

import engineUrl from "./wasm/queens_wasm_bg.wasm?url";
import { EngineError } from "./types";
import type { Calls, Reply, Request } from "./worker";

export interface Options {
  signal?: AbortSignal | undefined;
  onPart?: (part: unknown) => void;
}

/** The arguments of a call, without the listener that the worker adds. */
export type Given<Name extends keyof Calls> =
  Parameters<Calls[Name]> extends [...infer Rest, (part: unknown) => void]
    ? Rest
    : Parameters<Calls[Name]>;

export type Answer<Name extends keyof Calls> = ReturnType<Calls[Name]>;

let module: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const failed = (why: string) =>
    new EngineError(`the engine could not be loaded: ${why}`, "load the page again");
  const response = await fetch(engineUrl).catch((error: unknown) => {
    throw failed(String(error));
  });
  if (!response.ok) throw failed(`${engineUrl} answers ${response.status}`);
  // Both compile beside the main thread. Not every server knows the type of the file.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled engine, the same for all workers. */
function engine(): Promise<WebAssembly.Module> {
  module ??= compile().catch((error: unknown) => {
    // The next call tries again.
    module = undefined;
    throw error;
  });
  return module;
}

/** A worker with one call at a time. */
export class Hand {
  #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  #id = 0;
  /** Whether it was ended or must not be used any more. */
  broken = false;

  private constructor() {}

  static async make(): Promise<Hand> {
    const compiled = await engine();
    const hand = new Hand();
    hand.#send({ engine: compiled });
    return hand;
  }

  #send(request: Request) {
    this.#worker.postMessage(request);
  }

  end() {
    this.broken = true;
    this.#worker.terminate();
  }

  call<Name extends keyof Calls>(
    name: Name,
    given: Given<Name>,
    { signal, onPart }: Options = {},
  ): Promise<Answer<Name>> {
    const id = (this.#id += 1);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.end();
        done();
        reject(signal?.reason);
      };
      const done = () => {
        signal?.removeEventListener("abort", abort);
        this.#worker.onmessage = null;
        this.#worker.onerror = null;
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener("abort", abort);
      this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.id !== id) return;
        if ("part" in data) {
          onPart?.(data.part);
          return;
        }
        done();
        if ("error" in data) {
          if (data.broken) this.end();
          reject(new EngineError(data.error.message, data.error.advice));
        } else {
          resolve(data.value as Answer<Name>);
        }
      };
      this.#worker.onerror = (event) => {
        this.end();
        done();
        reject(new EngineError(`the engine failed: ${event.message}`, "load the page again"));
      };
      this.#send({ id, call: name, arguments: given });
    });
  }
}

/** As many as the machine has processors. */
export const processors = Math.max(1, navigator.hardwareConcurrency || 1);

const idle: Hand[] = [];

/** A worker for some calls of one caller; give it back with `release`. */
export async function acquire(): Promise<Hand> {
  return idle.pop() ?? Hand.make();
}

export function release(hand: Hand) {
  if (hand.broken) return;
  if (idle.length < processors + 1) idle.push(hand);
  else hand.end();
}

/** One call, in whichever worker is free. */
export async function call<Name extends keyof Calls>(
  name: Name,
  given: Given<Name>,
  options: Options = {},
): Promise<Answer<Name>> {
  options.signal?.throwIfAborted();
  const hand = await acquire();
  try {
    const answer = await hand.call(name, given, options);
    options.signal?.throwIfAborted();
    return answer;
  } finally {
    release(hand);
  }
}
