/** The board looked back on: how the puzzle is solved, step by step, or how it was played. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { PuzzleBoard } from "../../components/puzzle";
import { type Marks, NO_MARKS, type Puzzle, afterStep } from "../../puzzle";
import { andStay } from "../../said";
import { type Review, chosen, review, reviewAt } from "./state";

/** The positions that are gone through; of a proof, before each step and after the last. */
export function positionsOf(now: Puzzle, of: Review): readonly Marks[] {
  if (of.kind === "replay") return of.positions;
  const all = [NO_MARKS];
  for (const step of of.explanation.steps) {
    all.push(afterStep(all.at(-1) ?? NO_MARKS, step, now.n));
  }
  return all;
}

export function ReviewBoard({ now, of }: { now: Puzzle; of: Review }) {
  const positions = useMemo(() => positionsOf(now, of), [now, of]);
  const { auto, letters, patterns, vision } = chosen.value;
  const isProof = of.kind === "proof";
  return (
    <PuzzleBoard
      puzzle={now}
      marks={positions[reviewAt.value] ?? NO_MARKS}
      auto={!isProof && auto}
      letters={isProof || letters}
      patterns={patterns}
      vision={vision}
      step={isProof ? of.explanation.steps[reviewAt.value] : undefined}
    />
  );
}

/** Milliseconds for each move of a replay. */
const PACE = 400;

export function ReviewBar({ now, of }: { now: Puzzle; of: Review }) {
  const last = useMemo(() => positionsOf(now, of).length - 1, [now, of]);
  const at = reviewAt.value;
  const [playing, setPlaying] = useState(of.kind === "replay");
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (reviewAt.peek() >= last) setPlaying(false);
      else reviewAt.value += 1;
    }, PACE);
    return () => clearInterval(timer);
  }, [playing, last]);
  const go = (to: number) => {
    setPlaying(false);
    reviewAt.value = to;
  };
  const unit = of.kind === "proof" ? "step" : "move";
  return (
    <div class="bar">
      <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
        Back
      </button>
      <label class="slider">
        <span class="hidden">{of.kind === "proof" ? "Step of the solution" : "Move"}</span>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`${unit} ${Math.min(at + 1, last)} of ${last}`}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </label>
      <button type="button" class="primary" disabled={at === last} onClick={() => go(at + 1)}>
        Next
      </button>
      <button type="button" onClick={andStay(() => (review.value = null))}>
        Close
      </button>
    </div>
  );
}

export function ReviewText({ of }: { of: Review }) {
  const at = reviewAt.value;
  if (of.kind === "replay") {
    return (
      <p class="words" data-testid="replay">
        Move {at} of {of.positions.length - 1}.
      </p>
    );
  }
  return <ProofText of={of} at={at} />;
}

function ProofText({ of, at }: { of: Review & { kind: "proof" }; at: number }) {
  const { steps, solutions, reason } = of.explanation;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    // The list alone scrolls, before anything is painted: the page stays where it is.
    const [box, item] = [list.current, list.current?.children[at] as HTMLElement | undefined];
    if (box && item) box.scrollTop = item.offsetTop - (box.clientHeight - item.offsetHeight) / 2;
  }, [at]);
  const step = steps[at];
  const end =
    solutions.length === 1
      ? "Solved. Every step was forced, so this is the only solution."
      : (reason ?? "The puzzle has several solutions: nothing more can be proved.");
  return (
    <div data-testid="proof" class="proof">
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
      <ol class="steps" ref={list} aria-label="All steps">
        {steps.map((one, index) => (
          <li key={index} aria-current={index === at ? "step" : undefined}>
            <button type="button" class="link" onClick={() => (reviewAt.value = index)}>
              {one.sentence}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
