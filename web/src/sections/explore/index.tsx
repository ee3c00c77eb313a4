/** Explore: all solutions of a board, their symmetry, and how their number grows. */

import { Asked } from "../../components/asked";
import { Chapter } from "../../components/chapter";
import { MiniBoard } from "../../components/mini";
import { useRef } from "preact/hooks";

import { Board } from "../../components/board";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { type Listed, engine, told, valueAt } from "../../engine";
import { useAnswer } from "../../latest";
import { query, queryNumber, setQuery } from "../../route";
import "./explore.css";
import { Growth } from "./growth";
import { Images, Picture, useTurning } from "./turning";

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
  // What is below the lists waits for the first of them, and then stays.
  const listed = useRef(false);
  listed.current ||= lists !== null;
  return (
    <div class="explore">
      <h1 class="hidden">Explore</h1>
      {error !== null ? <Trouble {...told(error)} /> : null}
      <div class="stage">
        <div class="first">
          <Choices n={n} />
          <Asked n={n} min={1} max={LARGEST} />
          {lists ? (
            <Sum lists={lists} published={known ? valueAt(known.total, n) : undefined} />
          ) : (
            <p class="sum quiet">Listing the solutions…</p>
          )}
        </div>
        {lists ? (
          <Solutions lists={lists} />
        ) : (
          <div class="table">
            <Board n={n} queens={[]} label={`${n} by ${n} board`} />
          </div>
        )}
      </div>
      {known && listed.current ? <Growth known={known} /> : null}
      {listed.current ? (
        <p class="quiet prose aside">
          How a program uses symmetry: <Chapter path="ladder/classes.md" title="Classes" />. Who
          counted what, and when: <Chapter path="records/history.md" title="The history" />.
        </p>
      ) : null}
    </div>
  );
}

function Choices({ n }: { n: number }) {
  return (
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

function Sum({ lists, published }: { lists: Lists; published: bigint | undefined }) {
  const { n, all, fundamental } = lists;
  const count = all.placements.length;
  if (count === 0) {
    return (
      <p class="sum">
        The {n} by {n} board has no solution.
      </p>
    );
  }
  return (
    <p class="sum">
      n = {n}: <strong>{sumOfOrbits(lists)}</strong> solutions,{" "}
      {grouped(fundamental.placements.length)} of them fundamental
      {published === undefined
        ? ""
        : published === BigInt(count)
          ? ", as published (OEIS A000170)"
          : `; published are ${grouped(published)}`}
      .
    </p>
  );
}

function Solutions({ lists }: { lists: Lists }) {
  const { n, all, fundamental } = lists;
  const shown = query.value.get("show") === "fundamental" ? fundamental : all;
  const count = shown.placements.length;
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const pick = queryNumber("pick", 0, 0, Math.max(0, count - 1));
  const page = queryNumber("page", Math.floor(pick / PAGE), 0, pages - 1);
  const turned = useTurning(shown.placements[pick] ?? []);
  const turn = (to: number) => setQuery({ page: to });
  return (
    <>
      <div class="table">
        <Picture n={n} turned={turned} />
      </div>
      {count === 0 ? null : (
        <div class="side">
          <Images turned={turned} number={pick + 1} />
          <section class="chosen-from" aria-labelledby="list-title">
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
        </div>
      )}
    </>
  );
}
