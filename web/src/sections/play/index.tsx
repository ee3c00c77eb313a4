/** Play: region puzzles, of the day, made to measure, or from a text. */

import { effect, signal, untracked } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { Trouble } from "../../components/trouble";
import type { Level, PuzzleExplanation } from "../../engine";
import { useWhile } from "../../latest";
import { query, section, setQuery } from "../../route";
import { capital } from "../../words";
import { PuzzleBoard } from "./board";
import { NO_MARKS, type Puzzle, afterStep, clock, conflictInWords, conflicts } from "./game";
import {
  busy,
  canRedo,
  canUndo,
  choose,
  chosen,
  click,
  drag,
  fault,
  giveHint,
  hint,
  isDay,
  keep,
  leave,
  make,
  makeOf,
  marks,
  open,
  proof,
  proofStep,
  prove,
  put,
  puzzle,
  rating,
  redo,
  restart,
  said,
  seconds,
  solved,
  stop,
  takeHint,
  today,
  trouble,
  undo,
} from "./state";
import "./play.css";

/** Sizes of which new puzzles are made within seconds. */
const SIZES = [5, 6, 7, 8, 9, 10, 11, 12];
const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

/** Follows the address, and lets the clock run, while the section is shown. */
function useGame() {
  useWhile((left) => {
    const stopFollowing = effect(() => {
      if (section.value !== "play") return;
      const [text, day] = [query.value.get("p"), query.value.get("day")];
      untracked(() => follow(text, day));
    });
    const tick = setInterval(() => {
      const running = puzzle.peek() && !solved.peek() && !proof.peek() && !document.hidden;
      if (!running) return;
      seconds.value += 1;
      keep();
    }, 1000);
    const key = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLTextAreaElement;
      if (!(event.ctrlKey || event.metaKey) || typing || proof.peek()) return;
      const pressed = event.key.toLowerCase();
      if (pressed === "z" && !event.shiftKey) undo();
      else if (pressed === "y" || pressed === "z") redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key, { signal: left });
    left.addEventListener("abort", () => {
      stopFollowing();
      clearInterval(tick);
      leave();
    });
  }, []);
}

function follow(text: string | null, day: string | null) {
  const now = puzzle.peek();
  if (text !== null) {
    if (text !== now?.compact) void open(text, day ?? undefined);
  } else if (day !== null && isDay(day)) void makeOf(day);
  else if (now) setQuery({ p: now.compact });
  else void makeOf(today());
}

export default function Play() {
  useGame();
  const now = puzzle.value;
  return (
    <section aria-labelledby="play-title" class="play">
      <h1 id="play-title">Play</h1>
      <p class="lead">
        Place one queen in every row, every column and every region. Queens may not touch, not even
        at a corner.
      </p>
      <div class="play-layout">
        <div class="panel play-board">{now ? <Game now={now} /> : <Waiting />}</div>
        <div class="stack">
          {now ? <Status now={now} /> : null}
          <NewPuzzle />
          <Share now={now} />
          <Keys />
        </div>
      </div>
      <p class="hidden" role="status">
        {said.value}
      </p>
    </section>
  );
}

function Waiting() {
  return <p class="quiet">{busy.value ?? "There is no puzzle yet."}</p>;
}

function Game({ now }: { now: Puzzle }) {
  const { auto, letters } = chosen.value;
  if (proof.value) return <ProofBoard now={now} proof={proof.value} />;
  return (
    <>
      <Bar />
      <PuzzleBoard
        puzzle={now}
        marks={marks.value}
        auto={auto}
        letters={letters}
        step={hint.value?.step}
        wrong={hint.value?.wrong ?? []}
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
    <div class="play-bar">
      <span class="clock" role="timer" aria-label="Time">
        {clock(seconds.value)}
      </span>
      <button type="button" disabled={!canUndo.value} onClick={undo}>
        Undo
      </button>
      <button type="button" disabled={!canRedo.value} onClick={redo}>
        Redo
      </button>
      <button type="button" onClick={restart}>
        Restart
      </button>
      <button type="button" class="primary" disabled={solved.value} onClick={() => void giveHint()}>
        Hint
      </button>
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
      <div class="play-bar">
        <button type="button" disabled={at === 0} onClick={() => (proofStep.value = at - 1)}>
          Back
        </button>
        <label class="proof-slider">
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
        step={steps[at]}
      />
    </>
  );
}

function title(): string {
  const day = query.value.get("day");
  if (day === null || !isDay(day)) return "Puzzle";
  const date = new Date(`${day}T12:00:00Z`);
  return `Puzzle of ${date.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })}`;
}

