/** What a player presses again and again: it keeps its place whatever is said. */

import { CROWN } from "../../components/board";
import { type Tool } from "../../games";
import { clock } from "../../numbers";
import { check, giveHint, prove } from "./hints";
import { redo, restart, takeBack, tryOut, undo } from "./moves";
import { canRedo, canUndo, choose, chosen, marks, record, seconds, solved, trying } from "./state";

export function Bar() {
  const over = solved.value;
  return (
    <div class="bar">
      {chosen.value.clock ? (
        <span class="clock" role="timer" aria-label="Time">
          {clock(seconds.value)}
        </span>
      ) : null}
      <span class="space" />
      <button type="button" aria-label="Undo" disabled={over || !canUndo.value} onClick={undo}>
        <Sign path={ARROW} />
      </button>
      <button type="button" aria-label="Redo" disabled={over || !canRedo.value} onClick={redo}>
        <Sign path={ARROW} mirrored />
      </button>
      <button
        type="button"
        title="Is everything right so far?"
        disabled={over}
        onClick={() => void check()}
      >
        Check
      </button>
      <button type="button" disabled={over} onClick={() => void giveHint()}>
        Hint
      </button>
    </div>
  );
}

const ARROW = "M8 4L3 9l5 5M3 9h9a4.5 4.5 0 0 1 0 9h-3";

function Sign({ path, mirrored = false }: { path: string; mirrored?: boolean }) {
  return (
    <svg class={mirrored ? "sign mirrored" : "sign"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const TOOLS: readonly { kind: Tool; name: string; path: string }[] = [
  { kind: "turn", name: "Cycle", path: "M16 10a6 6 0 1 1-2-4.5M14.5 1.5v4h-4" },
  { kind: "cross", name: "Cross", path: "M5 5l10 10M15 5L5 15" },
  { kind: "queen", name: "Queen", path: "" },
  { kind: "tint", name: "Color", path: "M10 3l7 7-7 7-7-7z" },
  { kind: "erase", name: "Erase", path: "M8 16l-5-5 8-8 6 6-7 7zM7 7l6 6M9 16h8" },
];
const PENCIL = "M4 16l1-4 8.5-8.5 3 3L8 15zM12 5l3 3";
const ERASED = "M4 16l1-4 8.5-8.5 3 3L8 15zM3 4l14 13";

export function Tools() {
  const trial = marks.value.trial.size > 0;
  return (
    <div class="tools">
      <fieldset>
        <legend class="hidden">A click makes</legend>
        {TOOLS.map(({ kind, name, path }) => (
          <label key={kind} class={chosen.value.tool === kind ? "chosen" : undefined}>
            <input
              type="radio"
              name="tool"
              class="hidden"
              checked={chosen.value.tool === kind}
              onChange={() => choose({ tool: kind })}
            />
            {kind === "queen" ? (
              <svg class="sign full" viewBox=".1 .05 .8 .85" aria-hidden="true">
                <path d={CROWN} />
              </svg>
            ) : (
              <Sign path={path} />
            )}
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        class="tool"
        aria-pressed={trying.value}
        title="Marks in pencil: take all of them back as one, or press again to keep them"
        onClick={() => tryOut(!trying.value)}
      >
        <Sign path={PENCIL} />
        <span>Pencil</span>
      </button>
      <button type="button" class="tool" disabled={!trial} onClick={takeBack}>
        <Sign path={ERASED} />
        <span>Take back</span>
      </button>
    </div>
  );
}

/** What is done once in a game. */
export function Seldom() {
  const over = solved.value;
  const again = record.value.solved !== undefined;
  return (
    <div class="row seldom">
      <button type="button" disabled={!canUndo.value} onClick={restart}>
        {over || again ? "Play again" : "Restart"}
      </button>
      <button type="button" onClick={() => void prove()}>
        {over ? "Show how it is solved" : "Show the solution"}
      </button>
    </div>
  );
}
