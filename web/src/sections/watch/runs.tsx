/** Runs: directories with a plan, in which counts go on after an interruption. */

import { useState } from "preact/hooks";

import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { percent, time, timeLeft } from "../../numbers";
import { said } from "../../said";
import { runEvents, server } from "./api";
import type { Info, Run, RunEntry } from "./documents";
import {
  attempt,
  followJob,
  followRun,
  refreshRuns,
  runs,
  statuses,
  unfollow,
  unusable,
  watched,
} from "./state";

export function Runs({ info }: { info: Info }) {
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
        <Trouble key={name} message={`${name}: ${what}`} advice={advice} />
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
        {working && status.seconds_left !== null
          ? `, about ${timeLeft(status.seconds_left)} left`
          : ""}
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
