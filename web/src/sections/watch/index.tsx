/** Watch: start, follow and stop counts of the native engine, under `queens serve`. */

import { Chapter } from "../../components/chapter";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { time } from "../../numbers";
import type { Info } from "./documents";
import { JobView, StartCount } from "./jobs";
import { Runs } from "./runs";
import { found, jobs, trouble, useServer } from "./state";
import "./watch.css";

export default function Watch() {
  useServer();
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
      {now.state === "refused" ? <Trouble {...now.trouble} /> : null}
      {now.state === "there" ? <Present info={now.info} /> : null}
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

function Present({ info }: { info: Info }) {
  const list = [...jobs.value.values()].sort((a, b) => b.created - a.created);
  return (
    <>
      {trouble.value ? <Trouble {...trouble.value} /> : null}
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
              {info.kernels
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
