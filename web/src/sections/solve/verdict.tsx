/** What is known of the board, in words. */

import { nameOf } from "../../board";
import { grouped } from "../../components/table";
import { Trouble } from "../../components/trouble";
import { capital } from "../../words";
import type { Analysis, Hint } from "./analysis";
import { type Position, lineName } from "./position";
import { act, analysis, browse, counts, position, shown, takeBack, trouble, way } from "./state";

/** Pairs of attacking queens that are put into words; the board shows all. */
const PAIRS = 4;

export function Verdict() {
  const { n, queens } = position.value;
  const now = analysis.value;
  const { conflicts, lines, completion, ways } = now;
  const tip = shown.value;
  const [first] = conflicts;
  const shownPairs = conflicts.slice(0, PAIRS);
  const guilty = [...new Set(shownPairs.flatMap(({ first, second }) => [first, second]))];
  const kind = first || completion === null || lines.dead ? "bad" : completion ? "good" : "";
  return (
    <div
      class={`panel verdict ${kind}`}
      data-testid="verdict"
      role="region"
      aria-label="What is known of the board"
      tabIndex={0}
    >
      <h2>{headline(now, queens.size === n)}</h2>
      {first ? (
        <>
          <ul class="pairs">
            {conflicts.slice(0, PAIRS).map((pair) => (
              <li key={`${pair.first} ${pair.second}`}>
                <b>{nameOf(pair.first, n)}</b> and <b>{nameOf(pair.second, n)}</b> attack each other{" "}
                {pair.line === "knight's leap" ? "as knights" : `along the same ${pair.line}`}.
              </li>
            ))}
            {conflicts.length > PAIRS ? (
              <li>{conflicts.length - PAIRS} more pairs attack each other.</li>
            ) : null}
          </ul>
          <div class="row">
            {guilty.map((square) => (
              <button key={square} type="button" onClick={() => act(square, "queen")}>
                Take {nameOf(square, n)} away
              </button>
            ))}
          </div>
        </>
      ) : null}
      {!first && lines.dead ? (
        <p>{capital(lineName(lines.dead.kind, lines.dead.index))} has no free square left.</p>
      ) : null}
      {!first && !lines.dead && completion === null ? (
        <p>{whyNot(position.value, now.nodes ?? 0n)}</p>
      ) : null}
      {!first && completion !== null && ways ? (
        <p class="ways" data-testid="ways">
          {waysInWords(ways, queens.size === n)}
        </p>
      ) : null}
      {!first && completion && queens.size < n ? <Browse /> : null}
      {completion && now.forced && now.forced.length > 0 ? (
        <details class="forced">
          <summary>
            {now.forced.length === 1
              ? "One square is forced"
              : `${now.forced.length} squares are forced`}
          </summary>
          Every completion has a queen on{" "}
          {now.forced
            .map((square) => nameOf(square, n))
            .sort()
            .join(", ")}
          .
        </details>
      ) : null}
      {tip ? <Tip tip={tip} n={n} /> : null}
      {(now.trouble ?? trouble.value) ? (
        <Trouble {...((now.trouble ?? trouble.value) as { message: string; advice: string })} />
      ) : null}
    </div>
  );
}

function Tip({ tip: { words, place, back }, n }: { tip: Hint; n: number }) {
  return (
    <div class="notice good" data-testid="tip">
      <p>{words}</p>
      {place === undefined ? null : (
        <button type="button" onClick={() => act(place, "queen")}>
          Place {nameOf(place, n)}
        </button>
      )}
      {back ? (
        <button type="button" onClick={() => takeBack(back)}>
          Take back {back.map((square) => nameOf(square, n)).join(", ")}
        </button>
      ) : null}
    </div>
  );
}

/** The completions one by one, and how many of them have a queen on each square. */
function Browse() {
  const { listed, ways } = analysis.value;
  const at = way.value;
  const last = (listed?.found ?? 0) - 1;
  const buttons = [
    { name: "First", to: 0, disabled: at === 0 },
    { name: "Previous", to: (at ?? 0) - 1, disabled: at === null || at === 0 },
    { name: "Next", to: (at ?? -1) + 1, disabled: at === last },
    { name: "Last", to: last, disabled: at === last },
  ];
  const state = listed
    ? `${at === null ? "–" : grouped(at + 1)} of ${grouped(listed.found)}`
    : ways && !ways.counting
      ? "too many to list"
      : "listing…";
  return (
    <div class="browse" role="group" aria-label="Completions">
      <div class="row">
        {buttons.map(({ name, to, disabled }) => (
          <button
            key={name}
            type="button"
            disabled={!listed || disabled}
            onClick={() => browse(to)}
          >
            {name}
          </button>
        ))}
        <span data-testid="way">{state}</span>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={counts.value}
          disabled={!listed}
          onChange={(event) => {
            counts.value = event.currentTarget.checked;
          }}
        />
        In how many completions each square has a queen
      </label>
    </div>
  );
}

function whyNot({ n, torus }: Position, nodes: bigint): string {
  if (torus && n > 1 && (n % 2 === 0 || n % 3 === 0)) {
    return `A torus has a solution only if n is divisible by neither 2 nor 3 (Pólya 1918), and ${n} is.`;
  }
  const begin = "Every row and column still has a free square, but";
  if (nodes === 0n) return `${begin} to fill those that have only one leaves another one without.`;
  const search = `a search of ${grouped(nodes)} ${nodes === 1n ? "node" : "nodes"}`;
  return `${begin} each try ends at one that has none: proved by ${search}.`;
}

function headline({ conflicts, completion, lines }: Analysis, full: boolean): string {
  if (conflicts.length > 1) return `${conflicts.length} pairs of queens attack each other`;
  if (conflicts.length > 0) return "Two queens attack each other";
  if (completion === null || lines.dead) return "It cannot be completed";
  if (completion === undefined) return "Looking…";
  return full ? "Solved" : "It can be completed";
}

function waysInWords(ways: NonNullable<Analysis["ways"]>, full: boolean): string {
  const count = grouped(ways.count);
  if (full) return "All queens are placed, and none attacks another.";
  if (ways.exact) {
    const source = ways.published ? " (the published value)" : "";
    return ways.count === 1n ? "In one way only." : `In ${count} ways${source}.`;
  }
  if (ways.counting) return `In at least ${count} ways; counting…`;
  return `In at least ${count} ways; counting all would take too long.`;
}
