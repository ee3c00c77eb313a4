// The server of `queens serve`: its API, spoken with `fetch` alone, so that a token can go along. Events
// come as a stream that is read line by line; a stream that breaks is opened again where it broke.

import type { Trouble } from "../../components/trouble";
import type {
  CountRequest,
  Error as ErrorDocument,
  Info,
  Job,
  Jobs,
  PlanRequest,
  RunEntry,
  Runs,
  WorkRequest,
} from "./documents";
import { EventReader, type ServerEvent } from "./events";
import { token } from "../../token";

export type { ServerEvent };

/** An error that the server told; `none` is no code of the server: the answer was no document of its. */
export class ServerError extends Error {
  override name = "ServerError";

  constructor(
    readonly status: number,
    readonly code: ErrorDocument["code"] | "none",
    readonly trouble: Trouble,
  ) {
    super(trouble.message);
  }
}

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  const secret = token();
  if (secret) headers.set("Authorization", `Bearer ${secret}`);
  const response = await fetch(`api/${path}`, { ...options, headers });
  if (response.ok) return response;
  const told = (await response.json().catch(() => undefined)) as Partial<ErrorDocument> | undefined;
  throw new ServerError(response.status, told?.code ?? "none", {
    message: told?.what ?? `the server answers ${response.status} to ${path}`,
    advice: told?.advice ?? "see what `queens serve` prints on its terminal",
  });
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await ask(path, signal ? { signal } : {});
  const answer = (await response.json()) as T;
  signal?.throwIfAborted();
  return answer;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

/** The server, if the page is served by one; `undefined` on a static host. */
export async function findServer(signal: AbortSignal): Promise<Info | undefined> {
  try {
    const info = await get<Info>("info", signal);
    return info.schema === "queens.serve.info/1" ? info : undefined;
  } catch (error) {
    // Only a server of ours knows tokens and troubles.
    if (error instanceof ServerError && error.code !== "none") throw error;
    signal.throwIfAborted();
    return undefined;
  }
}

const named = (name: string) => encodeURIComponent(name);

export const server = {
  jobs: async (signal: AbortSignal) => (await get<Jobs>("jobs", signal)).jobs,
  startCount: (request: CountRequest) => post<Job>("counts", request),
  stop: async (id: string) => {
    await ask(`jobs/${named(id)}`, { method: "DELETE" });
  },
  runs: (signal: AbortSignal) => get<Runs>("runs", signal),
  createRun: (request: PlanRequest) => post<RunEntry>("runs", request),
  work: (name: string, request: WorkRequest = {}) => post<Job>(`runs/${named(name)}/work`, request),
};

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Follows events until the last one, `end`, or until it is told to stop. */
export async function follow(
  path: string,
  signal: AbortSignal,
  hear: (event: ServerEvent) => void,
  lost: (error: unknown) => void,
): Promise<void> {
  let last: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const headers = new Headers({ Accept: "text/event-stream" });
      if (last !== undefined) headers.set("Last-Event-ID", last);
      const response = await ask(path, { headers, signal });
      if (response.status === 204 || !response.body) return;
      const reader = new EventReader();
      const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await pieces.read();
        if (done) break;
        failures = 0;
        for (const event of reader.push(value)) {
          last = event.id ?? last;
          hear(event);
          if (event.event === "end") return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      // What the server refuses it will refuse again; a broken line may be mended.
      if (error instanceof ServerError && error.status < 500) throw error;
      failures += 1;
      lost(error);
    }
    await pause(Math.min(500 * 2 ** failures, 15_000), signal);
  }
}

export const jobEvents = (id: string) => `jobs/${named(id)}/events`;
export const runEvents = (name: string) => `runs/${named(name)}/events`;
