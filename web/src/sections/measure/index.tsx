/** Measure: count on all cores of this machine, and compare the classic algorithms. */

import { batch, computed, signal } from "@preact/signals";

import { Asked } from "../../components/asked";
import { Chapter } from "../../components/chapter";
import { Chart, type Series, powerOfTen } from "../../components/chart";
import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import {
  type CountProgress,
  type CountReport,
  type Known,
  type MemberAbout,
  type Method,
  engine,
  processors,
  told,
  valueAt,
} from "../../engine";
import { isAbort, useAnswer } from "../../latest";
import { queryNumber, setQuery } from "../../route";
import { percent, perSecond, time } from "./numbers";
import { type Cell, LIBRARY, type Row, type Comparison, disagreements, survey } from "./survey";
import "./measure.css";

/** From here on the engine counts by color unless told otherwise; a test holds this against the engine. */
const FIRST_BY_COLOR = 16;

/** Larger boards take days in a browser. */
const LARGEST = 22;

interface Trouble {
  message: string;
  advice: string;
}

const known = signal<Known | undefined>(undefined);
const workers = signal(processors);
/** Empty for the faster one. */
const method = signal<Method | "">("");
const progress = signal<CountProgress | undefined>(undefined);
/** The count that runs. It goes on while another section is shown: only Cancel ends it. */
const counting = signal<{ n: number; control: AbortController } | undefined>(undefined);
const reports = signal<CountReport[]>([]);
const trouble = signal<Trouble | undefined>(undefined);
const said = signal("");

async function start(n: number) {
  const control = new AbortController();
  batch(() => {
    counting.value = { n, control };
    progress.value = undefined;
    trouble.value = undefined;
    said.value = `counting n = ${n}`;
  });
  try {
    const report = await engine.count(n, {
      workers: workers.value,
      method: method.value,
      signal: control.signal,
      onProgress: (part) => {
        if (!control.signal.aborted) progress.value = part;
      },
    });
    batch(() => {
      reports.value = [report, ...reports.value];
      said.value = `Q(${n}) = ${grouped(report.total)}`;
    });
  } catch (error) {
    if (isAbort(error)) said.value = `the count of n = ${n} was canceled`;
    else trouble.value = told(error);
  } finally {
    counting.value = undefined;
  }
}

/** The table of the algorithms. */
const table = signal<Comparison | undefined>(undefined);
const comparing = signal<AbortController | undefined>(undefined);
const budget = signal(1);
const upTo = signal(12);
const tableTrouble = signal<Trouble | undefined>(undefined);
const chosen = signal<ReadonlySet<string>>(new Set());

async function compare(members: MemberAbout[]) {
  const control = new AbortController();
  batch(() => {
    comparing.value = control;
    tableTrouble.value = undefined;
    table.value = undefined;
    said.value = "comparing";
  });
  const sizes = Array.from({ length: upTo.value - 3 }, (_, i) => i + 4);
  const some = members.filter(({ name }) => chosen.value.has(name));
  const tell = (part: Comparison) => {
    table.value = part;
  };
  try {
    await survey(some, sizes, budget.value, control.signal, tell, workers.value);
    said.value = "the comparison is done";
  } catch (error) {
    if (isAbort(error)) said.value = "the comparison was canceled";
    else tableTrouble.value = told(error);
  } finally {
    if (comparing.value === control) comparing.value = undefined;
  }
}

const busy = computed(() => counting.value !== undefined || comparing.value !== undefined);

export default function Measure() {
  const { answer: members, error } = useAnswer(async () => {
    known.value = await engine.known();
    const all = await engine.members();
    if (chosen.value.size === 0) chosen.value = new Set(all.map(({ name }) => name));
    return all;
  }, []);
  return (
    <section aria-labelledby="measure-title" class="measure stack">
      <div>
        <h1 id="measure-title">Measure</h1>
        <p class="lead">
          Count the solutions in this browser, with a worker for each processor. Below, compare the
          algorithms of the articles.
        </p>
      </div>
      <Count />
      {error === null ? null : <Notice {...told(error)} />}
      <Compare members={members ?? []} />
      <p class="quiet prose">
        Other programs on one machine: <Chapter path="compare.md" title="How it compares" />.
      </p>
      <p class="hidden" role="status">
        {said.value}
      </p>
    </section>
  );
}

function Count() {
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
      {trouble.value ? <Notice {...trouble.value} /> : null}
      {reports.value.length > 0 ? <Reports /> : null}
    </div>
  );
}

