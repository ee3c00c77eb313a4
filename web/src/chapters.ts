// The chapters of the book that the page brings along, so that its links work where no book lies beside it: those that a
// player or a learner needs while at it.

export const CHAPTERS: readonly string[] = [
  "guide/techniques",
  "ladder/brute-force",
  "ladder/permutations",
  "ladder/scan",
  "ladder/flags",
  "ladder/bitwise",
  "ladder/flipped",
  "ladder/mirror",
  "ladder/classes",
];
