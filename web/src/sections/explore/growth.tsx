/** How the number of solutions grows: known values, and estimates for larger n. */

import { useMemo, useState } from "preact/hooks";

import { Chart, type Series, powerOfTen } from "../../components/chart";
import { DataTable, grouped } from "../../components/table";
import { type Estimate, type Known, engine, told, valueAt } from "../../engine";
import { useAnswer } from "../../latest";

/** How many sizes above the largest known one are estimated. */
const BEYOND = 5;
const SEED = 1;
const PROBES = [20_000, 1_000_000] as const;
/** Simkin's constant, between 1.94400075 and 1.94400109: Q(n) is about (e^-α n)^n. */
const ALPHA = 1.944001;

interface Row {
  n: number;
  total: bigint | undefined;
  fundamental: bigint | undefined;
  estimate: Estimate | undefined;
}

export function Growth({ known }: { known: Known }) {
  const last = known.total.first + known.total.values.length - 1;
  const [probes, setProbes] = useState<number>(PROBES[0]);
  const { answer: estimates, error } = useAnswer(
    (signal) => {
      const sizes = Array.from({ length: BEYOND }, (_, index) => last + 1 + index);
      return Promise.all(sizes.map((n) => engine.estimate(n, probes, SEED, { signal })));
    },
    [probes, last],
  );
  const busy = estimates === null && error === null;

  const rows: Row[] = useMemo(
    () =>
      Array.from({ length: last + BEYOND }, (_, index) => index + 1).map((n) => ({
        n,
        total: n <= last ? valueAt(known.total, n) : undefined,
        fundamental: valueAt(known.fundamental, n),
        estimate: estimates?.find((one) => one.n === n),
      })),
    [known, estimates, last],
  );
  const x = useMemo(() => ({ label: "n", values: rows.map(({ n }) => n) }), [rows]);
  // Zero has no logarithm.
  const positive = (value: bigint | number | undefined) =>
    value === undefined || Number(value) <= 0 ? null : Number(value);
  const number = (value: bigint | undefined) => (value === undefined ? "–" : grouped(value));
  const mean = ({ mean, std_error }: Estimate) =>
    `${mean.toPrecision(4)} ± ${((100 * std_error) / mean).toFixed(1)} %`;
  const q = ({ total, estimate }: Row) => positive(total) ?? positive(estimate?.mean);

  const counts: Series[] = useMemo(
    () => [
      {
        label: "all, Q(n)",
        color: "--ld",
        values: rows.map((row) => positive(row.total)),
        text: (index) => number(rows[index]?.total),
      },
      {
        label: "fundamental",
        color: "--free",
        dash: [8, 5],
        values: rows.map((row) => positive(row.fundamental)),
        text: (index) => number(rows[index]?.fundamental),
      },
      {
        label: "all, estimated",
        color: "--rd",
        points: true,
        values: rows.map((row) => positive(row.estimate?.mean)),
        text: (index) => {
          const estimate = rows[index]?.estimate;
          return estimate ? mean(estimate) : "–";
        },
      },
    ],
    [rows],
  );
  const growth: Series[] = useMemo(() => {
    const roots = rows.map((row) => {
      const value = q(row);
      return value === null || row.n < 4 ? null : value ** (1 / row.n) / row.n;
    });
    return [
      {
        label: "n-th root of Q(n), divided by n",
        color: "--ld",
        values: roots,
        text: (index) => roots[index]?.toFixed(4) ?? "–",
      },
      {
        label: "its limit, e^-α",
        color: "--rd",
        dash: [8, 5],
        values: rows.map(({ n }) => (n < 4 ? null : Math.exp(-ALPHA))),
        text: () => Math.exp(-ALPHA).toFixed(4),
      },
    ];
  }, [rows]);
  const yCounts = useMemo(() => ({ label: "boards", log: true, format: powerOfTen }), []);
  const yGrowth = useMemo(
    () => ({
      label: "Q(n)^(1/n) / n",
      range: [0.13, 0.32] as [number, number],
      format: (value: number) => value.toFixed(4),
    }),
    [],
  );

  return (
    <section class="panel" aria-labelledby="growth-title">
      <h2 id="growth-title">How many there are</h2>
      <p class="prose">
        Exact numbers are known up to n = {last}. Beyond, the page estimates: it fills random boards
        row by row, many at once, and the promising ones multiply. The estimate is right on average;
        its standard error is in the table.
      </p>
      {error === null ? null : (
        <p role="alert" class="notice bad">
          {told(error).message}
        </p>
      )}
      <div class="charts">
        <Chart
          label={`Number of solutions against n on a logarithmic scale, from 1 to ${last} exactly and estimated to ${last + BEYOND}; the numbers are in the table below`}
          x={x}
          y={yCounts}
          series={counts}
        />
        <Chart
          label="The n-th root of Q(n) divided by n falls from 0.3 at n = 4 towards 0.1431"
          x={x}
          y={yGrowth}
          series={growth}
        />
      </div>
      <div class="row space">
        <button
          type="button"
          disabled={busy || probes === PROBES[1]}
          onClick={() => setProbes(PROBES[1])}
        >
          Estimate with {grouped(PROBES[1])} probes
        </button>
        <span class="quiet" role="status">
          {busy
            ? `estimating with ${grouped(probes)} probes for each size…`
            : `estimated with ${grouped(probes)} probes for each size, seed ${SEED}`}
        </span>
      </div>
      <details class="space">
        <summary>The numbers</summary>
        <DataTable
          caption={`Solutions of the n by n board (OEIS ${known.total.oeis}, ${known.fundamental.oeis}); beyond n = ${last}: mean ± standard error of ${grouped(probes)} probes`}
          rows={rows}
          columns={[
            { title: "n", number: true, cell: (row) => row.n },
            {
              title: "all",
              number: true,
              cell: ({ total, estimate }) =>
                total !== undefined ? grouped(total) : estimate ? mean(estimate) : "…",
            },
            {
              title: "fundamental",
              number: true,
              cell: ({ fundamental }) => number(fundamental),
            },
            {
              title: "Q(n) / Q(n − 1)",
              number: true,
              cell: (row, index) => {
                const before = rows[index - 1];
                const [a, b] = [q(row), before ? q(before) : null];
                return a !== null && b !== null ? (a / b).toFixed(2) : "–";
              },
            },
          ]}
        />
      </details>
    </section>
  );
}
