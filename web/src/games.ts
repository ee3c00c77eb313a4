// Games on this machine: what a reload, or a later visit, finds again. Each change of a game reads everything
// and replaces that game, and other tabs hear of it, so that two tabs never undo each other's work.

import { signal } from "@preact/signals";

import { dayBefore, dayOf } from "./days";
import type { Level } from "./engine";
import { clock } from "./numbers";

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
  /** How long it has been played, in seconds, and with how many hints: since it began, or began again. */
  seconds: number;
  hints: number;
  /** When it was last played and first solved, in milliseconds since 1970. */
  played: number;
  solved?: number | undefined;
  /** The first result, which counts: the time to the solution in seconds, and the hints. */
  time?: number | undefined;
  used?: number | undefined;
  /** The solution was looked at before. */
  shown?: boolean | undefined;
}

/** What a click does: cross, queen and nothing in turn, or always the same. */
export type Tool = "turn" | "queen" | "cross" | "erase" | "tint";

export interface Settings {
  tool: Tool;
  /** A queen crosses out what she closes. */
  auto: boolean;
  /** Regions have letters, or patterns, besides colors. */
  letters: boolean;
  patterns: boolean;
  /** The colors that differ most, also for color blindness, instead of the calm ones. */
  vision: boolean;
  clock: boolean;
  /** What "New puzzle" makes. */
  size: number;
  level: Level | "";
}

const KEY = "queens.play";
export const SCHEMA = "queens.games/2";
/** The number of games that are kept, and of positions of each; of those that were not played lately, one. */
const GAMES = 500;
const LATELY = 40;
const POSITIONS = 100;

/** The settings of this visit. */
let kept: Partial<Settings> = {};

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

/** Whether the browser refuses to store games: then they last until the page is left. */
export const isLost = signal(false);

function read(): Stored {
  if (isLost.peek()) return { settings: kept, games: [...games.peek()] };
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

function put(stored: Stored) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored, schema: SCHEMA }));
    isLost.value = false;
  } catch {
    isLost.value = true;
  }
}

/** At once, so that it is said before anything is lost. */
export const probe = () => put(read());

function write(stored: Stored) {
  games.value = stored.games ?? [];
  put(stored);
}

export function settings(): Settings {
  const usual = {
    tool: "turn" as const,
    auto: true,
    letters: false,
    patterns: false,
    vision: false,
    clock: true,
  };
  return { ...usual, size: 8, level: "medium", ...read().settings };
}

export function keepSettings(settings: Settings) {
  kept = settings;
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

export const isSolvedAlone = ({ solved, shown }: Game) => solved !== undefined && !shown;

/** Whether the puzzle of a day was solved on that day: in one go with its beginning, if midnight came between. */
export const isOnItsDay = (game: Game) => {
  const { solved = 0, time = 0 } = game;
  return isSolvedAlone(game) && game.day === dayOf(new Date(solved - 1000 * time));
};

/** How many days in a row, up to today or yesterday, had their puzzle solved on the day itself. */
export function streak(all: readonly Game[], today: string): number {
  const days = new Set(all.filter(isOnItsDay).map((game) => game.day));
  let day = days.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; days.has(day); day = dayBefore(day)) count += 1;
  return count;
}

export interface Times {
  count: number;
  best: number;
  average: number;
}

/** The first times for a size and level, in seconds. */
export function timesFor(all: readonly Game[], n: number, level: Level): Times | null {
  const times = all
    .filter((game) => isSolvedAlone(game) && game.n === n && game.level === level)
    .flatMap(({ time }) => time ?? []);
  if (times.length === 0) return null;
  const sum = times.reduce((all, one) => all + one, 0);
  return { count: times.length, best: Math.min(...times), average: sum / times.length };
}

export type State = "solved" | "later" | "shown" | "begun" | "open";

/** `later`: the puzzle of a day, solved on another one. */
export function stateOf(game: Game | undefined): State {
  if (!game) return "open";
  if (game.shown) return "shown";
  if (game.solved !== undefined) {
    return game.day === undefined || isOnItsDay(game) ? "solved" : "later";
  }
  return game.past.length > 1 ? "begun" : "open";
}

export function stateInWords(game: Game | undefined): string {
  const time = clock(game?.time ?? 0);
  return {
    solved: `solved in ${time}`,
    later: `solved later, in ${time}`,
    shown: "the solution was shown",
    begun: "begun",
    open: "not begun",
  }[stateOf(game)];
}
