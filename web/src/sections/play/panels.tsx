/** What stands beside the game: another puzzle, texts and pictures, options, how to play. */

import { signal } from "@preact/signals";

import { Trouble } from "../../components/trouble";
import type { Level } from "../../engine";
import { format } from "../../route";
import { type Puzzle, rowsOf } from "./game";
import { choose, chosen, make, open, openDay, today, trouble } from "./state";

/** Sizes of which new puzzles are made within seconds. */
export const SIZES = [5, 6, 7, 8, 9, 10, 11, 12];
const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

export function NewPuzzle() {
  const { size, level } = chosen.value;
  return (
    <div class="panel">
      <h2>Another puzzle</h2>
      <div class="row">
        <label class="field">
          <span>Size</span>
          <select
            value={size}
            onChange={(event) => choose({ size: Number(event.currentTarget.value) })}
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
            value={level}
            onChange={(event) => choose({ level: event.currentTarget.value as Level | "" })}
          >
            <option value="">any</option>
            {LEVELS.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void make(size, level)}>
          New puzzle
        </button>
        <button type="button" onClick={() => void openDay(today())}>
          Puzzle of the day
        </button>
        <a class="button" href={format("play", new URLSearchParams({ draw: "" }))}>
          Draw your own
        </a>
      </div>
    </div>
  );
}

const pasted = signal("");

export function Texts({ now }: { now: Puzzle | null }) {
  return (
    <details class="panel">
      <summary>A puzzle as text</summary>
      <label class="field wide">
        <span>
          A letter for each square; or numbers, JSON, Star Battle Notation, an address of this page:
          the form is recognized
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
        <button type="button" onClick={() => void open(pasted.value, "text")}>
          Play it
        </button>
        <button
          type="button"
          disabled={!now}
          onClick={() => {
            if (now) pasted.value = `${rowsOf(now).join("\n")}\n`;
          }}
        >
          This puzzle as text
        </button>
      </div>
      {trouble.value?.place === "text" ? <Trouble {...trouble.value} /> : null}
    </details>
  );
}

const OPTIONS = [
  ["auto", "Queens cross out what they close"],
  ["letters", "Letters for the regions"],
  ["patterns", "Patterns for the regions"],
  ["clock", "Show the clock"],
] as const;

export function Options() {
  return (
    <details class="panel">
      <summary>Options</summary>
      {OPTIONS.map(([name, words]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={chosen.value[name]}
            onChange={(event) => choose({ [name]: event.currentTarget.checked })}
          />
          {words}
        </label>
      ))}
    </details>
  );
}

export function How() {
  return (
    <details class="panel">
      <summary>How to play</summary>
      <p>
        A click makes a cross, a second one a queen, a third one clears the square; or choose what
        it makes. Drag over squares to cross them out, or from a cross to clear them. The second
        button of the mouse places a queen.
      </p>
      <p>
        “Trial” makes marks that you can take back all at once. “Check” says whether everything is
        right so far, and nothing else. “Hint” tells the technique first, then where, then what.
      </p>
      <p>
        By keyboard, the arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> move on the board;{" "}
        <kbd>Enter</kbd> or space does what a click does; <kbd>Q</kbd> queen, <kbd>X</kbd> cross,{" "}
        <kbd>Delete</kbd> clears, <kbd>T</kbd> begins and keeps a trial, <kbd>H</kbd> gives a hint;{" "}
        <kbd>Ctrl</kbd> <kbd>Z</kbd> takes back, <kbd>Ctrl</kbd> <kbd>Y</kbd> does again.
      </p>
    </details>
  );
}
