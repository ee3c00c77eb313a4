/** The four lessons of docs/teaching.md as steps, each with what to show. */

export interface LessonStep {
  minutes: number;
  text: string;
  /** What the class looks at: an address of this page. */
  show?: { address: string; name: string };
  question?: string;
  answer?: string;
}

export interface Lesson {
  title: string;
  goal: string;
  steps: readonly LessonStep[];
}

export const LESSONS: readonly Lesson[] = [
  {
    title: "The puzzle",
    goal: "Students find solutions by hand, meet a dead end, and see that searching needs a system.",
    steps: [
      {
        minutes: 5,
        text: "The rule: no two queens in one row, column or diagonal. Put a queen on e4 and look at the squares she attacks.",
        show: { address: "#/solve?n=8&q=e4", name: "A queen on e4" },
        question: "Why are there never more than n queens?",
        answer: "Two queens cannot share a row, and there are n rows.",
      },
      {
        minutes: 10,
        text: "In pairs, on paper: the 4 by 4 board. Is there a solution with a queen in the corner?",
        question: "Can the 4 by 4 board be solved with a queen in the corner?",
        answer:
          "No. In row 2 only the columns c and d are free. With c, row 3 has no free square. With d, only b is left in row 3, and then row 4 has none.",
      },
      {
        minutes: 5,
        text: "Check: the page says that it cannot be completed. Then take the queen away and browse the two solutions.",
        show: { address: "#/solve?n=4&q=a1", name: "A queen in the corner" },
        question: "Which boards have no solution?",
        answer: "2 by 2 and 3 by 3.",
      },
      {
        minutes: 15,
        text: "In pairs: the 6 by 6 board. Who finds a solution? Who finds a different one?",
        show: { address: "#/solve?n=6", name: "An empty 6 by 6 board" },
      },
      {
        minutes: 5,
        text: "All of them: there are four.",
        show: { address: "#/explore?n=6", name: "The solutions of n = 6" },
        question: "Does a larger board always have more solutions?",
        answer:
          "No: 10 for n = 5 and 4 for n = 6. From n = 6 to n = 27, the largest that is known, it does.",
      },
      {
        minutes: 5,
        text: "How many are there for larger boards? Guess first, then look at the chart.",
        show: { address: "#/explore?n=8", name: "How many there are" },
        question: "Can you place 1000 queens on a 1000 by 1000 board?",
        answer: "Yes, by a rule, without any search: queens find 1000.",
      },
    ],
  },
  {
    title: "Backtracking",
    goal: "Students explain why testing early saves work, and read a search tree.",
    steps: [
      {
        minutes: 5,
        text: "Brute force: choose any n squares, then test. How many choices are there for n = 4?",
        show: { address: "#/learn?member=brute_force&n=4", name: "Brute force, n = 4" },
        question: "How many boards does brute force test for n = 4, 5, 8?",
        answer: "C(16, 4) = 1820, C(25, 5) = 53 130, C(64, 8) = 4 426 165 368.",
      },
      {
        minutes: 5,
        text: "The same for n = 5. Let it play fast. What about n = 8?",
        show: { address: "#/learn?member=brute_force&n=5", name: "Brute force, n = 5" },
      },
      {
        minutes: 15,
        text: "Backtracking, step by step. Before each step: what comes next? The page keeps the score.",
        show: {
          address: "#/learn?member=backtrack_scan&n=4&guess=1",
          name: "What comes next, n = 4",
        },
        question: "What is a node?",
        answer: "A legal placement of queens in the first rows. The empty board is one.",
      },
      {
        minutes: 10,
        text: "Draw the search tree of n = 4 on the board, then compare it with the one that grows on the page.",
        show: { address: "#/learn?member=backtrack_scan&n=4", name: "The search tree of n = 4" },
        question: "How many nodes has the tree of n = 4?",
        answer: "17: 1 empty board, 4 with one queen, 6 with two, 4 with three, 2 with four.",
      },
      {
        minutes: 5,
        text: "Race two algorithms. They visit the same nodes, but one makes fewer tests.",
        show: {
          address: "#/learn?member=backtrack_scan&against=permutations&n=6",
          name: "backtrack_scan against permutations",
        },
        question:
          "Why does permutations make fewer tests than backtrack_scan, with the same nodes?",
        answer: "It never looks at columns that are used already.",
      },
      {
        minutes: 5,
        text: "Measure all of them on your machine.",
        show: { address: "#/measure?n=10", name: "Compare the classic algorithms" },
        question: "backtrack_flags makes the same tests as backtrack_scan. Why is it faster?",
        answer: "Each test looks up three flags, however many queens are placed.",
      },
    ],
  },
  {
    title: "Symmetry",
    goal: "Students sort the solutions of n = 6 and n = 8 into orbits, and explain 92 = 11 × 8 + 1 × 4.",
    steps: [
      {
        minutes: 10,
        text: "Cut out the four solutions of n = 6, turn and flip them. How many are really different?",
        show: { address: "#/explore?n=6", name: "The solutions of n = 6" },
        question: "How many fundamental solutions has n = 6?",
        answer: "One. All four are images of it.",
      },
      {
        minutes: 5,
        text: "Check: the fundamental ones.",
        show: { address: "#/explore?n=6&show=fundamental", name: "Fundamental, n = 6" },
        question: "Why has that orbit four members, not eight?",
        answer: "The solution is unchanged by a half turn, so its images coincide in pairs.",
      },
      {
        minutes: 10,
        text: "The eight symmetries of a square: click each of them, and the board turns.",
        show: { address: "#/explore?n=5", name: "Eight images" },
      },
      {
        minutes: 10,
        text: "n = 8: how many orbits are there, and of which sizes?",
        show: { address: "#/explore?n=8&show=fundamental", name: "Fundamental, n = 8" },
        question: "How many orbits has n = 8?",
        answer: "Twelve: eleven with eight members, one with four: 11 × 8 + 1 × 4 = 92.",
      },
      {
        minutes: 10,
        text: "A proof: no solution is its own mirror image.",
        question: "Can a solution equal its mirror image, left and right exchanged (n > 1)?",
        answer:
          "No. Every queen would have to stand on the axis, and then all of them share a column.",
      },
      {
        minutes: 5,
        text: "How a program uses this: it searches half of the boards and counts each solution twice.",
        show: {
          address: "#/learn?member=mirror&against=bitwise&n=6",
          name: "mirror against bitwise",
        },
      },
    ],
  },
  {
    title: "Bits",
    goal: "Students compute one row with bit strings, and judge a measurement.",
    steps: [
      {
        minutes: 5,
        text: "Three lines go down from each queen. Slide the row down and watch where they cross it.",
        show: { address: "#/learn?part=shift", name: "Why diagonals shift" },
      },
      {
        minutes: 10,
        text: "A row as a binary number: ld, cols and rd, a digit under each column.",
        show: { address: "#/learn?member=bitwise&n=6", name: "Bit strings, n = 6" },
      },
      {
        minutes: 15,
        text: "On paper: n = 4, a queen in column c of row 1. Which squares of row 2 are free?",
        show: { address: "#/learn?member=bitwise&n=4&step=11", name: "Bit strings, n = 4" },
        question: "A queen is in column 3 of 4 (0010). What are ld, cols, rd in the next row?",
        answer:
          "0001, 0010, 0100: the diagonal to the right moves by one, the column stays, the diagonal to the left moves by one. Only column 1 is free: 1000.",
      },
      {
        minutes: 5,
        text: "Why x & -x gives the lowest bit: try it with 4-bit numbers.",
        show: { address: "#/learn?part=questions", name: "What does x & -x do?" },
        question: "What is x & -x for x = 0110?",
        answer: "0010, the lowest 1.",
      },
      {
        minutes: 10,
        text: "Measure; repeat; compare the two runs.",
        show: { address: "#/measure?n=10", name: "Compare the classic algorithms" },
        question: "The second run gave other times. Which is right?",
        answer:
          "Both. Machines are shared and clocks vary: report the fastest run, the machine and the number of runs.",
      },
    ],
  },
];
