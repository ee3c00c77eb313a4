/** Counts under way and done. */

import { useState } from "preact/hooks";

import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { percent, perSecond, time, timeLeft } from "../../numbers";
import { said } from "../../said";
import { capital } from "../../words";
import { server } from "./api";
import type { CountRequest, Info, Job } from "./documents";
import { attempt, followJob, jobs, nameOf, troubleIn } from "./state";

export function StartCount({ info }: { info: Info }) {
  const most = info.limits.count_n;
  const [n, setN] = useState(Math.min(16, most));
  const [method, setMethod] = useState("");
  const [kernel, setKernel] = useState("");
  const start = async () => {
    // The choices are those that the server offers.
    const request = { n, ...(method && { method }), ...(kernel && { kernel }) } as CountRequest;
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
        <select value={kernel} onChange={(event) => setKernel(event.currentTarget.value)}>
          <option value="">the fastest one</option>
          {info.kernels.map(({ name, available }) => (
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

export function JobView({ job }: { job: Job }) {
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
      {failure ? <Trouble {...troubleIn(failure)} /> : null}
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
        {left === null || !end ? "" : `, about ${timeLeft(left)} left: ends at ${clock(end)}`}
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
    const { n, total, seconds, nodes, method, kernel, threads } = result;
    return (
      <p class="result">
        <b>
          Q({n}) = {grouped(total)}
        </b>
        , in {time(seconds)} by {method}, {kernel}, {threads} {threads === 1 ? "thread" : "threads"}
        ; {grouped(nodes)} {method === "color" ? "placements" : "nodes"}
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
