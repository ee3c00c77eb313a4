/** Sharing a puzzle or a result. */

import { Copy } from "../../components/copy";
import { today } from "../../days";
import { games, streak } from "../../games";
import { clock } from "../../numbers";
import type { Puzzle } from "../../puzzle";
import { format } from "../../route";
import { said } from "../../said";
import { address } from "./opening";
import { shapeOf } from "./shape";
import { day, history, rating, record } from "./state";
import { hintsInWords, titleOf } from "./words";

export function link(): string {
  const { p, day: of } = address();
  const query = new URLSearchParams(of === null ? { p: p ?? "" } : { day: of });
  return new URL(format("play", query), location.href).href;
}

/** A result without spoilers: the first one, and whether the solution was shown before. */
function shareText({ n }: Puzzle): string {
  const level = rating.peek()?.level;
  const { time = 0, used = 0, shown } = record.peek();
  const run = day.peek() === today.peek() ? streak(games.peek(), today.peek()) : 0;
  const shape = shapeOf(n, history.past.peek().slice(0, history.at.peek() + 1));
  return [
    `${titleOf(day.peek())}, ${n} × ${n}${level ? `, ${level}` : ""}`,
    shown
      ? "The solution was shown"
      : `Solved in ${clock(time)}, ${hintsInWords(used)}${run > 1 ? `, ${run} days in a row` : ""}`,
    shape,
    link(),
  ].join("\n");
}

/** By the system's own means where it has some, else by the clipboard. */
export function ShareResult({ now }: { now: Puzzle }) {
  if (!("share" in navigator)) {
    return (
      <Copy what="result" text={() => shareText(now)}>
        Share
      </Copy>
    );
  }
  return (
    <button
      type="button"
      onClick={() => {
        navigator.share({ text: shareText(now) }).then(
          () => (said.value = "shared"),
          () => (said.value = "not shared"),
        );
      }}
    >
      Share
    </button>
  );
}
