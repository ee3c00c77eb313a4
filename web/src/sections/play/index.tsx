/** Play: region puzzles, of the day, new ones, drawn ones, or from a text or a picture. */

import { effect, untracked } from "@preact/signals";
import { useMemo } from "preact/hooks";

import type { PuzzleExplanation } from "../../engine";
import { useWhile } from "../../latest";
import { query, section, setQuery } from "../../route";
import { Patterns, PuzzleBoard } from "./board";
import { Days } from "./days";
import { Editor } from "./editor";
import { NO_MARKS, type Puzzle, afterStep, clock } from "./game";
import { Games } from "./games";
import { Message } from "./message";
import { How, NewPuzzle, Options, Texts } from "./panels";
import { Picture, usePictures } from "./picture";
import { Paper, Share } from "./share";
import {
  type Tool,
  address,
  answer,
  busy,
  canRedo,
  canUndo,
  check,
  chosen,
  click,
  day,
  drag,
  followStore,
  giveHint,
  hint,
  isDay,
  keep,
  leave,
  marks,
  open,
  openDay,
  proof,
  proofStep,
  prove,
  put,
  puzzle,
  redo,
  restart,
  said,
  seconds,
  solved,
  takeBack,
  today,
  tool,
  tryOut,
  trying,
  undo,
} from "./state";
import "./play.css";

/** Follows the address, and lets the clock run, while the section is shown. */
function useGame() {
  useWhile((left) => {
    const stopFollowing = effect(() => {
      if (section.value !== "play") return;
      const [text, of] = [query.value.get("p"), query.value.get("day")];
      if (!query.value.has("draw")) untracked(() => follow(text, of));
    });
    const stopStore = followStore();
    const tick = setInterval(() => {
      const editing = query.peek().has("draw");
      const running = puzzle.peek() && !solved.peek() && !proof.peek() && !document.hidden;
      if (running && !editing) seconds.value += 1;
    }, 1000);
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLTextAreaElement;
      if (!(event.ctrlKey || event.metaKey) || typing || proof.peek()) return;
      if (query.peek().has("draw")) return;
      const pressed = event.key.toLowerCase();
      if (pressed === "z" && !event.shiftKey) undo();
      else if (pressed === "y" || pressed === "z") redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key, { signal: left });
    // The clock is stored when the page is left or hidden: another tab must not be overwritten by its ticks.
    const hidden = () => document.hidden && keep();
    document.addEventListener("visibilitychange", hidden, { signal: left });
    addEventListener("pagehide", keep, { signal: left });
    left.addEventListener("abort", () => {
      stopFollowing();
      stopStore();
      clearInterval(tick);
      leave();
    });
  }, []);
}

function follow(text: string | null, of: string | null) {
  const now = puzzle.peek();
  if (text !== null) {
    if (text !== now?.compact) void open(text);
  } else if (of !== null && isDay(of)) {
    if (of !== day.peek()) void openDay(of);
  } else if (now) setQuery(address());
  else void openDay(today());
}

export default function Play() {
  useGame();
  usePictures();
  const now = puzzle.value;
  if (query.value.has("draw")) return <Editor />;
  return (
    <section aria-labelledby="play-title" class="play">
      <h1 id="play-title" class="hidden">
        Play
      </h1>
      {chosen.value.patterns ? <Patterns /> : null}
      <div class="game">
        {now ? <Game now={now} /> : <p class="quiet">{busy.value ?? "There is no puzzle yet."}</p>}
        <Message now={now} />
        {now && !proof.value ? (
          <>
            <Tools />
            <Seldom />
          </>
        ) : null}
        <NewPuzzle />
      </div>
      <div class="more">
        <Days />
        <Games />
        <Share now={now} />
        <Texts now={now} />
        <Picture />
        <Options />
        <How />
      </div>
      <Paper />
      <p class="hidden" role="status">
        {said.value}
      </p>
    </section>
  );
}

