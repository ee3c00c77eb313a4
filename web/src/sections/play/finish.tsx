/** The end of a game: the result, what it is beside others, and what comes next. */

import { dateInWords, dayBefore, planOf, today } from "../../days";
import { gameOfDay, games, stateOf, streak, timesFor } from "../../games";
import { clock } from "../../numbers";
import type { Puzzle } from "../../puzzle";
import { format } from "../../route";
import { replay } from "./moves";
import { make } from "./opening";
import { ShareResult } from "./share";
import { chosen, day, hints, rating, record, seconds } from "./state";
import { hintsInWords } from "./words";

export function Finish({ now }: { now: Puzzle }) {
  const { size, level } = chosen.value;
  return (
    <>
      <h2>{headline()}</h2>
      <p class="words">{resultInWords(now)}</p>
      <NextDay />
      <div class="row act">
        <button type="button" class="primary" onClick={() => void make(size, level)}>
          Next puzzle
        </button>
        <ShareResult now={now} />
        <button type="button" onClick={replay}>
          Replay
        </button>
      </div>
    </>
  );
}

/** Whether this is not the first time that the puzzle was solved. */
const isAgain = () => record.value.time !== seconds.value;

function headline(): string {
  if (record.value.shown) return `Solved in ${clock(seconds.value)}, with the solution shown`;
  return `Solved ${isAgain() ? "again " : ""}in ${clock(seconds.value)}`;
}

function resultInWords({ n }: Puzzle): string {
  const { time = 0, used = 0, shown } = record.value;
  if (shown) return "It counts neither for your days nor for your times.";
  const parts = isAgain()
    ? [
        `With ${hintsInWords(hints.value)}. The first result counts: ${clock(time)}, ${hintsInWords(used)}.`,
      ]
    : [`With ${hintsInWords(used)}.`];
  const level = rating.value?.level;
  const times = level ? timesFor(games.value, n, level) : null;
  if (times && times.count > 1) {
    const { count, best, average } = times;
    const record = time <= best ? `your best of ${count}` : `best of ${count} ${clock(best)}`;
    parts.push(`${n} × ${n}, ${level}: ${record}, ${clock(average)} on average.`);
  }
  // The puzzle of yesterday may have ended after midnight.
  const isLate = day.value !== null && day.value >= dayBefore(today.value);
  const run = isLate ? streak(games.value, today.value) : 0;
  if (run > 1) parts.push(`${run} days in a row.`);
  return parts.join(" ");
}

const isOpen = (of: string) => ["open", "begun"].includes(stateOf(gameOfDay(of)));

/** Why to come again: the puzzle of today, if it is open; else that of yesterday, and what comes tomorrow. */
function NextDay() {
  const yesterday = dayBefore(today.value);
  const { n, level } = planOf(dayBefore(today.value, -1));
  const link = (of: string, words: string) => (
    <a
      href={format("play", new URLSearchParams({ day: of }))}
      aria-label={`${words}: ${dateInWords(of)}`}
    >
      {words}
    </a>
  );
  return (
    <p class="words">
      {isOpen(today.value) ? (
        link(today.value, "Today's puzzle is open")
      ) : (
        <>
          Tomorrow: {n} × {n}, {level}.{" "}
          {isOpen(yesterday) ? link(yesterday, "Yesterday's is still open") : null}
        </>
      )}
    </p>
  );
}
