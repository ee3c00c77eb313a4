/** Watch: start, follow and stop counts of the native engine, under `queens serve`. */

import { batch, signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { Chapter } from "../../components/chapter";
import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import { Latest, isAbort, useWhile } from "../../latest";
import { capital } from "../../words";
import { percent, perSecond, time } from "../measure/numbers";
import {
  type ServerEvent,
  ServerError,
  findServer,
  follow,
  jobEvents,
  runEvents,
  server,
} from "./api";
import type { CountRequest, Error as Failure, Info, Job, Run, RunEntry, Runs } from "./documents";
import "./watch.css";

type Trouble = Pick<Failure, "what" | "advice">;

type Found =
  | { state: "looking" }
  | { state: "none" }
  | { state: "refused"; trouble: Trouble }
  | { state: "there"; info: Info };

const found = signal<Found>({ state: "looking" });
const jobs = signal<ReadonlyMap<string, Job>>(new Map());
const runs = signal<RunEntry[]>([]);
const unusable = signal<Runs["unusable"]>([]);
const statuses = signal<ReadonlyMap<string, Run>>(new Map());
const watched = signal<string | undefined>(undefined);
const trouble = signal<Trouble | undefined>(undefined);
const said = signal("");

/** Events under way, so that each is followed once. */
const followed = new Map<string, AbortController>();

function troubleOf(error: unknown): Trouble {
  if (error instanceof ServerError) return error.trouble;
  return {
    what: `the server cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    advice: "see whether `queens serve` still runs, then load the page again",
  };
}

async function attempt(work: () => Promise<unknown>) {
  try {
    await work();
    trouble.value = undefined;
  } catch (error) {
    trouble.value = troubleOf(error);
  }
}

function update(job: Job) {
  jobs.value = new Map(jobs.value).set(job.id, job);
}

function followOnce(path: string, hear: (event: ServerEvent) => void, after: () => void) {
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

function unfollow(path: string) {
  followed.get(path)?.abort();
  followed.delete(path);
}

function followJob(job: Job) {
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

function followRun(name: string) {
  const hear = ({ event, data }: ServerEvent) => {
    if (event === "failure") {
      trouble.value = data as Trouble;
      return;
    }
    statuses.value = new Map(statuses.value).set(name, data as Run);
  };
  followOnce(runEvents(name), hear, () => void attempt(refreshRuns));
}

/** Only the latest request for the list of runs counts: an answer that comes late is older. */
const listing = new Latest();

async function refreshRuns() {
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

async function refresh(signal: AbortSignal) {
  const before = jobs.value;
  for (const job of await server.jobs(signal)) {
    // An event that arrived in the meantime is newer than the list, and so is a removal.
    if (jobs.value.get(job.id) === before.get(job.id)) followJob(job);
  }
  await refreshRuns();
}

function nameOf({ kind, request }: Job): string {
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

export default function Watch() {
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
  const now = found.value;
  return (
    <section aria-labelledby="watch-title" class="watch stack">
      <div>
        <h1 id="watch-title">Watch</h1>
        <p class="lead">
          Counts by the native engine on the machine that serves this page. Runs stay when the page
          or the server is closed.
        </p>
      </div>
      {now.state === "looking" ? <p class="quiet">Looking for a server…</p> : null}
      {now.state === "none" ? <Absent /> : null}
      {now.state === "refused" ? <Notice {...now.trouble} /> : null}
      {now.state === "there" ? <Present info={now.info} /> : null}
      <p class="hidden" role="status">
        {said.value}
      </p>
    </section>
  );
}

function Absent() {
  return (
    <div class="panel prose" data-testid="absent">
      <h2>No server behind this page</h2>
      <p>
        This copy of the page is only files; everything else on it works without a server. To watch
        the native engine, start it on your machine, which opens the page in your browser:
      </p>
      <pre class="mono">queens serve --open</pre>
      <p>To follow existing runs, name their directories, or a directory of runs:</p>
      <pre class="mono">queens serve --open --dir runs</pre>
      <p class="quiet">
        By default, only this machine (127.0.0.1) can reach it. More:{" "}
        <Chapter path="serve.md" title="Over HTTP" />.
      </p>
    </div>
  );
}

function Notice({ what, advice }: Trouble) {
  return (
    <p role="alert" class="notice bad">
      {what}
      <br />
      {advice}
    </p>
  );
}

function Present({ info }: { info: Info }) {
  const list = [...jobs.value.values()].sort((a, b) => b.created - a.created);
  return (
    <>
      {trouble.value ? <Notice {...trouble.value} /> : null}
      <div class="watch-layout">
        <div class="panel">
          <h2>Start a count</h2>
          <StartCount info={info} />
        </div>
        <div class="panel">
          <h2>The machine</h2>
          <dl class="facts">
            <dt>processor</dt>
            <dd>{info.cpu}</dd>
            <dt>threads</dt>
            <dd>
              {info.threads}, {info.limits.threads} for a job
            </dd>
            <dt>kernels</dt>
            <dd>
              {info.backends
                .filter(({ available }) => available)
                .map(({ name }) => name)
                .join(", ")}
            </dd>
            <dt>limits</dt>
            <dd>
              n ≤ {info.limits.count_n}, {time(info.limits.seconds, 2)} a job, {info.limits.jobs}{" "}
              jobs at once, memory {grouped(Math.round(Number(info.limits.memory) / 1e6))} MB
            </dd>
            <dt>version</dt>
            <dd>{info.version}</dd>
          </dl>
        </div>
      </div>
      <div class="panel">
        <h2>Jobs</h2>
        {list.length === 0 ? <p class="quiet">None yet.</p> : null}
        <ul class="jobs">
          {list.map((job) => (
            <JobView key={job.id} job={job} />
          ))}
        </ul>
      </div>
      <Runs info={info} />
    </>
  );
}

function StartCount({ info }: { info: Info }) {
  const most = info.limits.count_n;
  const [n, setN] = useState(Math.min(16, most));
  const [method, setMethod] = useState("");
  const [backend, setBackend] = useState("");
  const start = async () => {
    // The choices are those that the server offers.
    const request = { n, ...(method && { method }), ...(backend && { backend }) } as CountRequest;
    followJob(await server.startCount(request));
    said.value = `count of n = ${n} started`;
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(start);
      }}
    >
      <NumberField label="Size n" min={1} max={most} value={n} onValue={setN} />
      <label class="field">
        <span>Method</span>
        <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
          <option value="">the faster one</option>
          {info.methods.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Kernel</span>
        <select value={backend} onChange={(event) => setBackend(event.currentTarget.value)}>
          <option value="">the fastest one</option>
          {info.backends.map(({ name, available }) => (
            <option key={name} disabled={!available}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary">
        Start
      </button>
    </form>
  );
}

function JobView({ job }: { job: Job }) {
  const { id, state, progress, failure } = job;
  const name = nameOf(job);
  return (
    <li class={`job ${state}`} data-testid={`job-${id}`}>
      <div class="row job-head">
        <h3>
          {capital(name)} <span class="quiet">#{id}</span>
        </h3>
        <span class={`state ${state}`}>{state}</span>
        {state === "running" ? (
          <button
            type="button"
            onClick={() => void attempt(() => server.stop(id))}
            aria-label={`Stop the ${name}`}
          >
            Stop
          </button>
        ) : (
          <button
            type="button"
            onClick={() =>
              void attempt(async () => {
                await server.stop(id);
                const rest = new Map(jobs.value);
                rest.delete(id);
                jobs.value = rest;
              })
            }
            aria-label={`Forget the ${name}`}
          >
            Forget
          </button>
        )}
      </div>
      {state === "running" ? <Meter job={job} name={name} /> : null}
      {state === "stopped" && progress ? (
        <p>Stopped at {percent(progress.fraction)} of the work.</p>
      ) : null}
      {failure ? (
        <p class="notice bad">
          {failure.what}
          <br />
          {failure.advice}
        </p>
      ) : null}
      <Result job={job} />
    </li>
  );
}

function Meter({ job: { progress, seconds }, name }: { job: Job; name: string }) {
  if (!progress) return <p class="quiet">Running for {time(seconds)}…</p>;
  const { fraction, per_second: rate, seconds_left: left, unit, done, expected } = progress;
  const end = left === null ? null : new Date(Date.now() + 1000 * left);
  return (
    <>
      <progress max={1} value={fraction} aria-label={name} />
      <p class="numbers">
        <b>{percent(fraction)}</b>
        {unit === "probes" && expected !== null
          ? `, ${grouped(done)} of ${grouped(expected)} probes`
          : ""}
        , {time(seconds)} taken
        {/* Nanoseconds are predicted work, which says nothing beside the time. */}
        {rate === null || unit === "nanoseconds"
          ? ""
          : `, ${rate < 1000 ? rate.toPrecision(3) : perSecond(rate)} ${unit}${rate < 1000 ? " a second" : ""}`}
        {left === null || !end ? "" : `, about ${time(left)} left: ends at ${clock(end)}`}
      </p>
    </>
  );
}

function clock(date: Date): string {
  const today = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return today ? time : `${date.toLocaleDateString()} ${time}`;
}

function Result({ job: { result } }: { job: Job }) {
  if (!result) return null;
  if (result.schema === "queens.count/1") {
    const { n, total, seconds, nodes, method, backend, threads } = result;
    return (
      <p class="result">
        <b>
          Q({n}) = {grouped(total)}
        </b>
        , in {time(seconds)} by {method}, {backend}, {threads}{" "}
        {threads === 1 ? "thread" : "threads"}; {grouped(nodes)}{" "}
        {method === "color" ? "placements" : "nodes"}
      </p>
    );
  }
  if (result.schema === "queens.serve.work/1") {
    const { counted, missing, total } = result;
    return (
      <p class="result">
        Ranges counted: {grouped(counted)}, missing: {grouped(missing)}
        {total === null ? "" : `; total ${grouped(total)}, merged and checked`}
      </p>
    );
  }
  return <pre class="mono result">{JSON.stringify(result, null, 1)}</pre>;
}

function Runs({ info }: { info: Info }) {
  return (
    <div class="panel stack">
      <div>
        <h2>Runs</h2>
        <p class="quiet prose">
          A run is a directory with a plan and every finished range. After an interruption, the work
          continues where it was.
        </p>
      </div>
      {runs.value.length === 0 && unusable.value.length === 0 ? (
        <p class="quiet">
          {info.folders.length > 0
            ? "None yet."
            : "None: start the server with --dir and the directory of a run, or a directory of runs."}
        </p>
      ) : null}
      {runs.value.map((run) => (
        <RunView key={run.name} run={run} />
      ))}
      {unusable.value.map(({ name, what, advice }) => (
        <p key={name} class="notice bad">
          {name}: {what}
          <br />
          {advice}
        </p>
      ))}
      {info.folders.length > 0 ? <PlanRun info={info} /> : null}
    </div>
  );
}

function RunView({ run }: { run: RunEntry }) {
  const { name, n, certificate } = run;
  const open = watched.value === name;
  const status = statuses.value.get(name);
  const job = status?.job ?? run.job;
  return (
    <details
      class="run"
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open) {
          watched.value = name;
          followRun(name);
        } else if (watched.value === name) {
          watched.value = undefined;
          unfollow(runEvents(name));
        }
      }}
    >
      <summary>
        <b>{name}</b>: n = {n}, {grouped(run.ranges)} ranges, {run.shards}{" "}
        {run.shards === 1 ? "shard" : "shards"}
        {certificate ? ", certificate there" : ""}
        {job !== null ? ", running" : ""}
      </summary>
      {open && status ? <RunDetails status={status} job={job} name={name} /> : null}
      {open && !status ? <p class="quiet">Reading its files…</p> : null}
    </details>
  );
}

function RunDetails({
  status: { status, total },
  job,
  name,
}: {
  status: Run;
  job: string | null;
  name: string;
}) {
  const { fraction, damaged, foreign } = status;
  // The speed of the last minutes says nothing about the end when all workers have left.
  const working = job !== null || status.shards.some((shard) => stateOf(shard) === "running");
  return (
    <div class="stack">
      <progress max={1} value={fraction} aria-label={`run ${name}`} />
      <p class="numbers">
        <b>{percent(fraction)}</b>, {grouped(status.done)} of {grouped(status.ranges)} ranges
        {status.ranges_per_second
          ? `, ${status.ranges_per_second.toPrecision(3)} ranges a second in the last ten minutes`
          : ""}
        {working && status.seconds_left !== null ? `, about ${time(status.seconds_left)} left` : ""}
      </p>
      {total === null ? null : (
        <p class="notice good">
          Complete: Q({status.n}) = <b>{grouped(total)}</b>
        </p>
      )}
      {damaged > 0 || foreign.length > 0 ? (
        <p class="notice bad">
          {damaged > 0 ? `${grouped(damaged)} damaged lines, which are not used. ` : ""}
          {foreign.length > 0
            ? `Files that do not belong to the run: ${foreign.map(({ file }) => file).join(", ")}.`
            : ""}
        </p>
      ) : null}
      <div class="row">
        {job === null && total === null ? (
          <button
            type="button"
            class="primary"
            onClick={() => void attempt(async () => followJob(await server.work(name)))}
          >
            Work on it
          </button>
        ) : null}
        {job === null ? null : (
          <button type="button" onClick={() => void attempt(() => server.stop(job))}>
            Stop the work
          </button>
        )}
      </div>
      <div class="scroll" role="region" aria-label={`Shards of ${name}`} tabIndex={0}>
        <table class="data">
          <caption>
            Shards: each is what one process works on. A dash: counted by attempts at all shards
            together, in the row “all”.
          </caption>
          <thead>
            <tr>
              {["shard", "ranges", "done", "attempts", "open", "silent for", "damaged"].map(
                (title) => (
                  <th key={title} scope="col" class="number">
                    {title}
                  </th>
                ),
              )}
              <th scope="col">state</th>
            </tr>
          </thead>
          <tbody>
            {status.shards.map((shard) => (
              <tr key={shard.shard}>
                <th scope="row" class="number">
                  {shard.shard}
                </th>
                <td class="number">{grouped(shard.ranges)}</td>
                <td class="number">{grouped(shard.done)}</td>
                <td class="number">
                  {shard.attempts === 0 && shard.done > 0 ? "–" : shard.attempts}
                </td>
                <td class="number">{shard.open}</td>
                <td class="number">
                  {typeof shard.silent_seconds === "number" ? time(shard.silent_seconds) : "–"}
                </td>
                <td class="number">{shard.damaged}</td>
                <td>{stateOf(shard)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** After this many seconds of silence, an attempt without an end was probably killed. */
const SILENT = 300;

function stateOf(shard: Run["status"]["shards"][number]): string {
  if (shard.done === shard.ranges) return "done";
  if (shard.open > 0) {
    return (shard.silent_seconds ?? 0) > SILENT ? "silent: killed?" : "running";
  }
  return shard.done > 0 ? "started" : "waiting";
}

function PlanRun({ info }: { info: Info }) {
  const [name, setName] = useState("");
  const [n, setN] = useState(18);
  const [shards, setShards] = useState(4);
  const plan = async () => {
    const folder = info.folders[0];
    await server.createRun({ name, n, shards, ...(folder && { folder }) });
    await refreshRuns();
    said.value = `run ${name} planned`;
    setName("");
  };
  return (
    <form
      class="row"
      aria-label="Plan a run"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(plan);
      }}
    >
      <label class="field">
        <span>Name of a new run</span>
        <input
          type="text"
          required
          pattern="[A-Za-z0-9_\-][A-Za-z0-9._\-]{0,63}"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <NumberField label="Size n" min={4} max={32} value={n} onValue={setN} />
      <NumberField label="Shards" min={1} max={1000} value={shards} onValue={setShards} />
      <button type="submit">Plan</button>
    </form>
  );
}
