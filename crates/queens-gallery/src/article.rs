//! The articles that the gallery comes from, by their titles.

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
