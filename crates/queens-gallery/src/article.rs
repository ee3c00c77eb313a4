//! The articles that the gallery comes from.

/// An article on the N-Queens problem, or the paper behind four of them.
///
/// ```
/// use queens_gallery::{Article, Member};
///
/// assert!(Member::Mirror.about().articles.contains(&Article::UsingSymmetry));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Article {
    /// "Bitwise Optimization of N-Queens": scan, cache, bit strings and their flipped form, in
    /// JavaScript, with a table of times.
    BitwiseOptimization,
    /// Greg Trowbridge, "A bitwise solution to the N Queens problem in JavaScript": the bit strings
    /// line by line.
    BitwiseSolution,
    /// "Eight queens problem": the same program in Go.
    EightQueensInGo,
    /// "Using Symmetry to Optimize an N-Queens Solution": half of the boards by reflection.
    UsingSymmetry,
    /// "Let's Backtrack And Save Some Queens": brute force, backtracking with a linear and with a
    /// constant-time check, permutations and bit strings, in Python, with tables of times.
    SaveSomeQueens,
    /// Martin Richards, "Backtracking Algorithms in MCPL using Bit Patterns and Recursion",
    /// University of Cambridge, 1997: where the bit strings come from.
    Richards,
}

impl Article {
    /// The article's title.
    ///
    /// ```
    /// use queens_gallery::Article;
    ///
    /// assert_eq!(Article::EightQueensInGo.title(), "Eight queens problem (Go)");
    /// ```
    pub const fn title(self) -> &'static str {
        match self {
            Self::BitwiseOptimization => "Bitwise Optimization of N-Queens",
            Self::BitwiseSolution => "A bitwise solution to the N Queens problem in JavaScript",
            Self::EightQueensInGo => "Eight queens problem (Go)",
            Self::UsingSymmetry => "Using Symmetry to Optimize an N-Queens Solution",
            Self::SaveSomeQueens => "Let's Backtrack And Save Some Queens",
            Self::Richards => "Backtracking Algorithms in MCPL using Bit Patterns and Recursion",
        }
    }
}
