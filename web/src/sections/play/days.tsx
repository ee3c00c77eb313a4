/** The puzzles of the last five weeks, and how many days in a row were solved. */

import { format } from "../../route";
import { clock } from "./game";
import { dateInWords } from "./words";
import { day, rating, puzzle, today } from "./state";
import { bestTime, dayBefore, games, stateInWords, stateOf, streak } from "./store";

const WEEKS = 5;
const SIGNS: Record<ReturnType<typeof stateOf>, string> = {
  solved: "✓",
  shown: "–",
  begun: "…",
  open: "",
};

export function Days() {
  const now = today();
  const all = new Map(games.value.flatMap((game) => (game.day ? [[game.day, game]] : [])));
  // Weeks begin on Monday; the last row is this week.
  const weekday = (new Date(`${now}T12:00:00Z`).getUTCDay() + 6) % 7;
  const shown = Array.from({ length: 7 * (WEEKS - 1) + weekday + 1 }, (_, index) =>
    dayBefore(now, 7 * (WEEKS - 1) + weekday - index),
  );
  const run = streak(games.value, now);
  const level = rating.value?.level;
  const best = level && puzzle.value && bestTime(games.value, puzzle.value.n, level);
  return (
    <details class="panel days" open>
      <summary>Days{run > 0 ? `: ${run} in a row` : ""}</summary>
      {best !== undefined && puzzle.value ? (
        <p>
          Your best time at {puzzle.value.n} × {puzzle.value.n}, {level}: {clock(best ?? 0)}.
        </p>
      ) : null}
      <ol>
        {["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => (
          <li key={name} class="weekday" aria-hidden="true">
            {name}
          </li>
        ))}
        {shown.map((one) => (
          <li key={one}>
            <a
              href={format("play", new URLSearchParams({ day: one }))}
              aria-label={`${dateInWords(one)}, ${stateInWords(all.get(one))}`}
              aria-current={day.value === one ? "date" : undefined}
              class={stateOf(all.get(one))}
            >
              {Number(one.slice(8))}
              <span aria-hidden="true">{SIGNS[stateOf(all.get(one))]}</span>
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
}
