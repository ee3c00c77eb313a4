/** What the board shows, in words, and what to do next: beside the board or below it, always in sight. */

import type { PuzzleExplanation } from "../../engine";
import { Chapter, hasBook } from "../../components/chapter";
import { Trouble } from "../../components/trouble";
import { capital } from "../../words";
import { type Puzzle, clock, conflictInWords, conflicts } from "./game";
import { Copy, shareText } from "./share";
import {
  answer,
  busy,
  chapterOf,
  chosen,
  day,
  fault,
  giveHint,
  hint,
  hintInWords,
  hints,
  make,
  marks,
  proof,
  proofStep,
  prove,
  put,
  rating,
  seconds,
  solved,
  stop,
  takeHint,
  trouble,
} from "./state";
import { nameOf } from "../solve/position";
import { hintsInWords, titleOf } from "./words";

export function Message({ now }: { now: Puzzle | null }) {
  const clashes = now && !proof.value ? conflicts(now, marks.value) : [];
  const bad = clashes.length > 0 || answer.value?.wrong || answer.value?.good === false;
  const good = (solved.value && !proof.value) || hint.value || answer.value?.good;
  return (
    <div class={`message ${bad ? "bad" : good ? "good" : ""}`} data-testid="game">
      {now ? <About now={now} /> : null}
      {busy.value ? (
        <p>
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
  return (
    <p class="about">
      <b>{titleOf(day.value)}</b>{" "}
      <span data-testid="level">
        {now.n} × {now.n}
        {rated ? `, ${rated.level} (${rated.score})` : ""}
        {", "}
        {marks.value.queens.size} of {now.n} queens.
      </span>
    </p>
  );
}

function Words({ now, clashes }: { now: Puzzle; clashes: ReturnType<typeof conflicts> }) {
  if (proof.value) return <ProofText proof={proof.value} />;
  if (solved.value) return <Solved now={now} />;
  if (answer.value) return <Answer />;
  if (clashes.length > 0) {
    const queens = [...new Set(clashes.flatMap(({ first, second }) => [first, second]))];
    return (
      <>
        <p class="words">{clashes.map((clash) => conflictInWords(clash, now)).join(" ")}</p>
        <div class="row act">
          {queens.slice(0, 4).map((square) => (
            <button key={square} type="button" onClick={() => put(square, "empty")}>
              Take {nameOf(square, now.n)} back
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
            <button type="button" onClick={takeHint}>
              Do it
            </button>
          ) : (
            <button type="button" onClick={() => void giveHint()}>
              {stage === 1 ? "Where?" : "What?"}
            </button>
          )}
          {stage === 1 && hasBook ? (
            <Chapter path={chapterOf(hint.value.step)} title="This technique" />
          ) : null}
        </div>
      </div>
    );
  }
  if (fault.value) return <p class="words">{capital(fault.value)}.</p>;
  return (
    <p class="words">
      Place one queen in every row, every column and every region. Queens may not touch, not even at
      a corner.
    </p>
  );
}

function Answer() {
  const { words, wrong } = answer.value ?? { words: "" };
  return (
    <div data-testid="hint">
      <p class="words">{words}</p>
      {wrong ? (
        <div class="row act">
          <button type="button" onClick={takeHint}>
            Take {wrong.length === 1 ? "it" : "them"} away
          </button>
        </div>
      ) : null}
    </div>
  );
}

function Solved({ now }: { now: Puzzle }) {
  const { size, level } = chosen.value;
  return (
    <>
      <h2>Solved in {clock(seconds.value)}</h2>
      <p class="words">With {hintsInWords(hints.value)}.</p>
      <div class="row act">
        <button type="button" class="primary" onClick={() => void make(size, level)}>
          Next puzzle
        </button>
        <Copy what="result" text={() => shareText(now)}>
          Share
        </Copy>
        <button type="button" onClick={() => void prove()}>
          Show how it is solved
        </button>
      </div>
    </>
  );
}

function ProofText({ proof: { steps, solutions, reason } }: { proof: PuzzleExplanation }) {
  const at = proofStep.value;
  const step = steps[at];
  const end =
    solutions.length === 1
      ? "Solved. Every step was forced, so this is the only solution."
      : (reason ?? "The puzzle has several solutions: nothing more can be proved.");
  return (
    <div data-testid="proof">
      <p class="words" aria-live="polite">
        {step ? (
          <>
            <b>
              Step {at + 1} of {steps.length}, {step.technique.replaceAll("-", " ")}.
            </b>{" "}
            {step.sentence}
          </>
        ) : (
          end
        )}
      </p>
      <details>
        <summary>All steps</summary>
        <ol class="steps">
          {steps.map((one, index) => (
            <li key={index} aria-current={index === at ? "step" : undefined}>
              <button type="button" class="link" onClick={() => (proofStep.value = index)}>
                {one.sentence}
              </button>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
