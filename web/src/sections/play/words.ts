/** What several parts of Play say in the same words. */

import { dateInWords } from "../../days";

export function titleOf(of: string | null): string {
  return of === null ? "Puzzle" : `Puzzle of ${dateInWords(of)}`;
}

export function hintsInWords(count: number): string {
  if (count === 0) return "no hints";
  return count === 1 ? "1 hint" : `${count} hints`;
}
