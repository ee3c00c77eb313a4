//! The five articles that the gallery comes from: what each has, and the command that shows it here.

/// An article, and where to find each part of it here.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Article {
    /// Its title.
    pub title: &'static str,
    /// Who wrote it, and when.
    pub author: &'static str,
    /// Where to read it, if we know a place.
    pub link: Option<&'static str>,
    /// The programming language of its programs.
    pub language: &'static str,
    /// What it has, in its own order.
    pub contents: &'static [Content],
    /// Its questions in our words, each with our answer.
    pub questions: &'static [(&'static str, &'static str)],
    /// What it says or does, and what we found.
    pub findings: &'static [(&'static str, &'static str)],
}

/// Something that an article has.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Content {
    /// `algorithm`, `table`, `figure`, `example`, `exercise` or `claim`.
    pub kind: &'static str,
    /// What it is.
    pub what: &'static str,
    /// The command that shows it here.
    pub command: &'static str,
    /// A part of what the command prints, or of the file that a script writes: what the article says, or
    /// what it should say.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub prints: &'static str,
}

const fn content(
    kind: &'static str,
    what: &'static str,
    command: &'static str,
    prints: &'static str,
) -> Content {
    Content { kind, what, command, prints }
}

pub(crate) const BITWISE_OPTIMIZATION: &str = "Bitwise Optimization of N-Queens";
pub(crate) const BITWISE_SOLUTION: &str =
    "A bitwise solution to the N Queens problem in JavaScript";
pub(crate) const EIGHT_QUEENS: &str = "Eight queens problem";
pub(crate) const USING_SYMMETRY: &str = "Using Symmetry to Optimize an N-Queens Solution";
pub(crate) const SAVE_SOME_QUEENS: &str = "Let's Backtrack And Save Some Queens";

/// Martin Richards, University of Cambridge, 1997: where the bit strings come from.
pub(crate) const RICHARDS: &str =
    "Backtracking Algorithms in MCPL using Bit Patterns and Recursion";

