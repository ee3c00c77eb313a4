/** Explore: all solutions of a board, their symmetry, and how their number grows. */

import { Asked } from "../../components/asked";
import { Chapter } from "../../components/chapter";
import { MiniBoard } from "../../components/mini";
import { grouped } from "../../components/table";
import { type Listed, engine, inWords, valueAt } from "../../engine";
import { useAnswer } from "../../latest";
import { query, queryNumber, setQuery } from "../../route";
import "./explore.css";
import { Growth } from "./growth";
import { Turning } from "./turning";

/** Lists of larger boards are too long to look at: n = 13 has 73 712 solutions. */
const LARGEST = 12;
const MOST = 20_000;
const PAGE = 24;

interface Lists {
  n: number;
  all: Listed;
  fundamental: Listed;
}

export default function Explore() {
  const n = queryNumber("n", 8, 1, LARGEST);
  const { answer: known, error: unknown } = useAnswer(() => engine.known(), []);
  const { answer: lists, error: unlisted } = useAnswer(
    async (signal): Promise<Lists> => {
      const [all, fundamental] = await Promise.all([
        engine.list(n, MOST, { signal }),
        engine.list(n, MOST, { fundamental: true, signal }),
      ]);
      return { n, all, fundamental };
    },
    [n],
  );
  const error = unlisted ?? unknown;
  return (
    <div class="stack explore">
      <h1>Explore</h1>
      {error !== null ? (
        <p role="alert" class="notice bad">
          {inWords(error)}
        </p>
      ) : null}
      <div class="row choices">
        <label class="check">
          <span class="hidden">Board</span>
          <select
            value={n}
            onChange={(event) => setQuery({ n: event.currentTarget.value, page: null, pick: null })}
          >
            {Array.from({ length: LARGEST }, (_, index) => (
              <option key={index} value={index + 1}>
                n = {index + 1}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="choice">
          <legend class="hidden">Show</legend>
          {(["all", "fundamental"] as const).map((kind) => (
            <label key={kind} class="check">
              <input
                type="radio"
                name="kind"
                checked={(query.value.get("show") ?? "all") === kind}
                onChange={() =>
                  setQuery({ show: kind === "all" ? null : kind, page: null, pick: null })
                }
              />
              {kind === "all" ? "all" : "fundamental"}
            </label>
          ))}
        </fieldset>
      </div>
      <Asked n={n} min={1} max={LARGEST} />
      {lists ? (
        <Solutions lists={lists} published={known ? valueAt(known.total, n) : undefined} />
      ) : (
        <p class="quiet">Listing the solutions…</p>
      )}
      {known ? <Growth known={known} /> : null}
      <p class="quiet prose">
        How a program uses symmetry: <Chapter path="ladder/classes.md" title="Classes" />. Who
        counted what, and when: <Chapter path="records/history.md" title="The history" />.
      </p>
    </div>
  );
}

/** How the solutions of a size fall into orbits: `92 = 11 × 8 + 1 × 4`. */
export function sumOfOrbits({ all, fundamental }: Lists): string {
  const sizes = [8, 4, 2, 1];
  const terms = sizes.flatMap((size) => {
    const count = fundamental.multiplicities.filter((one) => one === size).length;
    return count > 0 ? `${grouped(count)} × ${size}` : [];
  });
  return `${grouped(all.placements.length)} = ${terms.join(" + ") || "0"}`;
}

function Solutions({ lists, published }: { lists: Lists; published: bigint | undefined }) {
  const { n, all, fundamental } = lists;
  const shown = query.value.get("show") === "fundamental" ? fundamental : all;
  const count = shown.placements.length;
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const pick = queryNumber("pick", 0, 0, Math.max(0, count - 1));
  const page = queryNumber("page", Math.floor(pick / PAGE), 0, pages - 1);
  const chosen = shown.placements[pick];
  const turn = (to: number) => setQuery({ page: to });
  return (
    <>
      <p class="sum">
        {count === 0 ? (
          <>
            The {n} by {n} board has no solution.
          </>
        ) : (
          <>
            n = {n}: <strong>{sumOfOrbits(lists)}</strong> solutions,{" "}
            {grouped(fundamental.placements.length)} of them fundamental
            {published === undefined
              ? ""
              : published === BigInt(all.placements.length)
                ? ", as published (OEIS A000170)"
                : `; published are ${grouped(published)}`}
            .
          </>
        )}
      </p>
      {chosen ? (
        <div class="explore-body">
          <section class="panel chosen-from" aria-labelledby="list-title">
            <h2 id="list-title">
              {shown === all ? "All solutions" : "Fundamental solutions"}, in order
            </h2>
            <ol class="list" start={page * PAGE + 1}>
              {shown.placements.slice(page * PAGE, (page + 1) * PAGE).map((columns, index) => {
                const number = page * PAGE + index;
                const size = shown.multiplicities[number];
                return (
                  <li key={number}>
                    <button
                      type="button"
                      aria-pressed={number === pick}
                      onClick={() => setQuery({ pick: number, page })}
                      aria-label={`Solution ${number + 1}: ${columns.map((c) => c + 1).join(" ")}`}
                    >
                      <MiniBoard columns={columns} />
                      <span>
                        {number + 1}
                        {shown === fundamental ? ` (${size})` : ""}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ol>
            <div class="row">
              <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
                Earlier
              </button>
              <span class="quiet">
                page {grouped(page + 1)} of {grouped(pages)}
              </span>
              <button type="button" disabled={page + 1 >= pages} onClick={() => turn(page + 1)}>
                Later
              </button>
            </div>
            {shown === fundamental ? (
              <p class="quiet small">In parentheses: how many images a solution has.</p>
            ) : null}
          </section>
          <Turning key={chosen.join(" ")} columns={chosen} number={pick + 1} />
        </div>
      ) : null}
    </>
  );
}