function Meter({ n }: { n: number }) {
  const now = progress.value;
  if (!now) return <p class="quiet">Cutting the board of n = {n} into pieces…</p>;
  const left = now.secondsLeft === null ? "…" : time(now.secondsLeft);
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
        <b>{percent(now.fraction)}</b> of the work, {time(now.seconds)} taken, about {left} left;{" "}
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

function Notice({ message, advice }: Trouble) {
  return (
    <p role="alert" class="notice bad">
      {message}
      <br />
      {advice}
    </p>
  );
}

function Compare({ members }: { members: MemberAbout[] }) {
  const control = comparing.value;
  return (
    <div class="panel stack">
      <div>
        <h2 id="compare-title">Compare the classic algorithms</h2>
        <p class="quiet prose">
          All solutions, in one worker each. A time is that of the fastest of three runs, or of one
          run if it takes a second. A search that would take longer than the limit is left out, and
          its time is forecast from the growth of the tree.
        </p>
        <form
          class="row"
          aria-labelledby="compare-title"
          onSubmit={(event) => {
            event.preventDefault();
            if (control) control.abort();
            else void compare(members);
          }}
        >
          <NumberField
            label="Sizes up to"
            min={4}
            max={18}
            value={upTo.value}
            disabled={control !== undefined}
            onValue={(wanted) => {
              upTo.value = wanted;
            }}
          />
          <label class="field">
            <span>Longest search</span>
            <select
              value={budget.value}
              disabled={control !== undefined}
              onChange={(event) => {
                budget.value = Number(event.currentTarget.value);
              }}
            >
              <option value={0.1}>0.1 s</option>
              <option value={1}>1 s</option>
              <option value={10}>10 s</option>
              <option value={60}>1 min</option>
            </select>
          </label>
          <button type="submit" disabled={counting.value !== undefined || members.length === 0}>
            {control ? "Cancel" : "Compare"}
          </button>
        </form>
        <fieldset class="members">
          <legend class="quiet">Algorithms</legend>
          {members.map(({ name, title }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={chosen.value.has(name)}
                disabled={control !== undefined}
                onChange={(event) => {
                  const set = new Set(chosen.value);
                  if (event.currentTarget.checked) set.add(name);
                  else set.delete(name);
                  chosen.value = set;
                }}
              />
              <span title={title}>{name}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {tableTrouble.value ? <Notice {...tableTrouble.value} /> : null}
      {table.value ? <Outcome table={table.value} /> : null}
    </div>
  );
}

function cellText(cell: Cell | undefined): string {
  switch (cell?.state) {
    case "measured":
      return time(cell.seconds);
    case "predicted":
      return `(≈ ${time(cell.seconds, 1)})`;
    case "stopped":
      return `> ${time(cell.seconds)}`;
    case "running":
      return "…";
    case "none":
      return "–";
    default:
      return "";
  }
}

const COLORS = ["--excl", "--rd", "--tried", "--cols", "--ld", "--bit", "--free", "--ink"];
const DASHES = [[2, 3], [8, 4], [3, 5], [12, 3, 3, 3], [], [6, 6], [14, 4], []];

function seriesOf({ rows }: Comparison): Series[] {
  const line = ({ name, cells }: Row, i: number): Series => {
    const library = name === LIBRARY;
    const dash = library ? [] : (DASHES[i % 7] ?? []);
    return {
      label: name,
      color: library ? "--ink" : (COLORS[i % 7] ?? "--ink"),
      ...(dash.length > 0 ? { dash } : {}),
      values: cells.map((cell) => (cell.state === "measured" ? cell.seconds : null)),
      text: (index) => cellText(cells[index]),
    };
  };
  return rows.map(line);
}

function Outcome({ table: { sizes, rows } }: { table: Comparison }) {
  const published = (n: number) => known.value && valueAt(known.value.total, n);
  const wrong = disagreements({ sizes, rows }, published);
  const done = comparing.value === undefined;
  return (
    <>
      {wrong.length > 0 ? (
        <Notice
          message={`the counts disagree at n = ${wrong.join(", ")}`}
          advice="one of them is wrong: please report it"
        />
      ) : null}
      <div class="scroll" role="region" aria-label="Times by size" tabIndex={0}>
        <table class="data" data-testid="times">
          <caption>
            Times for all solutions{done ? "" : ", still measuring"}. In parentheses: left out,
            forecasts. The library's times are from the click to the sum, including the messages
            between workers.
          </caption>
          <thead>
            <tr>
              <th scope="col">algorithm</th>
              {sizes.map((n) => (
                <th key={n} scope="col" class="number">
                  n = {n}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, title, cells }) => (
              <tr key={name}>
                <th scope="row" title={title}>
                  {name}
                  {name === LIBRARY ? <span class="quiet"> ({title})</span> : null}
                </th>
                {sizes.map((n, i) => (
                  <td key={n} class={`number ${cells[i]?.state ?? ""}`}>
                    {cellText(cells[i])}
                  </td>
                ))}
              </tr>
            ))}
            <tr class="solutions">
              <th scope="row">solutions</th>
              {sizes.map((n) => (
                <td key={n} class="number">
                  {grouped(published(n) ?? 0n)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      {done ? (
        <Chart
          label="Time of each algorithm by size, on a logarithmic scale; the table above has the numbers"
          x={{ label: "n", values: sizes }}
          y={{ label: "seconds", log: true, format: powerOfTen }}
          series={seriesOf({ sizes, rows })}
          height={380}
        />
      ) : null}
    </>
  );
}
