// Games on this machine: what a reload, or a later visit, finds again. Each change of a game reads everything
// and replaces that game, and other tabs hear of it, so that two tabs never undo each other's work.

import { signal } from "@preact/signals";

import type { Level } from "../../engine";
import { clock } from "./game";

export interface Game {
  /** The regions on one line. */
  puzzle: string;
  n: number;
  /** The day whose puzzle it is, as `2026-11-23`. */
  day?: string | undefined;
  level?: Level | undefined;
  score?: number | undefined;
  /** The marks that the puzzle came with, in letters, as all positions. */
  given: string;
  /** The positions since the game began, and which of them is shown. */
  past: readonly string[];
  at: number;
  /** How long it was played. */
  seconds: number;
  hints: number;
  /** When it was last played and first solved, in milliseconds since 1970. */
  played: number;
  solved?: number | undefined;
  /** The shortest time to the solution, in seconds. */
  best?: number | undefined;
  /** The solution was looked at before. */
  shown?: boolean | undefined;
}

export interface Settings {
  /** A queen crosses out what she closes. */
  auto: boolean;
  /** Regions have letters, or patterns, besides colors. */
  letters: boolean;
  patterns: boolean;
  clock: boolean;
  /** What "New puzzle" makes. */
  size: number;
  level: Level | "";
}

const KEY = "queens.play";
export const SCHEMA = "queens.games/1";
/** The number of games that are kept, and of positions of each; of those that were not played lately, one. */
const GAMES = 500;
const LATELY = 40;
const POSITIONS = 100;

interface Stored {
  schema?: string;
  settings?: Partial<Settings>;
  games?: Game[];
}

/** Something else may lie under this name, or in a file. */
function isGame(game: Partial<Game>): game is Game {
  const { puzzle, n, given, past, at, seconds, hints, played } = game;
  return (
    typeof puzzle === "string" &&
    typeof n === "number" &&
    [given, ...(Array.isArray(past) ? past : [0])].every(
      (marks) => typeof marks === "string" && marks.length === n * n,
    ) &&
    [at, seconds, hints, played].every((number) => typeof number === "number") &&
    Number(at) in (past as string[])
  );
}

function read(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Stored;
    const games = stored.schema === SCHEMA && Array.isArray(stored.games) ? stored.games : [];
    return { ...stored, games: games.filter(isGame) };
  } catch {
    // A browser that stores nothing, or something else under this name.
    return {};
  }
}

/** All games, the latest first. */
export const games = signal<readonly Game[]>(read().games ?? []);

window.addEventListener("storage", (event) => {
  if (event.key === KEY) games.value = read().games ?? [];
});

function write(stored: Stored) {
  games.value = stored.games ?? [];
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored, schema: SCHEMA }));
  } catch {
    // It holds until the page is left.
  }
}

export function settings(): Settings {
  const usual = { auto: true, letters: false, patterns: false, clock: true } as const;
  return { ...usual, size: 8, level: "medium", ...read().settings };
}

export function keepSettings(settings: Settings) {
  write({ ...read(), settings });
}

export const gameOf = (puzzle: string) => games.peek().find((game) => game.puzzle === puzzle);
export const gameOfDay = (day: string) => games.peek().find((game) => game.day === day);

/** With as many positions as are kept. */
function trimmed(game: Game, positions: number): Game {
  const first = Math.max(0, game.at + 1 - positions);
  const past = game.past.slice(first, game.at + positions);
  return past.length === game.past.length ? game : { ...game, past, at: game.at - first };
}

/** The latest first; games of days are never left out. */
function ordered(all: readonly Game[]): Game[] {
  return [...all]
    .sort((a, b) => b.played - a.played)
    .filter((game, index) => index < GAMES || game.day !== undefined)
    .map((game, index) => trimmed(game, index < LATELY ? POSITIONS : 1));
}

export function keepGame(game: Game) {
  const stored = read();
  const others = (stored.games ?? []).filter(({ puzzle }) => puzzle !== game.puzzle);
  write({ ...stored, games: ordered([game, ...others]) });
}

export function removeGame(puzzle: string) {
  const stored = read();
  write({ ...stored, games: (stored.games ?? []).filter((game) => game.puzzle !== puzzle) });
}

/** All games as one file. */
export function exported(): string {
  return `${JSON.stringify({ schema: SCHEMA, games: read().games ?? [] })}\n`;
}

/** Adds the games of such a file, and says how many; of a game that is in both, the later one counts. */
export function imported(text: string): number {
  const file = JSON.parse(text) as Stored;
  if (file.schema !== SCHEMA || !Array.isArray(file.games)) throw new Error("not a file of games");
  const stored = read();
  const all = new Map((stored.games ?? []).map((game) => [game.puzzle, game]));
  let count = 0;
  for (const game of file.games.filter(isGame)) {
    if (game.played <= (all.get(game.puzzle)?.played ?? -1)) continue;
    all.set(game.puzzle, game);
    count += 1;
  }
  write({ ...stored, games: ordered([...all.values()]) });
  return count;
}

/** The day of a moment where the reader is, as `2026-11-23`. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The days up to one, the latest first, without end. */
export function dayBefore(day: string, days = 1): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

const isSolvedAlone = ({ solved, shown }: Game) => solved !== undefined && !shown;

/** How many days in a row, up to today or yesterday, had their puzzle solved on the day itself. */
export function streak(all: readonly Game[], today: string): number {
  const days = new Set(
    all
      .filter((game) => isSolvedAlone(game) && game.day === dayOf(new Date(game.solved ?? 0)))
      .map((game) => game.day),
  );
  let day = days.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; days.has(day); day = dayBefore(day)) count += 1;
  return count;
}

/** The best time for a size and level, in seconds. */
export function bestTime(all: readonly Game[], n: number, level: Level): number | undefined {
  const times = all
    .filter((game) => isSolvedAlone(game) && game.n === n && game.level === level)
    .flatMap(({ best }) => best ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

type State = "solved" | "shown" | "begun" | "open";

export function stateOf(game: Game | undefined): State {
  if (!game) return "open";
  if (game.solved !== undefined) return game.shown ? "shown" : "solved";
  return game.shown ? "shown" : game.past.length > 1 ? "begun" : "open";
}

export function stateInWords(game: Game | undefined): string {
  switch (stateOf(game)) {
    case "solved":
      return `solved in ${clock(game?.best ?? game?.seconds ?? 0)}`;
    case "shown":
      return "the solution was shown";
    case "begun":
      return "begun";
    case "open":
      return "not begun";
  }
}
