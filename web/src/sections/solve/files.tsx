/** The board as an address, as a picture, as a text. */

import { signal } from "@preact/signals";

import { Copy } from "../../components/copy";
import { engine } from "../../engine";
import { savePng, saveSvg, saveText, textOf } from "./export";
import { LARGEST, positionOf } from "./position";
import { attempt, go, position, reading, trouble } from "./state";

const pasted = signal("");

export function Files() {
  const now = position.value;
  const read = async () => {
    const { problem } = await engine.read(pasted.value, { signal: reading.next() });
    if (problem.n > LARGEST) {
      trouble.value = {
        message: `a board of ${problem.n} x ${problem.n} is too large to show here`,
        advice: `the command line completes boards up to n = 128; here n goes up to ${LARGEST}`,
      };
      return;
    }
    go(positionOf(problem), "board read");
  };
  return (
    <div class="panel">
      <h2>Keep and share</h2>
      <div class="row">
        <Copy what="address" text={() => location.href}>
          Copy the address
        </Copy>
        <button type="button" onClick={() => attempt(saveSvg(now), "SVG saved")}>
          SVG
        </button>
        <button type="button" onClick={() => attempt(savePng(now), "PNG saved")}>
          PNG
        </button>
        <button type="button" onClick={() => attempt(saveText(now), "text saved")}>
          Text
        </button>
      </div>
      <p class="quiet">
        The address holds the board. The text is what <code>queens complete</code> reads.
      </p>
      <details>
        <summary>Read a board from text</summary>
        <label class="field wide">
          <span>Rows of Q, # and . (or JSON, as in docs/formats.md)</span>
          <textarea
            rows={6}
            class="mono"
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => {
              reading.drop();
              pasted.value = event.currentTarget.value;
            }}
          />
        </label>
        <div class="row">
          <button type="button" onClick={() => attempt(read(), "board read")}>
            Read
          </button>
          <button
            type="button"
            onClick={() =>
              attempt(
                textOf(now, { signal: reading.next() }).then((text) => {
                  pasted.value = text;
                }),
                "text of the board",
              )
            }
          >
            This board as text
          </button>
        </div>
      </details>
    </div>
  );
}

export function Keys() {
  return (
    <details class="panel">
      <summary>By keyboard</summary>
      <p>
        On the board, arrow keys, <kbd>Home</kbd> and <kbd>End</kbd> move; <kbd>Enter</kbd> or space
        does what a click does; <kbd>Q</kbd> queen, <kbd>X</kbd> block, <kbd>D</kbd> and{" "}
        <kbd>A</kbd> exclude a diagonal, <kbd>Delete</kbd> clears, <kbd>Ctrl</kbd> <kbd>Z</kbd>{" "}
        takes back. With the mouse, the second button or <kbd>Shift</kbd> and a click blocks.
      </p>
    </details>
  );
}
