/** What stands beside the game: another puzzle, texts, options, how to play. */

import { signal } from "@preact/signals";

import { Trouble } from "../../components/trouble";
import { today } from "../../days";
import type { Level } from "../../engine";
import { type Puzzle, rowsOf } from "../../puzzle";
import { format } from "../../route";
import { make, open, openDay } from "./opening";
import { choose, chosen, trouble } from "./state";

/** Sizes of which new puzzles are made within seconds. */
export const SIZES = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const LEVELS: readonly Level[] = ["easy", "medium", "hard", "expert"];

/** What is typed as a seed: empty for any. */
const typed = signal("");

export function NewPuzzle() {
  const { size, level } = chosen.value;
  const from = /^\d{1,9}$/.test(typed.value) ? Number(typed.value) : null;
  return (
    <form
      class="another"
      aria-label="Another puzzle"
      onSubmit={(event) => {
        event.preventDefault();
        void make(size, level, from);
      }}
    >
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
        <label class="field seed">
          <span>Seed</span>
          <input
            type="text"
            inputMode="numeric"
            pattern="\d{0,9}"
            placeholder="any"
            title="Digits; the same number makes the same puzzle"
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit">New puzzle</button>
      </div>
      <div class="row">
        <button type="button" onClick={() => void openDay(today.peek())}>
          Puzzle of the day
        </button>
        <a class="button" href={format("play", new URLSearchParams({ draw: "" }))}>
          Draw your own
        </a>
      </div>
    </form>
  );
}

const pasted = signal("");

export function Texts({ now }: { now: Puzzle | null }) {
  return (
    <details>
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
  ["vision", "Colors for color blindness: the greatest differences"],
  ["clock", "Show the clock"],
] as const;

export function Options() {
  return (
    <details>
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
    <details>
      <summary>How to play</summary>
      <p>
        A click makes a cross, a second one a queen, a third one clears the square; or choose what
        it makes. Drag over squares to cross them out, or from a cross to clear them. The second
        button of the mouse places a queen.
      </p>
      <p>
        “Pencil” makes marks that you can take back all at once, or keep by pressing it again.
        “Color” has no meaning of its own: it makes a square light, then dark, to follow a thought.
        “Check” says whether everything is right so far, and nothing else. “Hint” tells the
        technique first, then where, then what. The first result of a puzzle counts: its time goes
        on when you start again.
      </p>
      <p>
        By keyboard, the arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> move on the board;{" "}
        <kbd>Enter</kbd> or space does what a click does; <kbd>Q</kbd> queen, <kbd>X</kbd> cross,{" "}
        <kbd>Delete</kbd> clears, <kbd>C</kbd> color, <kbd>T</kbd> is the pencil, <kbd>H</kbd> gives
        a hint; <kbd>Ctrl</kbd> <kbd>Z</kbd> takes back, <kbd>Ctrl</kbd> <kbd>Y</kbd> does again.
      </p>
    </details>
  );
}