impl Article {
    /// The five articles.
    // A table: one row a line.
    #[rustfmt::skip]
    pub const ALL: &[Self] = &[
        Self {
            title: BITWISE_OPTIMIZATION,
            author: "bpochily, 30 October 2015",
            link: Some("http://bpochily.github.io/bitwise-optimization-of-n-queens/"),
            language: "JavaScript",
            contents: &[
                content("algorithm", "recursive backtracking, as pseudo-code", "queens gallery trace backtrack_scan 4 --text", "step 1: try a1"),
                content("algorithm", "the same, timed", "queens gallery run backtrack_scan 8", "92 solutions"),
                content("algorithm", "with cached lines", "queens gallery run backtrack_flags 8", "92 solutions"),
                content("algorithm", "with bit strings", "queens gallery run bitwise 8", "92 solutions"),
                content("algorithm", "a loop over all bits, before the lowest free one", "queens gallery run bitwise 8 --every-bit", "tests 15720"),
                content("algorithm", "flipped bit strings", "queens gallery run flipped 8", "92 solutions"),
                content("example", "bit 2 of the columns or of a diagonal string", "queens gallery step bitwise 8 --cols 00000010 --rd 00000010", " 11111101  free"),
                content("example", "the mask (1 << 4) - 1", "queens gallery step bitwise 4", "01111  (1 << 4) - 1"),
                content("example", "the lowest free bit by a negation", "queens gallery step bitwise 8 --cols 01000001", " 00000010  bit = free & -free"),
                content("example", "the recursive call: OR, then shift the diagonals", "queens gallery step bitwise 8 --bit 00010000", " 00100000  rd = (rd | bit) << 1"),
                content("example", "the first call of the flipped form", "queens gallery step flipped 8", " 11111111  free = ld & cols & rd"),
                content("claim", "92 solutions for n = 8", "queens count 8", "92"),
                content("claim", "over 14 million for n = 16", "queens count 16", "14772512"),
                content("table", "times of four algorithms, n = 8 to 18", "queens gallery compare --sizes 8,10,12,14,16,18 --budget 1s", "backtrack_flags"),
            ],
            questions: &[
                ("The search stops when the columns equal the mask of n ones. Why is that a solution?",
                 "Queens are placed on free squares only, one in each row. When all n columns hold a queen, n queens stand on n rows and none attacks another."),
                ("In the flipped form, what does a 1 mean, and how does the end of the search change?",
                 "A 1 is a column, or a square of this row, that no queen attacks. So the free squares are an AND, no NOT is needed, and the search ends at cols = 0: no column is left. free and bit mean the same in both forms."),
                ("Why does the flipped form begin with three strings of n ones?",
                 "On the empty board nothing is attacked."),
                ("Why does XOR replace OR when a queen is placed?",
                 "To place a queen is to clear its bit. The bit is 1 in all three strings, because it was in their AND, so XOR clears it."),
                ("Why does the flipped form add a bit after each shift (shiftCorrect)?",
                 "A shift brings in a 0 at the edge, which would mean \"attacked\". No diagonal comes in from outside the board, so the bit must be 1 again: the highest after a shift to the right, the lowest after a shift to the left."),
            ],
            findings: &[
                ("modern solutions use neural networks or genetic algorithms",
                 "To find one solution, which a rule writes down for every n (`queens find`). They do not count."),
                ("mask = (1 << n) - 1",
                 "This is -2147483649 for n = 31 and 0 for n = 32, because bit operations in JavaScript have 32 bits and a sign. It is right up to n = 30."),
                ("both programs, with that mask",
                 "For n = 31 the plain one never sees a solution, while the flipped one is still right. For n = 32 both report one at once, without a queen."),
                ("bit i stands for column i, and a major diagonal through column i of a row meets column i - 1 of the row above",
                 "The program shifts this string to the left, from bit i to bit i + 1. The sentence is right only if columns are counted from the left."),
                ("bit strings are two orders of magnitude faster than the scan",
                 "146 to 615 times in its own table, 18 to 21 times in ours."),
                ("looping only over the free bits improves the time even more",
                 "It does: a loop over every bit takes 2.6 times as long at n = 14."),
                ("n = 16 takes less than 20 s",
                 "By its own table the flipped form does (19.7 s), the plain one does not (21.8 s)."),
                ("the flipped form is faster",
                 "It takes 10 to 28 % less time in its table, 2 to 8 % less in ours. On another machine we could not tell."),
            ],
        },
        Self {
            title: BITWISE_SOLUTION,
            author: "Greg Trowbridge",
            link: Some("http://gregtrowbridge.com/a-bitwise-solution-to-the-n-queens-problem-in-javascript/"),
            language: "JavaScript",
            contents: &[
                content("figure", "a solution for n = 4", "queens draw 4 --style ascii", ". . Q .\nQ . . ."),
                content("exercise", "try it yourself first", "queens draw 6 --empty --style ascii", ". . . . . ."),
                content("example", "5 is 0101 in binary", "queens gallery step bitwise 4 --cols 0101", " 0101  cols"),
                content("algorithm", "Martin Richards' bit strings", "queens gallery run bitwise 8", "92 solutions"),
                content("example", "col = 0010: a queen in column 3", "queens gallery step bitwise 4 --cols 0010", " 1101  free"),
                content("example", "ld = 00011000: columns 4 and 5 are attacked", "queens gallery step bitwise 8 --ld 00011000", " 11100111  free"),
                content("figure", "ld, cols and rd under a board", "queens gallery trace bitwise 8 --steps 12", "ld    0 0 0 0 0 1 0 1"),
                content("example", "the first call: three strings of zeros", "queens gallery step bitwise 4", " 0000  ld | cols | rd"),
                content("example", "the end: every column is taken", "queens gallery step bitwise 4 --cols 1111", "every column has a queen: a solution"),
                content("example", "poss = 0010 for 0001, 1001 and 0101", "queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101", " 0010  bit = free & -free         a queen in column 3"),
                content("example", "rd = 0001 with bit = 0100 becomes 1010", "queens gallery step bitwise 4 --rd 0001 --bit 0100", " 1010  rd = (rd | bit) << 1"),
                content("figure", "a queen in column 3: only column 1 stays free", "queens gallery step bitwise 4 --bit 0010", " 1000  free  "),
                content("example", "done = 11111 for n = 5", "queens gallery step bitwise 5", "011111  (1 << 5) - 1"),
                content("table", "solutions for n = 4 to 15", "queens count 4..15", "15  2279184"),
            ],
            questions: &[],
            findings: &[
                ("done = Math.pow(2, n) - 1 is compared with col",
                 "Bit operations in JavaScript have 32 bits and a sign. For n = 32, col is -1 when all columns are taken and done is 4294967295, so no solution is ever seen. It is right up to n = 31."),
                ("after some iterations, ld = 0001, rd = 0101 and col = 1001; later rd = 0001",
                 "No search has them: rd, just shifted to the left, ends in 0. The arithmetic on them is right."),
                ("a bit says whether a square is \"available\"",
                 "A 1 says that it is not. The examples have it right."),
                ("the operators >> 1 and 1 <<",
                 ">> 1 and << 1."),
                ("the record is n = 27",
                 "Still true: counted in 2016, confirmed in 2025. Q(28) is open."),
            ],
        },
        Self {
            title: EIGHT_QUEENS,
            author: "Matej Jelluš, 5 October 2016",
            link: None,
            language: "Go",
            contents: &[
                content("figure", "a board with eight queens", "queens draw 8 --style ascii", ". . . . . Q . .\n. . . Q . . . ."),
                content("algorithm", "the bit strings; main prints 2 for n = 4", "queens gallery run bitwise 4", "2 solutions"),
                content("example", "5 is 0101 in binary", "queens gallery step bitwise 4 --cols 0101", " 0101  cols"),
                content("example", "col = 0010: a queen in column 3", "queens gallery step bitwise 4 --cols 0010", " 1101  free"),
                content("example", "ld = 00011000: columns 4 and 5 are attacked", "queens gallery step bitwise 8 --ld 00011000", " 11100111  free"),
                content("example", "done = 15 = 1111 for n = 4", "queens gallery step bitwise 4", "01111  (1 << 4) - 1, the mask done"),
                content("example", "col = 1111: a solution", "queens gallery step bitwise 4 --cols 1111", "every column has a queen: a solution"),
                content("example", "OR, NOT, lowest bit, shift: one row", "queens gallery step bitwise 8 --cols 10000000 --rd 01000000", "the next row:"),
            ],
            questions: &[],
            findings: &[
                ("ld, col and rd are the positions of queens",
                 "They are the squares of this row that queens attack, one way each."),
                ("only bitwise operations",
                 "And Math.Pow, for done. In Go an int has 32 or 64 bits, so the mask itself is right up to n = 30 or 62."),
                ("poss & done > 0",
                 "Right in Go, where & binds tighter than >. In C and its descendants it means poss & (done > 0)."),
            ],
        },
        Self {
            title: USING_SYMMETRY,
            author: "Joyce Liu, 20 September 2015",
            link: Some("https://github.com/LiuJoyceC/LiuJoyceC.github.io/blob/master/_posts/2015-09-20-n_queens_symmetry.md"),
            language: "JavaScript",
            contents: &[
                content("claim", "92 solutions for n = 8, 95 815 104 for n = 17", "queens count 8,17", "17  95815104"),
                content("figure", "8queens.jpg: a solution for n = 8", "queens draw 8 --style ascii", ". . . . . Q . .\n. . . Q . . . ."),
                content("example", "8 = 1000: a queen in the leftmost square", "queens gallery step bitwise 4 --bit 1000", " 1000  bit                        a queen in column 1"),
                content("example", "2 = 0010: a queen in the third square", "queens gallery step bitwise 4 --bit 0010", " 0010  bit                        a queen in column 3"),
                content("example", "9 = 1001: two squares are attacked", "queens gallery step bitwise 4 --cols 1001", " 0110  free"),
                content("example", "5 = 0101: the 1st and 3rd squares are open", "queens gallery step bitwise 4 --cols 0101", " 1010  free"),
                content("example", "15 = 1111: every square is attacked, go back", "queens gallery step bitwise 4 --cols 0101 --ld 1010", "no square is free: go back a row"),
                content("algorithm", "the bit strings, without symmetry", "queens gallery run bitwise 8", "92 solutions"),
                content("algorithm", "iterating over each square, which the lowest bit saves", "queens gallery run bitwise 8 --every-bit", "tests 15720"),
                content("example", "poss = 01010000, bit = 00010000", "queens gallery step bitwise 8 --cols 10101111", " 00010000  bit = free & -free"),
                content("figure", "5 queens, left out by the search", "queens draw 4 1 3 5 2 --style ascii", ". . . Q .\nQ . . . ."),
                content("figure", "5 queens, its mirror image", "queens draw 2 5 3 1 4 --style ascii", ". Q . . .\n. . . . Q"),
                content("figure", "5 queens, the first in the middle", "queens draw 3 1 4 2 5 --style ascii", ". . Q . .\nQ . . . ."),
                content("figure", "5 queens, its mirror image", "queens draw 3 5 2 4 1 --style ascii", ". . Q . .\n. . . . Q"),
                content("figure", "the right half of row 2 is left out", "queens gallery trace mirror 5 --steps 12", "excl  0 0 0 1 1"),
                content("algorithm", "half of the boards", "queens gallery run mirror 8", "92 solutions"),
                content("algorithm", "the same with its slip: wrong for odd n", "queens gallery run mirror 5 --as-printed", "4 solutions\nwrong: Q(5) = 10"),
            ],
            questions: &[],
            findings: &[
                ("the loop ends with x2 = 0, but the parameter is ex2",
                 "The assignment makes a global variable (a ReferenceError in strict mode), and the filter of the second row stays on. Odd n from 5 on come out wrong: 4, 18, 164, 1162 in place of 10, 40, 352, 2680 for n = 5, 7, 9, 11."),
                ("iterating over each square wastes time",
                 "2.6 times as long as with the lowest bit at n = 14, on one thread of a Zen 5."),
                ("every count is doubled",
                 "For n = 1 the board is its own reflection: 1 solution, not 2 (`queens gallery run mirror 1 --as-printed`)."),
                ("a large n exhausts the computer's resources",
                 "Only its time: the search holds one row of strings for each queen placed."),
                ("solutions are called unique",
                 "All solutions are meant. Up to symmetry there are fewer: 12 of the 92 for n = 8."),
                ("counting means finding each solution",
                 "Its own program finds half of them, and counting by color multiplies counts without visiting any solution."),
                ("n rooks can stand in n! ways; for queens no formula is known",
                 "Both true."),
                ("the record of June 2015 is n = 26, from nine months on 11 supercomputers",
                 "n = 26 and nine months are right, the machines are not: Queens@TUD counted it on FPGAs from October 2008 to July 2009, and MC# in 277 jobs on a cluster in 2009."),
            ],
        },
        Self {
            title: SAVE_SOME_QUEENS,
            author: "Sachin Malhotra, 16 December 2017",
            link: Some("https://medium.freecodecamp.org/lets-backtrack-and-save-some-queens-1f9ef6af5415"),
            language: "Python",
            contents: &[
                content("example", "backtracking is a depth-first search", "queens gallery trace backtrack_scan 4 --text", "put a queen on the square"),
                content("figure", "img-1: 8 directions of a queen", "queens draw 8 --queens d4 --attacks d4 --style ascii", ". * . * . * . ."),
                content("algorithm", "brute force (img-2 and img-9: pseudo-code)", "queens gallery trace brute_force 3 --steps 6 --text", "code  else: reject the board"),
                content("algorithm", "brute force, timed", "queens gallery run brute_force 5", "10 solutions"),
                content("algorithm", "brute force on several processors", "queens gallery run brute_force 6 --threads 2", "4 solutions"),
                content("claim", "C(64, 8) choices of squares", "queens gallery list", "4 426 165 368 boards"),
                content("algorithm", "backtracking (img-10: pseudo-code), check O(N)", "queens gallery run backtrack_scan 8", "92 solutions"),
                content("algorithm", "check O(1), by row - column and row + column", "queens gallery run backtrack_flags 8", "92 solutions"),
                content("algorithm", "permutations (img-11: pseudo-code)", "queens gallery trace permutations 4 --text", "if both diagonals of (row, board[row]) are free:"),
                content("algorithm", "permutations, timed", "queens gallery run permutations 8", "92 solutions"),
                content("example", "board[i] is the column of the queen in row i", "queens gallery run permutations 4 --print", "2 4 1 3"),
                content("algorithm", "bit magic (img-3: a picture after the code)", "queens gallery run bitwise 8", "92 solutions"),
                content("figure", "img-4: ld, cols, rd and poss under a board", "queens gallery trace bitwise 8 --steps 12", "ld    0 0 0 0 0 1 0 1"),
                content("example", "the base case: all queens are placed", "queens gallery step bitwise 4 --cols 1111", "every column has a queen: a solution"),
                content("example", "the flag that prints the solutions", "queens gallery run bitwise 6 --print", "2 4 6 1 3 5"),
                content("example", "valid_spots = 00100010, two columns to try", "queens gallery step bitwise 8 --ld 00011000 --cols 11001001 --rd 00011100", " 00100010  free"),
                content("exercise", "img-5: 00011110 << 1 on paper", "queens gallery step bitwise 8 --rd 00011100 --bit 00000010", " 00111100  rd = (rd | bit) << 1"),
                content("table", "img-6: Google's solver", "python3 docs/measurements/ortools.py", "original_cp,8,92,"),
                content("table", "img-7 and img-8: times of the four algorithms", "queens gallery compare --sizes 4..10 --budget 1s", "permutations"),
            ],
            questions: &[],
            findings: &[
                ("a depth-first search exits when it has found the goal",
                 "If one solution is asked for. To find all, it goes on after each."),
                ("4.5 billion ways to choose 8 of 64 squares",
                 "4 426 165 368, nearer to 4.4 billion."),
                ("valid_spots = self.all_ones & goes on in the next line",
                 "A SyntaxError in Python; it needs parentheses."),
                ("current_spot = 000000010",
                 "00000010: eight columns, eight digits."),
                ("left_diagonal = 00011000, column = 11001001 and right_diagonal = 00011100 after some iterations",
                 "No search of n = 8 ever has these three strings on one row. The arithmetic on them is right."),
                ("columns 2 and 6 are free",
                 "Counted from 0 on the left. `queens gallery step` counts from 1."),
                ("queens_placed ends the recursion",
                 "The columns do so by themselves: column == all_ones when n queens are placed."),
                ("4.5 billion permutations to check",
                 "Combinations: the order in which squares are chosen does not matter."),
                ("with more queens, permutations gain more over the constant-time check",
                 "1.2, 1.3, 1.5, 1.3, 1.7 and 1.5 times in its table for n = 8 to 13; 2.1, 1.7, 1.8 and 2.0 in ours for n = 8, 10, 12 and 14."),
                ("the constant-time check has a huge impact",
                 "2.8 to 4.7 times in its table, 2.0 to 3.4 in ours."),
                ("permutations leave 8! = 40,320 boards",
                 "True if only whole permutations are tested. With a test after every queen, 2057 nodes are visited and 5508 squares tested."),
                ("its table times \"brute force\" at 46.48 ms for n = 8",
                 "Its repository shows that this is backtracking with the linear check. Testing 4.4 billion boards takes longer."),
                ("bit strings beat Google's solver",
                 "By its own figures, yes: 2.3 ms against 9 ms for n = 8, 193 s against 411 s for n = 15."),
            ],
        },
    ];
}
