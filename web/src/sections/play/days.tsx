/** The puzzles of all days, month by month: what was solved on its day, and what later. */

import { signal } from "@preact/signals";

import { FIRST, dateInWords, dayBefore, monthInWords, planOf, today, weekdayOf } from "../../days";
import { type State, games, stateInWords, stateOf, streak } from "../../games";
import { format } from "../../route";
import { day } from "./state";

const SIGNS: Record<State, string> = { solved: "★", later: "✓", shown: "–", begun: "…", open: "" };

/** The first day of the month that is shown; null for this month. */
const chosen = signal<string | null>(null);

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const nextMonth = (month: string) => monthOf(dayBefore(month, -31));
const monthBefore = (month: string) => monthOf(dayBefore(month, 1));

/** The days of a month, up to a day. */
function daysOf(month: string, last: string): string[] {
  const days = [];
  for (let day = month; monthOf(day) === month && day <= last; day = dayBefore(day, -1)) {
    days.push(day);
  }
  return days;
}

const addressOf = (day: string) => format("play", new URLSearchParams({ day }));

export function Days() {
  const now = today.value;
  const month = chosen.value ?? monthOf(now);
  const all = new Map(games.value.flatMap((game) => (game.day ? [[game.day, game]] : [])));
  const run = streak(games.value, now);
  const tomorrow = planOf(dayBefore(now, -1));
  return (
    <details class="days" open>
      <summary>Days{run > 0 ? `: ${run} in a row` : ""}</summary>
      <div class="months">
        <button
          type="button"
          aria-label="The month before"
          disabled={month <= monthOf(FIRST)}
          onClick={() => (chosen.value = monthBefore(month))}
        >
          ‹
        </button>
        <b aria-live="polite">{monthInWords(month)}</b>
        <button
          type="button"
          aria-label="The next month"
          disabled={month >= monthOf(now)}
          onClick={() => (chosen.value = nextMonth(month))}
        >
          ›
        </button>
        <a class="button" href={addressOf(now)}>
          Today
        </a>
      </div>
      <ol>
        {["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => (
          <li key={name} class="weekday" aria-hidden="true">
            {name}
          </li>
        ))}
        {daysOf(month, now).map((one, index) => {
          const state = stateOf(all.get(one));
          return (
            <li key={one} style={index === 0 ? { gridColumnStart: weekdayOf(one) + 1 } : undefined}>
              <a
                href={addressOf(one)}
                aria-label={`${dateInWords(one)}, ${stateInWords(all.get(one))}`}
                aria-current={day.value === one ? "date" : undefined}
                class={`${state} ${one === now ? "now" : ""}`}
              >
                {Number(one.slice(8))}
                <span aria-hidden="true">{SIGNS[state]}</span>
              </a>
            </li>
          );
        })}
      </ol>
      <p class="quiet">
        ★ on its day, ✓ later. Tomorrow: {tomorrow.n} × {tomorrow.n}, {tomorrow.level}.
      </p>
    </details>
  );
}
