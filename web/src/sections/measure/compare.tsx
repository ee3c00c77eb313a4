/** Compare the classic algorithms. */

import { Chart, type Series, powerOfTen } from "../../components/chart";
import { NumberField } from "../../components/number";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { type MemberAbout, valueAt } from "../../engine";
import { time } from "../../numbers";
import {
  budget,
  chosen,
  compare,
  comparing,
  counting,
  known,
  table,
  tableTrouble,
  upTo,
} from "./state";
import { type Cell, type Comparison, LIBRARY, type Row, disagreements } from "./survey";

export function Compare({ members }: { members: MemberAbout[] }) {
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
      {tableTrouble.value ? <Trouble {...tableTrouble.value} /> : null}
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
        <Trouble
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
