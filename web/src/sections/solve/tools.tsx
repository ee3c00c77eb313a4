/** What is done to the board: at once, by a click, and to its rules. */

import { isDeadEnd } from "./analysis";
import { LARGEST, type Tool, empty } from "./position";
import { analysis, complete, giveHint, go, history, position, tool, turn, way } from "./state";

export const TOOLS: { tool: Tool; name: string; key: string }[] = [
  { tool: "queen", name: "Queen", key: "Q" },
  { tool: "block", name: "Block", key: "X" },
  { tool: "diag", name: "Exclude \\ diagonal", key: "D" },
  { tool: "anti", name: "Exclude / diagonal", key: "A" },
];

export function Actions() {
  const now = analysis.value;
  const { n, queens } = position.value;
  const stuck = isDeadEnd(now);
  const ready = now.conflicts.length === 0 && Boolean(now.completion) && queens.size < n;
  return (
    <div class="row actions">
      <button type="button" class="primary" disabled={!ready} onClick={complete}>
        {way.value === null ? "Complete" : "Take it"}
      </button>
      <button type="button" disabled={!ready && !stuck} onClick={() => void giveHint()}>
        Hint
      </button>
      <button type="button" disabled={!history.canUndo.value} onClick={() => turn(-1)}>
        Undo
      </button>
      <button type="button" disabled={!history.canRedo.value} onClick={() => turn(1)}>
        Redo
      </button>
      <button type="button" onClick={() => go(empty(n, position.value), "the board is empty")}>
        Clear
      </button>
    </div>
  );
}

export function Tools() {
  const { n, torus, superqueens } = position.value;
  return (
    <div class="row tools">
      <label class="field">
        <span>Size n</span>
        <select
          value={n}
          onChange={(event) => {
            const size = Number(event.currentTarget.value);
            go(empty(size, position.value), `${size} by ${size} board`);
          }}
        >
          {Array.from({ length: LARGEST }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="radios">
        <legend>A click</legend>
        {TOOLS.map(({ tool: kind, name, key }) => (
          <label key={kind} class={tool.value === kind ? "chosen" : undefined}>
            <input
              type="radio"
              name="tool"
              checked={tool.value === kind}
              onChange={() => {
                tool.value = kind;
              }}
            />
            {name} <kbd aria-hidden="true">{key}</kbd>
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={torus}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            go({ ...position.value, torus: on }, on ? "torus" : "plain board");
          }}
        />
        Torus: diagonals continue at the opposite edge
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={superqueens}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            go({ ...position.value, superqueens: on }, on ? "superqueens" : "queens");
          }}
        />
        Superqueens: they also attack as knights
      </label>
    </div>
  );
}
