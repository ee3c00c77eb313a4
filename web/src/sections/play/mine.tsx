/** My puzzles: every game on this machine, and all of them as one file. */

import { signal } from "@preact/signals";

import { dateInWords } from "../../days";
import {
  type Game,
  exported,
  games,
  imported,
  isLost,
  keepGame,
  removeGame,
  stateInWords,
  stateOf,
} from "../../games";
import { clock } from "../../numbers";
import { format } from "../../route";
import { said } from "../../said";
import { save } from "../../save";
import { hintsInWords } from "./words";

/** How many are listed until more are asked for. */
const FEW = 12;
const all = signal(false);
const result = signal("");
/** What was removed last, until something else is told. */
const removed = signal<Game | null>(null);

function tell(words: string) {
  result.value = said.value = words;
  removed.value = null;
}

function remove(game: Game) {
  removeGame(game.puzzle);
  tell(`Removed: ${nameOf(game)}.`);
  removed.value = game;
}

function putBack(game: Game) {
  keepGame(game);
  tell(`Back again: ${nameOf(game)}.`);
}

async function read(file: File) {
  try {
    const count = imported(await file.text());
    tell(count === 1 ? "One game added." : `${count} games added.`);
  } catch {
    tell(`${file.name} is not a file of games: choose one that “Export” saved.`);
  }
}

function keepAsFile() {
  save(exported(), "application/json", "queens-games.json");
  tell("Saved as queens-games.json.");
}

/** Said at once, before anything is lost. */
export function Lost() {
  if (!isLost.value) return null;
  return (
    <div class="notice bad lost" role="alert">
      This browser stores nothing for this page: your games are lost when you close it.{" "}
      <button type="button" onClick={keepAsFile}>
        Save them as a file
      </button>
    </div>
  );
}

export function Games() {
  const played = games.value.filter((game) => stateOf(game) !== "open");
  const shown = all.value ? played : played.slice(0, FEW);
  return (
    <details class="games">
      <summary>My puzzles ({played.length})</summary>
      <ul>
        {shown.map((game) => (
          <li key={game.puzzle}>
            <a href={format("play", addressOf(game))}>{nameOf(game)}</a>
            <span class="quiet">{words(game)}</span>
            <button
              type="button"
              aria-label={`Remove ${nameOf(game)}`}
              onClick={() => remove(game)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {shown.length < played.length ? (
        <button type="button" onClick={() => (all.value = true)}>
          Show all
        </button>
      ) : null}
      <div class="row">
        <button type="button" disabled={played.length === 0} onClick={keepAsFile}>
          Export
        </button>
        <label class="button">
          Import
          <input
            type="file"
            accept=".json,application/json"
            class="hidden"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void read(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </div>
      {result.value ? (
        <p class="quiet">
          {result.value} {removed.value ? <PutBack game={removed.value} /> : null}
        </p>
      ) : null}
    </details>
  );
}

const PutBack = ({ game }: { game: Game }) => (
  <button type="button" class="link" onClick={() => putBack(game)}>
    Put it back
  </button>
);

const addressOf = ({ puzzle, day }: Game) =>
  new URLSearchParams(day === undefined ? { p: puzzle } : { day });

const MOMENT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** With its day, or when it was played. */
function nameOf({ n, level, day, played }: Game): string {
  const when = day === undefined ? new Date(played).toLocaleString("en", MOMENT) : dateInWords(day);
  return `${n} × ${n}${level ? `, ${level}` : ""}, ${when}`;
}

function words(game: Game): string {
  const state = stateOf(game);
  if (state === "solved" || state === "later") {
    return `${stateInWords(game)}, ${hintsInWords(game.used ?? 0)}`;
  }
  if (state === "shown") return stateInWords(game);
  const queens = (game.past[game.at] ?? "").replaceAll(/[^QT]/g, "").length;
  return `begun, ${queens} of ${game.n} queens, ${clock(game.seconds)}`;
}
