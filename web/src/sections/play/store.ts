// Games on this machine: what a reload, or a later visit, finds again.

import { type Marks, namesOf, squaresOf } from "./game";

/** A game: all positions since it began, which of them is shown, and the seconds it took. */
export interface Game {
  past: readonly Marks[];
  at: number;
  seconds: number;
}

export interface Settings {
  /** A queen crosses out what she closes. */
  auto: boolean;
  /** Regions have letters besides colors. */
  letters: boolean;
}

const KEY = "queens.play";
/** The number of games that are kept, and of positions of each. */
const GAMES = 40;
const POSITIONS = 200;

/** As it is stored: squares by name, the latest game last. */
interface Stored {
  settings?: Partial<Settings>;
  games?: { puzzle: string; n: number; past: [string, string][]; at: number; seconds: number }[];
}

function read(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    // A browser that stores nothing, or something else under this name.
    return {};
  }
}

function write(stored: Stored) {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // It holds until the page is left.
  }
}

export function settings(): Settings {
  return { auto: true, letters: false, ...read().settings };
}

export function keepSettings(settings: Settings) {
  write({ ...read(), settings });
}

export function gameOf(puzzle: string): Game | undefined {
  try {
    const game = read().games?.find((one) => one.puzzle === puzzle);
    if (!game) return undefined;
    const { n, at, seconds } = game;
    const squares = (names: string) => new Set(squaresOf(names.split(" "), n));
    const past = game.past.map(([queens, crosses]) => ({
      queens: squares(queens),
      crosses: squares(crosses),
    }));
    return at in past ? { past, at, seconds } : undefined;
  } catch {
    // Something else under this name.
    return undefined;
  }
}

export function keepGame(puzzle: string, n: number, game: Game) {
  const stored = read();
  const first = Math.max(0, game.at + 1 - POSITIONS);
  const past = game.past.slice(first).map(({ queens, crosses }): [string, string] => {
    return [namesOf(queens, n).join(" "), namesOf(crosses, n).join(" ")];
  });
  const others = (stored.games ?? []).filter((one) => one.puzzle !== puzzle);
  const now = { puzzle, n, past, at: game.at - first, seconds: game.seconds };
  write({ ...stored, games: [...others, now].slice(-GAMES) });
}
