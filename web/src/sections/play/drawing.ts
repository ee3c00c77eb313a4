// A puzzle that is drawn: regions by letters, what was found in a picture, and what was done.

import { computed, signal } from "@preact/signals";

import { nameOf } from "../../board";
import { UndoHistory } from "../../history";
import { query, setQuery } from "../../route";
import { said } from "../../said";

export const SIZES = Array.from({ length: 17 }, (_, index) => index + 4);
export const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A region for each row: what a new drawing begins with. */
export const blank = (n: number) =>
  `${n}x1.${LETTERS.slice(0, n)
    .map((letter) => letter.repeat(n))
    .join("")}`;

export interface Drawing {
  n: number;
  /** A letter for each square. */
  letters: string;
}

const EIGHT = 8;

/** The drawing of an address, or null if it is none. */
function drawingIn(text: string): Drawing | null {
  const [, size = "", letters = ""] = /^(\d+)x1\.([A-Z]+)$/.exec(text) ?? [];
  const n = Number(size);
  return SIZES.includes(n) && letters.length === n * n ? { n, letters } : null;
}

export const read = (text: string): Drawing =>
  drawingIn(text) ?? { n: EIGHT, letters: blank(EIGHT).replace(/^.*\./, "") };

export const drawing = computed(() => read(query.value.get("draw") ?? ""));
/** What the address asks for, if that is no drawing. */
export const refused = computed(() => {
  const text = query.value.get("draw") ?? "";
  return text === "" || drawingIn(text) ? null : text;
});
/** The region that a click draws. */
export const pen = signal("A");

/** What was found in a picture: its marks belong to this drawing only. In doubt, it says why. */
export const found = signal<{
  text: string;
  queens: string[];
  crosses: string[];
  doubt: string | null;
} | null>(null);

/** So that drawing can be undone; the address is the drawing that is shown. */
export const history = new UndoHistory<string>("");

export const textOf = ({ n, letters }: Drawing) => `${n}x1.${letters}`;

export function set(next: Drawing, words: string, replace = false) {
  if (history.now.peek() !== textOf(drawing.peek())) history.push(textOf(drawing.peek()));
  history.push(textOf(next), replace);
  said.value = words;
  setQuery({ draw: textOf(next) });
}

export function turn(by: number) {
  history.turn(by);
  if (history.now.peek() !== "") setQuery({ draw: history.now.peek() });
}

export function paint(squares: readonly number[], letter: string, replace = false) {
  const now = drawing.peek();
  const letters = [...now.letters];
  for (const square of squares) letters[square] = letter;
  const names = squares.map((square) => nameOf(square, now.n)).join(", ");
  set({ n: now.n, letters: letters.join("") }, `${names} in region ${letter}`, replace);
}

/** A click or a key: where it changes nothing, there is nothing to undo. */
export function put(square: number, letter: string) {
  if (drawing.peek().letters[square] !== letter) paint([square], letter);
}

/** The pieces of each region: squares that hang together by their sides. */
function piecesOf({ n, letters }: Drawing): number[][] {
  const seen = new Set<number>();
  const pieces: number[][] = [];
  for (const [start, letter] of [...letters].entries()) {
    if (seen.has(start)) continue;
    const piece = [start];
    seen.add(start);
    for (const square of piece) {
      const sides = [
        square % n > 0 ? square - 1 : -1,
        square % n < n - 1 ? square + 1 : -1,
        square - n,
        square + n,
      ];
      for (const side of sides) {
        if (letters[side] !== letter || seen.has(side)) continue;
        seen.add(side);
        piece.push(side);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}

/**
 * The squares to look at again in a board that was read with doubt: small pieces of a region that lies in several,
 * and, if regions are missing, the largest one, in which they must be.
 */
export function doubtfulIn(drawing: Drawing): number[] {
  const { n, letters } = drawing;
  const pieces = piecesOf(drawing).sort((a, b) => b.length - a.length);
  const first = new Set<string>();
  const doubtful: number[] = [];
  for (const piece of pieces) {
    const letter = letters[piece[0] ?? 0] ?? "";
    if (first.has(letter)) doubtful.push(...piece);
    first.add(letter);
  }
  if (first.size < n) doubtful.push(...(pieces[0] ?? []));
  return doubtful;
}
