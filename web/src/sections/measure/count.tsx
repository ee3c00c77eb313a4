/** Count on all cores of this machine. */

import { Asked } from "../../components/asked";
import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { type CountReport, type Method, processors, valueAt } from "../../engine";
import { percent, perSecond, time, timeLeft } from "../../numbers";
import { queryNumber, setQuery } from "../../route";
import {
  FIRST_BY_COLOR,
  LARGEST,
  busy,
  comparing,
  counting,
  known,
  method,
  progress,
  reports,
  start,
  trouble,
  workers,
} from "./state";

export function Count() {
  const n = queryNumber("n", 14, 0, LARGEST);
  const running = counting.value;
  return (
    <div class="panel stack">
      <div>
        <h2 id="count-title">Count with the library</h2>
        <form
          class="row"
          aria-labelledby="count-title"
          onSubmit={(event) => {
            event.preventDefault();
            if (running) running.control.abort();
            else void start(n);
          }}
        >
          <NumberField
            label="Size n"
            min={0}
            max={LARGEST}
            value={running?.n ?? n}
            disabled={running !== undefined}
            onValue={(wanted) => setQuery({ n: wanted })}
          />
          <NumberField
            label="Workers"
            min={1}
            max={4 * processors}
            value={workers.value}
            disabled={busy.value}
            onValue={(wanted) => {
              workers.value = wanted;
            }}
          />
          <label class="field">
            <span>Method</span>
            <select
              value={method.value}
              disabled={running !== undefined}
              onChange={(event) => {
                method.value = event.currentTarget.value as Method | "";
              }}
            >
              <option value="">the faster one (color from n = {FIRST_BY_COLOR})</option>
              <option value="search">search</option>
              <option value="color">color</option>
            </select>
          </label>
          <button type="submit" class="primary" disabled={comparing.value !== undefined}>
            {running ? "Cancel" : `Count n = ${n}`}
          </button>
          <span class="quiet">
            {processors === 1 ? "1 processor" : `${processors} processors`}, reported by the browser
          </span>
        </form>
      </div>
      <Asked n={n} min={0} max={LARGEST} />
      {running ? <Meter n={running.n} /> : null}
      {trouble.value ? <Trouble {...trouble.value} /> : null}
      {reports.value.length > 0 ? <Reports /> : null}
    </div>
  );
}

function Meter({ n }: { n: number }) {
  const now = progress.value;
  if (!now) return <p class="quiet">Cutting the board of n = {n} into pieces…</p>;
  const left = now.secondsLeft === null ? "…" : `about ${timeLeft(now.secondsLeft)} left`;
  return (
    <div class="meter">
      <p class="how" data-testid="how">
        {now.method === "color" ? (
          <>
            Counting by color, {now.kernel}: white and black queens apart (
            <a href="#/learn?part=color">why that works</a>).
          </>
        ) : (
          `Counting by search, ${now.kernel}: placing queen after queen.`
        )}
      </p>
      <progress max={1} value={now.fraction} aria-label={`count of n = ${n}`} />
      <p class="numbers">
        <b>{percent(now.fraction)}</b> of the work, {time(now.seconds)} taken, {left};{" "}
        {now.seconds > 0 ? perSecond(Number(now.nodes) / now.seconds) : "…"} nodes; block {now.done}{" "}
        of {now.pieces}
      </p>
    </div>
  );
}

function Reports() {
  return (
    <div class="scroll" role="region" aria-label="Counts of this visit" tabIndex={0}>
      <table class="data" data-testid="counts">
        <caption>
          Counts of this visit. Nodes are the partial placements visited; for the color method, the
          placements tried.
        </caption>
        <thead>
          <tr>
            <th scope="col">n</th>
            <th scope="col" class="number">
              Q(n)
            </th>
            <th scope="col">published value</th>
            <th scope="col" class="number">
              time
            </th>
            <th scope="col" class="number">
              nodes
            </th>
            <th scope="col" class="number">
              nodes/s
            </th>
            <th scope="col">method, kernel</th>
            <th scope="col" class="number">
              workers
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.value.map((report, i) => (
            <tr key={reports.value.length - i}>
              <th scope="row">{report.n}</th>
              <td class="number total">{grouped(report.total)}</td>
              <td>{verdict(report)}</td>
              <td class="number">{time(report.seconds)}</td>
              <td class="number">{grouped(report.nodes)}</td>
              <td class="number">{perSecond(Number(report.nodes) / report.seconds)}</td>
              <td>
                {report.method === "color" ? <a href="#/learn?part=color">color</a> : report.method}
                , {report.kernel}
              </td>
              <td class="number">{report.workers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function verdict({ n, total }: CountReport): string {
  const published = known.value && valueAt(known.value.total, n);
  if (published === undefined) return "none known";
  return published === total ? "the same" : `DIFFERS: ${grouped(published)}`;
}