function Game({ now }: { now: Puzzle }) {
  const { auto, letters, patterns } = chosen.value;
  if (proof.value) return <ProofBoard now={now} proof={proof.value} />;
  return (
    <>
      <Bar />
      <PuzzleBoard
        puzzle={now}
        marks={marks.value}
        auto={auto}
        letters={letters}
        patterns={patterns}
        step={hint.value && hint.value.stage > 1 ? hint.value.step : undefined}
        where={hint.value?.stage === 2}
        wrong={answer.value?.wrong ?? []}
        hands={{
          click,
          menu: (square) => put(square, marks.peek().queens.has(square) ? "empty" : "queen"),
          drag,
          key: (square, key) => {
            const pressed = key.toLowerCase();
            if (pressed === "q") put(square, "queen");
            else if (pressed === "x") put(square, "cross");
            else if (key === "Delete" || key === "Backspace") put(square, "empty");
            else if (pressed === "h") void giveHint();
            else if (pressed === "t") tryOut(!trying.peek());
            else return false;
            return true;
          },
        }}
      />
    </>
  );
}

function Bar() {
  return (
    <div class="bar">
      {chosen.value.clock ? (
        <span class="clock" role="timer" aria-label="Time">
          {clock(seconds.value)}
        </span>
      ) : null}
      <span class="space" />
      <button type="button" aria-label="Undo" disabled={!canUndo.value} onClick={undo}>
        <Arrow />
      </button>
      <button type="button" aria-label="Redo" disabled={!canRedo.value} onClick={redo}>
        <Arrow mirrored />
      </button>
      <button
        type="button"
        title="Is everything right so far?"
        disabled={solved.value}
        onClick={() => void check()}
      >
        Check
      </button>
      <button
        type="button"
        class={solved.value ? "" : "primary"}
        disabled={solved.value}
        onClick={() => void giveHint()}
      >
        Hint
      </button>
    </div>
  );
}

function Arrow({ mirrored = false }: { mirrored?: boolean }) {
  return (
    <svg class={mirrored ? "arrow mirrored" : "arrow"} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M8 4L3 9l5 5M3 9h9a4.5 4.5 0 0 1 0 9h-3" />
    </svg>
  );
}

const TOOLS: readonly [Tool, string][] = [
  ["turn", "Cycle"],
  ["cross", "Cross"],
  ["queen", "Queen"],
  ["erase", "Erase"],
];

function Tools() {
  const trial = marks.value.trial.size > 0;
  return (
    <div class="tools">
      <fieldset>
        <legend class="hidden">A click makes</legend>
        {TOOLS.map(([kind, name]) => (
          <label key={kind} class={tool.value === kind ? "chosen" : undefined}>
            <input
              type="radio"
              name="tool"
              class="hidden"
              checked={tool.value === kind}
              onChange={() => {
                tool.value = kind;
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div class="trials">
        <button
          type="button"
          aria-pressed={trying.value}
          title="Marks that can be taken back as one"
          onClick={() => tryOut(!trying.value)}
        >
          {trying.value && trial ? "Keep" : "Trial"}
        </button>
        {trial ? (
          <button type="button" onClick={takeBack}>
            Take back
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** What is done once in a game. */
function Seldom() {
  return (
    <div class="row seldom">
      <button type="button" disabled={!canUndo.value} onClick={restart}>
        Restart
      </button>
      {solved.value ? null : (
        <button type="button" onClick={() => void prove()}>
          Show the solution
        </button>
      )}
    </div>
  );
}

/** The position before a step, with the step shown on it; after the last one, the solution. */
function ProofBoard({ now, proof: { steps } }: { now: Puzzle; proof: PuzzleExplanation }) {
  const positions = useMemo(() => {
    const all = [NO_MARKS];
    for (const step of steps) all.push(afterStep(all.at(-1) ?? NO_MARKS, step, now.n));
    return all;
  }, [steps, now]);
  const at = proofStep.value;
  return (
    <>
      <div class="bar">
        <button type="button" disabled={at === 0} onClick={() => (proofStep.value = at - 1)}>
          Back
        </button>
        <label class="slider">
          <span class="hidden">Step of the solution</span>
          <input
            type="range"
            min={0}
            max={steps.length}
            value={at}
            aria-valuetext={`step ${Math.min(at + 1, steps.length)} of ${steps.length}`}
            onInput={(event) => (proofStep.value = Number(event.currentTarget.value))}
          />
        </label>
        <button
          type="button"
          class="primary"
          disabled={at === steps.length}
          onClick={() => (proofStep.value = at + 1)}
        >
          Next
        </button>
        <button type="button" onClick={() => (proof.value = null)}>
          Close
        </button>
      </div>
      <PuzzleBoard
        puzzle={now}
        marks={positions[at] ?? NO_MARKS}
        auto={false}
        letters={true}
        patterns={chosen.value.patterns}
        step={steps[at]}
      />
    </>
  );
}
