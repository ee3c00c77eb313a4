//! The five articles that the gallery comes from: what each has, and the command that shows it here.

/// An article, and where to find each part of it here.
///
/// ```
/// use queens_gallery::Article;
///
/// let go = Article::ALL.iter().find(|article| article.language == "Go").expect("one is in Go");
/// assert_eq!(go.contents[0].command, "queens gallery run bitwise 4");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Article {
    /// Its title.
    pub title: &'static str,
    /// The programming language of its programs.
    pub language: &'static str,
    /// What it has, in its own order.
    pub contents: &'static [Content],
    /// Its questions, each with our answer.
    pub questions: &'static [(&'static str, &'static str)],
    /// What is wrong in it, and what is right.
    pub mistakes: &'static [(&'static str, &'static str)],
}

/// Something that an article has.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Content {
    /// `algorithm`, `table`, `figure`, `example` or `claim`.
    pub kind: &'static str,
    /// What it is, in the article's terms.
    pub what: &'static str,
    /// The command that shows it here.
    pub command: &'static str,
}

const fn content(kind: &'static str, what: &'static str, command: &'static str) -> Content {
    Content { kind, what, command }
}

/// Scan, cache, bit strings and their flipped form, in JavaScript, with a table of times.
pub(crate) const BITWISE_OPTIMIZATION: &str = "Bitwise Optimization of N-Queens";

/// Greg Trowbridge: the bit strings line by line.
pub(crate) const BITWISE_SOLUTION: &str =
    "A bitwise solution to the N Queens problem in JavaScript";

/// The same program in Go.
pub(crate) const EIGHT_QUEENS_IN_GO: &str = "Eight queens problem (Go)";

/// Half of the boards by reflection.
pub(crate) const USING_SYMMETRY: &str = "Using Symmetry to Optimize an N-Queens Solution";

/// Brute force, backtracking with a linear and with a constant-time check, permutations and bit
/// strings, in Python, with tables of times.
pub(crate) const SAVE_SOME_QUEENS: &str = "Let's Backtrack And Save Some Queens";

/// Martin Richards, University of Cambridge, 1997: where the bit strings come from.
pub(crate) const RICHARDS: &str =
    "Backtracking Algorithms in MCPL using Bit Patterns and Recursion";

