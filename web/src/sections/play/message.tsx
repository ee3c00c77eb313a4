/** What the board shows, in words, and what to do next. Its height is the same whatever it says. */

import { nameOf } from "../../board";
import { Chapter } from "../../components/chapter";
import { Trouble } from "../../components/trouble";
import { type Puzzle, conflicts, conflictsInWords } from "../../puzzle";
import { andStay } from "../../said";
import { capital } from "../../words";
import { Finish } from "./finish";
import { chapterOf, giveHint, hintInWords, prove, takeHint } from "./hints";
import { put } from "./moves";
import { stop } from "./opening";
import { ReviewText, positionsOf } from "./review";
import { Several } from "./several";
import {
  answer,
  asked,
  busy,
  day,
  fault,
  hint,
  marks,
  rating,
  review,
  reviewAt,
  seed,
  several,
  solved,
  trouble,
} from "./state";
import { titleOf } from "./words";

export function Message({ now }: { now: Puzzle | null }) {
  const clashes = now && !review.value ? conflicts(now, marks.value) : [];
  const bad =
    clashes.length > 0 || asked.value || answer.value?.wrong || answer.value?.good === false;
  const good = (solved.value && !review.value) || hint.value || answer.value?.good;
  return (
    <div
      class={`message ${bad ? "bad" : good ? "good" : ""} ${several.value ? "tall" : ""}`}
      data-testid="game"
      role="region"
      aria-label="What the board shows"
      tabIndex={0}
    >
      {now ? <About now={now} /> : null}
      {busy.value ? (
        <p class="words">
          {busy.value}{" "}
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      ) : trouble.value?.place === "game" ? (
        <Trouble {...trouble.value} />
      ) : now ? (
        <Words now={now} clashes={clashes} />
      ) : null}
    </div>
  );
}

function About({ now }: { now: Puzzle }) {
  const rated = rating.value;
  const shown = review.value ? positionsOf(now, review.value)[reviewAt.value] : marks.value;
  return (
    <p class="about">
      <b>{titleOf(day.value)}</b>{" "}
      <span data-testid="level">
        {now.n} × {now.n}
        {rated ? `, ${rated.level} (${rated.score})` : ""}
        {seed.value === null || day.value !== null ? "" : `, seed ${seed.value}`}
        {", "}
        {shown?.queens.size ?? 0} of {now.n} queens.
      </span>
    </p>
  );
}

function Words({ now, clashes }: { now: Puzzle; clashes: ReturnType<typeof conflicts> }) {
  if (review.value) return <ReviewText of={review.value} />;
  if (asked.value) return <Asked />;
  if (answer.value) return <Answer />;
  if (solved.value) return <Finish now={now} />;
  if (clashes.length > 0) {
    const queens = [...new Set(clashes.flatMap(({ first, second }) => [first, second]))];
    return (
      <>
        <p class="words">{conflictsInWords(clashes, now)}</p>
        <div class="row act" role="group" aria-label="Take back">
          <span aria-hidden="true">Take back</span>
          {queens.map((square) => (
            <button
              key={square}
              type="button"
              aria-label={`Take ${nameOf(square, now.n)} back`}
              onClick={andStay(() => put(square, "empty"))}
            >
              {nameOf(square, now.n)}
            </button>
          ))}
        </div>
      </>
    );
  }
  if (hint.value) {
    const { stage } = hint.value;
    return (
      <div data-testid="hint">
        <p class="words">{hintInWords(hint.value)}</p>
        <div class="row act">
          {stage === 3 ? (
            <button type="button" onClick={andStay(takeHint)}>
              Do it
            </button>
          ) : (
            <button type="button" onClick={() => void giveHint()}>
              {stage === 1 ? "Where?" : "What?"}
            </button>
          )}
          {stage === 1 ? (
            <Chapter path={chapterOf(hint.value.step)} title="This technique" />
          ) : null}
        </div>
      </div>
    );
  }
  if (several.value) return <Several now={now} solutions={several.value} />;
  if (fault.value) return <p class="words">{capital(fault.value)}.</p>;
  return (
    <p class="words">
      Place one queen in every row, every column and every region. Queens may not touch, not even at
      a corner.
    </p>
  );
}

function Asked() {
  return (
    <div data-testid="asked">
      <p class="words">
        Show the solution? Then this puzzle has no result: it counts for no day and no time.
      </p>
      <div class="row act">
        <button type="button" onClick={andStay(() => (asked.value = false))}>
          Play on
        </button>
        <button type="button" onClick={andStay(() => void prove(true))}>
          Show it
        </button>
      </div>
    </div>
  );
}

function Answer() {
  const { words, wrong } = answer.value ?? { words: "" };
  return (
    <div data-testid="hint">
      <p class="words">{words}</p>
      {wrong ? (
        <div class="row act">
          <button type="button" onClick={andStay(takeHint)}>
            Take {wrong.length === 1 ? "it" : "them"} away
          </button>
        </div>
      ) : null}
    </div>
  );
}
