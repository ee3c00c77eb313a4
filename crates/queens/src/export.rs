//! Problems as files for other programs: SAT solvers and model counters, answer-set and constraint solvers, exact
//! cover, integer programs.
//!
//! People test such programs with n queens. A file says the problem, what its variables mean, and, if it is told, how
//! many solutions there are.
//!
//! Every solution of the problem is exactly one solution of the file, and the other way round: there are no auxiliary
//! variables, every square of a formula occurs in it, and squares on which no queen may stand are false.

mod asp;
mod cover;
mod dimacs;
mod linear;
mod lines;
mod minizinc;

use std::fmt;

use crate::board::problem::Problem;
use crate::error::Error;

/// The largest n of a problem that is written: the largest that can be completed.
pub const MAX_N: u32 = crate::complete::MAX_N;

/// A format that other programs read.
///
/// ```
/// use queens::export::Format;
///
/// assert_eq!("exact-cover".parse(), Ok(Format::ExactCover));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// DIMACS CNF, for SAT solvers and model counters: a clause for each row, column and region, and one for each two
    /// squares that attack each other; unit clauses for closed squares and fixed queens.
    Dimacs,
    /// A logic program for clingo: atoms `queen(R,C)`.
    Asp,
    /// A MiniZinc model: the column of each row. A solution is printed as a [`Placement`](crate::Placement) is.
    MiniZinc,
    /// Exact cover with secondary items in the format of Knuth's dancing links programs: an option for each open square.
    ExactCover,
    /// Pseudo-Boolean constraints: a variable for each square.
    Opb,
    /// An integer program in CPLEX's LP format: a binary variable for each square.
    Lp,
}

crate::named!(Format {
    Dimacs "dimacs"
    Asp "asp"
    MiniZinc "minizinc"
    ExactCover "exact_cover"
    Opb "opb"
    Lp "lp"
});
crate::named!(Format, "`{}` is not a format of other programs");

/// A problem in a format, which is its text: [`Problem::export`] makes it.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    problem: &'a Problem,
    format: Format,
    solutions: Option<u128>,
}

impl Problem {
    /// The problem as a file for other programs.
    ///
    /// Written line by line, in time and size O(n³) for most formats; [`Format::Dimacs`] compares all pairs of squares.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`], and
    /// [`ErrorKind::Invalid`](crate::ErrorKind::Invalid) for the board without squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::Problem;
    /// use queens::export::Format;
    ///
    /// let problem: Problem = "4: b1".parse()?;
    /// let cover = problem.export(Format::ExactCover)?.solutions(problem.count()?).to_string();
    /// assert!(cover.contains("| solutions: 1\n"));
    /// assert!(cover.ends_with("\nr_4 c_d d_a1\n"));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn export(&self, format: Format) -> Result<Export<'_>, Error> {
        let n = self.n();
        if n > MAX_N {
            let advice = format!("boards are written for n up to {MAX_N}");
            return Err(Error::too_large(n, "export", advice));
        }
        if n == 0 {
            let message = "the board of n = 0 has no squares to write";
            return Err(Error::invalid(message, "give a board with at least one square"));
        }
        Ok(Export { problem: self, format, solutions: None })
    }
}

impl Export<'_> {
    /// Says in a comment how many solutions there are. It is taken on trust.
    pub fn solutions(mut self, solutions: impl Into<Option<u128>>) -> Self {
        self.solutions = solutions.into();
        self
    }

    /// The comments at the start: the board, its solutions, and what the file means.
    fn head(&self, f: &mut fmt::Formatter<'_>, mark: &str, meaning: &[&str]) -> fmt::Result {
        let format = self.format.name().replace('_', "-");
        let rule = match self.problem.regions() {
            Some(_) => "one queen in every row, column and region, and none touch",
            None => "one queen in every row and column, at most one on a diagonal",
        };
        writeln!(f, "{mark} Written by `queens export {format}`: {rule}.")?;
        writeln!(f, "{mark} Q is a queen that stands, # a blocked square, . an open one:")?;
        for line in self.problem.to_string().lines() {
            writeln!(f, "{mark} {line}")?;
        }
        if let Some(solutions) = self.solutions {
            writeln!(f, "{mark} solutions: {solutions}")?;
        }
        meaning.iter().try_for_each(|line| writeln!(f, "{mark} {line}"))
    }
}

impl fmt::Display for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        match self.format {
            Format::Dimacs => {
                self.head(f, "c", &dimacs::MEANING)?;
                dimacs::write(f, problem)
            }
            Format::Asp => {
                self.head(f, "%", &asp::MEANING)?;
                asp::write(f, problem)
            }
            Format::MiniZinc => {
                self.head(f, "%", &minizinc::MEANING)?;
                minizinc::write(f, problem)
            }
            Format::ExactCover => {
                self.head(f, "|", &cover::MEANING)?;
                cover::write(f, problem)
            }
            // The first line has to be that of the sizes.
            Format::Opb => {
                linear::write_opb_sizes(f, problem)?;
                self.head(f, "*", &linear::MEANING_OPB)?;
                linear::write_opb(f, problem)
            }
            Format::Lp => {
                self.head(f, "\\", &linear::MEANING_LP)?;
                linear::write_lp(f, problem)
            }
        }
    }
}