impl Article {
    /// The five articles.
    pub const ALL: &[Self] = &[
        Self {
            title: BITWISE_OPTIMIZATION,
            language: "JavaScript",
            contents: &[
                content(
                    "algorithm",
                    "recursive backtracking, step by step",
                    "queens gallery trace backtrack_scan 4 --text",
                ),
                content("algorithm", "the same, timed", "queens gallery run backtrack_scan 8"),
                content("algorithm", "with caching", "queens gallery run backtrack_flags 8"),
                content("algorithm", "with bitwise optimization", "queens gallery run bitwise 8"),
                content("algorithm", "flipped bitwise", "queens gallery run flipped 8"),
                content("example", "the mask (1 << 4) - 1", "queens gallery step bitwise 4"),
                content(
                    "example",
                    "possibilities & -possibilities",
                    "queens gallery step bitwise 8 --cols 01000001",
                ),
                content(
                    "example",
                    "the first call of the flipped form",
                    "queens gallery step flipped 8",
                ),
                content(
                    "table",
                    "times for n = 8 to 18",
                    "queens gallery compare --sizes 8,10,12,14,16,18 --budget 1s",
                ),
                content("claim", "92 solutions for n = 8", "queens count 8"),
                content("claim", "over 14 million for n = 16", "queens count 16"),
            ],
            questions: &[
                (
                    "Why do we test for the base case with colBits === mask?",
                    "Queens are put on free squares only, one in each row. When all n columns hold a \
                     queen, n queens stand on n rows and none attacks another.",
                ),
                (
                    "What does a set bit represent in each stage of the flipped version, and how \
                     does it differ from the other one?",
                    "A column, or a square of this row, that no queen attacks: the opposite of \
                     the plain version. So the free squares are an AND, no NOT is needed, and \
                     the base case is colBits === 0: no column is left. bit and possibilities \
                     mean the same in both.",
                ),
                (
                    "Why do we make our first call with (1 << n) - 1 as each parameter?",
                    "On the empty board nothing is attacked: all n bits are set.",
                ),
                (
                    "Why have we switched from OR to XOR in our recursive call?",
                    "To place a queen is to clear its bit. The bit is set in all three strings, \
                     because it was in their AND, so XOR clears it.",
                ),
                (
                    "What is the purpose of shiftCorrect?",
                    "A shift brings in a 0 at the edge, which would now mean \"attacked\". No \
                     diagonal comes from beyond the edge, so the bit is set again: the highest \
                     after a shift to the right (shiftCorrect), the lowest after a shift to the \
                     left (the 1).",
                ),
            ],
            mistakes: &[
                (
                    "mask = (1 << n) - 1",
                    "This is -2147483649 for n = 31 and 0 for n = 32, because bit operations in \
                     JavaScript have 32 bits and a sign. It is right up to n = 30.",
                ),
                (
                    "bit 2 stands for column two, and a queen that threatens column i along its \
                     major diagonal threatens (i - 1) in the row above",
                    "The program shifts these bits left, from bit i to bit i + 1. The sentence \
                     is right if columns are counted from the left, against its own numbering.",
                ),
                (
                    "two orders of magnitude faster than recursive backtracking",
                    "Here it is a factor of about 20: queens gallery compare.",
                ),
            ],
        },
        Self {
            title: BITWISE_SOLUTION,
            language: "JavaScript",
            contents: &[
                content("figure", "a solution for n = 4", "queens draw 4"),
                content(
                    "algorithm",
                    "Martin Richards' bit strings",
                    "queens gallery run bitwise 8",
                ),
                content(
                    "example",
                    "col = 0010: a queen in column 3",
                    "queens gallery step bitwise 4 --cols 0010",
                ),
                content(
                    "example",
                    "ld = 00011000: columns 4 and 5 are attacked",
                    "queens gallery step bitwise 8 --ld 00011000",
                ),
                content(
                    "figure",
                    "ld, cols and rd under a board",
                    "queens gallery trace bitwise 8 --steps 12",
                ),
                content(
                    "example",
                    "the first call: three strings of zeros",
                    "queens gallery step bitwise 4",
                ),
                content(
                    "example",
                    "poss for ld = 0001, col = 1001, rd = 0101",
                    "queens gallery step bitwise 4 --ld 0001 --cols 1001 --rd 0101",
                ),
                content(
                    "example",
                    "(rd | bit) << 1 for rd = 0001, bit = 0100",
                    "queens gallery step bitwise 4 --rd 0001 --bit 0100",
                ),
                content(
                    "example",
                    "a queen in column 3 of row 1",
                    "queens gallery step bitwise 4 --bit 0010",
                ),
                content("example", "done = 11111 for n = 5", "queens gallery step bitwise 5"),
                content("table", "solutions for n = 4 to 15", "queens count 4..15"),
            ],
            questions: &[],
            mistakes: &[
                (
                    "done = Math.pow(2, n) - 1 is compared with col",
                    "Bit operations in JavaScript have 32 bits and a sign. For n = 32, col is -1 \
                     when all columns are taken and done is 4294967295, so no solution is ever \
                     seen. It is right up to n = 31.",
                ),
                (
                    "each bit represents whether the location is \"available\"",
                    "A set bit means that it is not. The article's examples have it right.",
                ),
                ("the operators >> 1 and 1 <<", ">> 1 and << 1."),
            ],
        },
        Self {
            title: EIGHT_QUEENS_IN_GO,
            language: "Go",
            contents: &[
                content(
                    "algorithm",
                    "the bit strings; main prints the count for n = 4",
                    "queens gallery run bitwise 4",
                ),
                content(
                    "example",
                    "col = 0010 for n = 4",
                    "queens gallery step bitwise 4 --cols 0010",
                ),
                content(
                    "example",
                    "ld = 00011000 for n = 8",
                    "queens gallery step bitwise 8 --ld 00011000",
                ),
                content("example", "done = 15 = 1111 for n = 4", "queens gallery step bitwise 4"),
            ],
            questions: &[],
            mistakes: &[(
                "poss & done > 0",
                "Right in Go, where & binds tighter than >. In C and its descendants, to which \
                 readers copy it, it means poss & (done > 0).",
            )],
        },
        Self {
            title: USING_SYMMETRY,
            language: "JavaScript",
            contents: &[
                content(
                    "claim",
                    "92 solutions for n = 8, 95,815,104 for n = 17",
                    "queens count 8,17",
                ),
                content(
                    "example",
                    "a queen in the leftmost square: 1000",
                    "queens gallery step bitwise 4 --bit 1000",
                ),
                content(
                    "example",
                    "0101: the 1st and 3rd squares are open",
                    "queens gallery step bitwise 4 --cols 0101",
                ),
                content(
                    "example",
                    "1111: every square is in conflict",
                    "queens gallery step bitwise 4 --cols 0101 --ld 1010",
                ),
                content(
                    "algorithm",
                    "the bit strings, without symmetry",
                    "queens gallery run bitwise 8",
                ),
                content(
                    "example",
                    "poss = 01010000, bit = 00010000",
                    "queens gallery step bitwise 8 --cols 10101111",
                ),
                content("figure", "5 queens, excluded", "queens draw 4 1 3 5 2"),
                content("figure", "5 queens, its mirror image", "queens draw 2 5 3 1 4"),
                content("figure", "5 queens, the first in the middle", "queens draw 3 1 4 2 5"),
                content("figure", "5 queens, its mirror image", "queens draw 3 5 2 4 1"),
                content(
                    "figure",
                    "the right half of row 2 is excluded",
                    "queens gallery trace mirror 5 --steps 12",
                ),
                content("algorithm", "half of the boards", "queens gallery run mirror 8"),
                content(
                    "algorithm",
                    "the same, as printed: wrong for odd n",
                    "queens gallery run mirror 5 --as-printed",
                ),
            ],
            questions: &[],
            mistakes: &[
                (
                    "the loop ends with x2 = 0, but the parameter is ex2",
                    "The assignment makes a global variable (a ReferenceError in strict mode), \
                     and the filter of the second row stays on. Odd n from 5 on come out wrong: 4, 18, 164, \
                     1162 in place of 10, 40, 352, 2680 for n = 5, 7, 9, 11.",
                ),
                (
                    "every count is doubled",
                    "For n = 1 the board is its own reflection: 1 solution, not 2.",
                ),
                (
                    "the only way to count the solutions is to actually find every solution",
                    "The article's own program finds half of them.",
                ),
            ],
        },
        Self {
            title: SAVE_SOME_QUEENS,
            language: "Python",
            contents: &[
                content(
                    "example",
                    "backtracking, a depth-first search",
                    "queens gallery trace backtrack_scan 4 --text",
                ),
                content(
                    "figure",
                    "8 directions of a queen's movement",
                    "queens draw 8 --queens d4 --attacks d4",
                ),
                content("algorithm", "brute force", "queens gallery run brute_force 5"),
                content(
                    "algorithm",
                    "brute force with several processors",
                    "queens gallery run brute_force 6 --threads 2",
                ),
                content(
                    "algorithm",
                    "backtracking, a check of O(N)",
                    "queens gallery run backtrack_scan 8",
                ),
                content(
                    "algorithm",
                    "backtracking, a check of O(1)",
                    "queens gallery run backtrack_flags 8",
                ),
                content("algorithm", "permutations", "queens gallery run permutations 8"),
                content("algorithm", "bit magic", "queens gallery run bitwise 8"),
                content(
                    "figure",
                    "ld, cols, rd and poss under a board",
                    "queens gallery trace bitwise 8 --steps 12",
                ),
                content(
                    "example",
                    "valid_spots = 00100010",
                    "queens gallery step bitwise 8 --ld 00011000 --cols 11001001 --rd 00011100",
                ),
                content(
                    "table",
                    "times of the four algorithms",
                    "queens gallery compare --sizes 4..10 --budget 1s",
                ),
            ],
            questions: &[],
            mistakes: &[
                (
                    "around 4.5 billion choices of 8 of 64 squares",
                    "4 426 165 368, nearer to 4.4 billion.",
                ),
                (
                    "valid_spots = self.all_ones & goes on in the next line",
                    "A SyntaxError in Python; it needs parentheses.",
                ),
                ("current_spot would become 000000010", "00000010: eight columns, eight digits."),
                (
                    "the problem space comes down to just 8! = 40,320",
                    "True if only whole permutations are tested. With a test after every queen, \
                     2057 nodes are visited and 5508 squares tested.",
                ),
            ],
        },
    ];
}
