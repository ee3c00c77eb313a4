// What the server does: its jobs and runs, as its events tell them.

import { batch, signal } from "@preact/signals";

import type { Trouble } from "../../components/trouble";
import { Latest, isAbort, useWhile } from "../../latest";
import { said } from "../../said";
import {
  type ServerEvent,
  ServerError,
  findServer,
  follow,
  jobEvents,
  runEvents,
  server,
} from "./api";
import type { Error as Failure, Info, Job, Run, RunEntry, Runs } from "./documents";

export type Found =
  | { state: "looking" }
  | { state: "none" }
  | { state: "refused"; trouble: Trouble }
  | { state: "there"; info: Info };

export const found = signal<Found>({ state: "looking" });
export const jobs = signal<ReadonlyMap<string, Job>>(new Map());
export const runs = signal<RunEntry[]>([]);
export const unusable = signal<Runs["unusable"]>([]);
export const statuses = signal<ReadonlyMap<string, Run>>(new Map());
export const watched = signal<string | undefined>(undefined);
export const trouble = signal<Trouble | undefined>(undefined);

/** Events under way, so that each is followed once. */
const followed = new Map<string, AbortController>();

/** What a document of the server says of a failure. */
export const troubleIn = ({ what, advice }: Pick<Failure, "what" | "advice">): Trouble => ({
  message: what,
  advice,
});

export function troubleOf(error: unknown): Trouble {
  if (error instanceof ServerError) return error.trouble;
  return {
    message: `the server cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    advice: "see whether `queens serve` still runs, then load the page again",
  };
}

export async function attempt(work: () => Promise<unknown>) {
  try {
    await work();
    trouble.value = undefined;
  } catch (error) {
    trouble.value = troubleOf(error);
  }
}

export function update(job: Job) {
  jobs.value = new Map(jobs.value).set(job.id, job);
}

export function followOnce(path: string, hear: (event: ServerEvent) => void, after: () => void) {
  if (followed.has(path)) return;
  const control = new AbortController();
  followed.set(path, control);
  const lost = (error: unknown) => {
    trouble.value = troubleOf(error);
  };
  const deliver = (event: ServerEvent) => {
    if (!control.signal.aborted) hear(event);
  };
  follow(path, control.signal, deliver, lost)
    .catch(lost)
    .finally(() => {
      // It was taken out when it was stopped; the same events may be followed again by now.
      if (control.signal.aborted) return;
      followed.delete(path);
      after();
    });
}

export function unfollow(path: string) {
  followed.get(path)?.abort();
  followed.delete(path);
}

export function followJob(job: Job) {
  update(job);
  if (job.state !== "running") return;
  const hear = ({ data }: ServerEvent) => {
    trouble.value = undefined;
    update(data as Job);
  };
  followOnce(jobEvents(job.id), hear, () => {
    const now = jobs.value.get(job.id);
    said.value = now ? `${nameOf(now)}: ${now.state}` : "";
    if (now?.kind === "work") void attempt(refreshRuns);
  });
}

export function followRun(name: string) {
  const hear = ({ event, data }: ServerEvent) => {
    if (event === "failure") {
      trouble.value = troubleIn(data as Failure);
      return;
    }
    statuses.value = new Map(statuses.value).set(name, data as Run);
  };
  followOnce(runEvents(name), hear, () => void attempt(refreshRuns));
}

/** Only the latest request for the list of runs counts: an answer that comes late is older. */
const listing = new Latest();

export async function refreshRuns() {
  try {
    const listed = await server.runs(listing.next());
    batch(() => {
      runs.value = listed.runs;
      unusable.value = listed.unusable;
    });
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

export async function refresh(signal: AbortSignal) {
  const before = jobs.value;
  for (const job of await server.jobs(signal)) {
    // An event that arrived in the meantime is newer than the list, and so is a removal.
    if (jobs.value.get(job.id) === before.get(job.id)) followJob(job);
  }
  await refreshRuns();
}

export function nameOf({ kind, request }: Job): string {
  const { n, run } = request as { n?: number; run?: string };
  switch (kind) {
    case "count":
      return `count of n = ${n}`;
    case "estimate":
      return `estimate of n = ${n}`;
    case "work":
      return `work on ${run}`;
    default:
      return "completion";
  }
}

/** Looks for a server and follows what it does, while the section is shown. */
export function useServer() {
  useWhile((signal) => {
    const look = async () => {
      const info = await findServer(signal);
      found.value = info ? { state: "there", info } : { state: "none" };
      if (info) await refresh(signal);
    };
    look().catch((error: unknown) => {
      if (!signal.aborted) found.value = { state: "refused", trouble: troubleOf(error) };
    });
    signal.addEventListener("abort", () => {
      listing.drop();
      for (const path of followed.keys()) unfollow(path);
    });
  }, []);
}
