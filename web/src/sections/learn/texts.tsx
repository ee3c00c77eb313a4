/** Short answers to what learners ask. Each number is counted by the program or published. */

import type { ComponentChildren } from "preact";

/** What to look at in an algorithm. */
export const WATCH_FOR: Record<string, ComponentChildren> = {
  brute_force: (
    <>
      No board is tested before it is complete. Watch two queens stand side by side on the first row
      while the search tries every board that contains them. For n = 8 that makes 4 426 165 368
      boards; this page lets you watch up to n = 5.
    </>
  ),
  permutations: (
    <>
      Compare it with <code>backtrack_scan</code>: the boards are the same, 2057 for n = 8, but
      columns that hold a queen are not looked at: 5508 tests instead of 15 720.
    </>
  ),
  backtrack_scan: (
    <>
      The algorithm most people write first. A queen in orange is the reason why a square was
      rejected. Each test looks at every queen above, so it takes longer the deeper the search is.
    </>
  ),
  backtrack_flags: (
    <>
      Step for step the same as <code>backtrack_scan</code> (race the two and look for the first
      difference: there is none). What differs is a test: three look-ups instead of a look at every
      queen, because <code>row − column</code> is the same all along a <code>\</code> diagonal and{" "}
      <code>row + column</code> all along a <code>/</code> diagonal.
    </>
  ),
  bitwise: (
    <>
      Only free squares are tested: they are known before the row is entered. Watch{" "}
      <code>free</code>: its 1s are the columns where none of the three strings has one. When a
      queen is placed, the strings of the next row appear below: those of the row, the queen’s bit
      added, each diagonal moved by one column.
    </>
  ),
  flipped: (
    <>
      The same search with every bit of <code>ld</code>, <code>cols</code> and <code>rd</code>{" "}
      inverted: a 1 says that no queen attacks. So a shift has to bring in a 1 at the edge, because
      no attack comes from outside the board.
    </>
  ),
  mirror: (
    <>
      <code>excl</code> closes the right half of the first row, because each solution with a queen
      there is the mirror image of one with a queen on the left. Race it against{" "}
      <code>bitwise</code>, which begins at the right edge. This one begins in the middle, and ends
      after half as many steps.
    </>
  ),
};

interface Answer {
  question: string;
  answer: ComponentChildren;
}

export const ANSWERS: readonly Answer[] = [
  {
    question: "What does x & -x do?",
    answer: (
      <>
        <p>
          It keeps the lowest 1 of x and nothing else. In two’s complement −x is ~x + 1: above the
          lowest 1 every bit of −x is the opposite of x’s, the lowest 1 is a 1 in both, below it
          both have zeros.
        </p>
        <pre tabIndex={0}>
          {"  x      0 1 0 1 1 0 0 0\n -x      1 0 1 0 1 0 0 0\n  x & -x 0 0 0 0 1 0 0 0"}
        </pre>
        <p>
          So <code>free &amp; -free</code> is the next free column, found without looking at the
          others, and <code>free ^ bit</code> takes it off the list.
        </p>
      </>
    ),
  },
  {
    question: "Where does 92 = 11 × 8 + 1 × 4 come from?",
    answer: (
      <p>
        A board can be turned and reflected in eight ways. For n = 8 there are 12 solutions that are
        no images of each other (the fundamental ones). Eleven have eight different images; one
        looks the same after a half turn and has only four. Explore shows all of them.
      </p>
    ),
  },
  {
    question:
      "Which counts are nodes, and which are tests? 2057, 1965, 876 and 15 720 all appear for n = 8.",
    answer: (
      <>
        <p>
          2057 nodes: the legal placements of queens on the first 0, 1, …, 8 rows, the empty board
          included. 1965 of them are not solutions. 15 720 squares are tested to find them all, 876
          until the first solution. Choose <code>backtrack_scan</code> and n = 8, press “Next
          solution”, then let it run to the end, and read the counters.
        </p>
      </>
    ),
  },
  {
    question: "Is N-Queens NP-complete?",
    answer: (
      <p>
        Not the puzzle on an empty board: a formula gives a solution for every n ≥ 4 (Pauls 1874).
        To complete a board on which some queens stand already is NP-complete, and counting the
        completions is #P-complete (Gent, Jefferson and Nightingale 2017).
      </p>
    ),
  },
  {
    question: "Is there a formula for the number of solutions?",
    answer: (
      <p>
        None is known. Q(n) is about (0.143 n)ⁿ for large n: (e^−α n)ⁿ with α between 1.94400075 and
        1.94400109 (Simkin 2021; Nobel, Agrawal and Boyd 2021). Exact values are known up to n = 27.
      </p>
    ),
  },
  {
    question: "Why does the first solution take longer for even n?",
    answer: (
      <p>
        For plain backtracking it does, and no proof is known. It tests 876 squares for n = 8 and
        333 for n = 9; 743 229 for n = 18 and 48 184 for n = 19; 38 217 905 for n = 22 and 584 591
        for n = 23 (OEIS A140450). If the squares are tried in a different order, other sizes take
        longer. The construction by a formula takes no search at all.
      </p>
    ),
  },
  {
    question: "How can I get a random solution?",
    answer: (
      <p>
        Shuffle the columns that backtracking tries: quick for small n, too slow for large ones. For
        those, Sosič and Gu’s local search starts with a random permutation and swaps columns that
        attack each other until none does; its time grows in proportion to n in practice.{" "}
        <code>queens find N --seed S</code> does that. Neither way gives every solution with the
        same probability.
      </p>
    ),
  },
];