function Status({ now }: { now: Puzzle }) {
  const rated = rating.value;
  const clashes = conflicts(now, marks.value);
  const [first] = clashes;
  const good = solved.value && !proof.value;
  return (
    <div class={`panel verdict ${first ? "bad" : good ? "good" : ""}`} data-testid="game">
      <h2>{good ? `Solved in ${clock(seconds.value)}` : title()}</h2>
      <p data-testid="level">
        {now.n} × {now.n}
        {rated ? `, ${rated.level} (${rated.score})` : ""}
        {". "}
        {marks.value.queens.size} of {now.n} queens.
      </p>
      {fault.value ? <p class="notice bad">{capital(fault.value)}.</p> : null}
      {first && !proof.value ? (
        <p>
          {conflictInWords(first, now)}
          {clashes.length > 1 ? ` ${clashes.length} pairs of queens break a rule.` : ""}
        </p>
      ) : null}
      {hint.value && !proof.value ? (
        <div class={`notice ${hint.value.wrong ? "bad" : "good"}`} data-testid="hint">
          <p>{hint.value.words}</p>
          {hint.value.step ? (
            <button type="button" onClick={takeHint}>
              Do it
            </button>
          ) : null}
          {hint.value.wrong ? (
            <button type="button" onClick={takeHint}>
              Take {hint.value.wrong.length === 1 ? "it" : "them"} away
            </button>
          ) : null}
        </div>
      ) : null}
      {proof.value ? <ProofText proof={proof.value} /> : <AskProof />}
    </div>
  );
}

function AskProof() {
  if (solved.value) {
    return (
      <button type="button" onClick={() => void prove()}>
        Show how it is solved
      </button>
    );
  }
  return (
    <details>
      <summary>Give up?</summary>
      <button type="button" onClick={() => void prove()}>
        Show the solution, step by step
      </button>
    </details>
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
      <p class="step-text" aria-live="polite">
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

const size = signal(8);
const level = signal<Level | "">("medium");
const pasted = signal("");

function NewPuzzle() {
  return (
    <div class="panel">
      <h2>Another puzzle</h2>
      <div class="row">
        <label class="field">
          <span>Size</span>
          <select
            value={size.value}
            onChange={(event) => {
              size.value = Number(event.currentTarget.value);
            }}
          >
            {SIZES.map((n) => (
              <option key={n} value={n}>
                {n} × {n}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Difficulty</span>
          <select
            value={level.value}
            onChange={(event) => {
              level.value = event.currentTarget.value as Level | "";
            }}
          >
            <option value="">any</option>
            {LEVELS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" onClick={() => void make(size.value, level.value)}>
          New puzzle
        </button>
        <button type="button" onClick={() => void makeOf(today())}>
          Puzzle of the day
        </button>
      </div>
      {busy.value ? (
        <p class="making">
          {busy.value}{" "}
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      ) : null}
      {trouble.value ? <Trouble {...trouble.value} /> : null}
      <div class="options">
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.value.auto}
            onChange={(event) => choose({ auto: event.currentTarget.checked })}
          />
          Queens cross out what they close
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.value.letters}
            onChange={(event) => choose({ letters: event.currentTarget.checked })}
          />
          Letters for the regions
        </label>
      </div>
    </div>
  );
}

function Share({ now }: { now: Puzzle | null }) {
  const rows = now
    ? now.of.map((region, square) => {
        const letter = now.letters[region] ?? "";
        return (square + 1) % now.n === 0 ? `${letter}\n` : letter;
      })
    : [];
  return (
    <div class="panel">
      <h2>Share</h2>
      <div class="row">
        <button
          type="button"
          disabled={!now}
          onClick={() => {
            navigator.clipboard.writeText(location.href).then(
              () => (said.value = "address copied"),
              () => (said.value = "the browser does not allow to copy"),
            );
          }}
        >
          Copy the address
        </button>
      </div>
      <p class="quiet">The address has the puzzle, neither your marks nor the solution.</p>
      <details>
        <summary>A puzzle as text</summary>
        <label class="field wide">
          <span>
            A letter for each square; or numbers, JSON, Star Battle Notation: the form is recognized
          </span>
          <textarea
            rows={9}
            class="mono"
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => {
              pasted.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="button" onClick={() => void open(pasted.value)}>
            Play it
          </button>
          <button
            type="button"
            disabled={!now}
            onClick={() => {
              pasted.value = rows.join("");
            }}
          >
            This puzzle as text
          </button>
        </div>
      </details>
    </div>
  );
}

function Keys() {
  return (
    <details class="panel">
      <summary>How to play</summary>
      <p>
        A click makes a cross, a second one a queen, a third one clears the square. Drag over
        squares to cross them out, or from a cross to clear them. The second button of the mouse
        places a queen.
      </p>
      <p>
        By keyboard, the arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> move on the board;{" "}
        <kbd>Enter</kbd> or space does what a click does; <kbd>Q</kbd> queen, <kbd>X</kbd> cross,{" "}
        <kbd>Delete</kbd> clears, <kbd>H</kbd> gives a hint; <kbd>Ctrl</kbd> <kbd>Z</kbd> takes
        back, <kbd>Ctrl</kbd> <kbd>Y</kbd> does again.
      </p>
    </details>
  );
}
