//! A puzzle and the marks on it.

use queens::{Error, ErrorKind, Problem, Regions, Square};
use serde::{Deserialize, Serialize};

/// The nodes granted to a search for solutions. On boards up to 16 x 16 hardly any search for a second one takes a hundredth.
pub(crate) const NODES: u64 = 20_000;

/// A region puzzle, perhaps with queens and crosses on it.
///
/// Every row, column and region wants one queen, and queens may not touch. A cross marks a square where no
/// queen stands. As JSON and its like a puzzle is a problem with regions (`queens.problem/1`).
///
/// # Examples
///
/// ```
/// use queens_puzzle::Puzzle;
///
/// let puzzle = Puzzle::new("AAAB\nACBB\nCCDD\nCCDD".parse()?).with_cross("a1".parse()?)?;
/// assert!(puzzle.problem().uniqueness().is_ok());
/// assert_eq!(puzzle.crosses().count(), 1);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Problem", into = "Problem")]
pub struct Puzzle(Problem);

impl Puzzle {
    /// The puzzle of these regions, without marks.
    pub fn new(regions: Regions) -> Self {
        Self(regions.into())
    }

    /// Places a queen.
    ///
    /// # Errors
    ///
    /// If the square is not on the board or crossed out, or if the queen touches another or shares a line or a
    /// region with it.
    pub fn with_queen(self, square: Square) -> Result<Self, Error> {
        self.0.with_queen(square).map(Self)
    }

    /// Crosses a square out.
    ///
    /// # Errors
    ///
    /// If the square is not on the board or holds a queen.
    pub fn with_cross(self, square: Square) -> Result<Self, Error> {
        self.0.with_blocked(square).map(Self)
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.0.n()
    }

    /// The regions.
    #[allow(clippy::missing_panics_doc, reason = "there are always regions")]
    pub fn regions(&self) -> &Regions {
        self.0.regions().expect("a puzzle has regions")
    }

    /// The queens on the board, row by row.
    pub fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.queens()
    }

    /// The squares crossed out, row by row.
    pub fn crosses(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.blocked()
    }

    /// The puzzle without its marks.
    pub fn bare(&self) -> Self {
        Self::new(self.regions().clone())
    }

    /// The puzzle as a problem, to be solved, counted and listed. Crosses are blocked squares.
    pub fn problem(&self) -> &Problem {
        &self.0
    }
}

impl From<Puzzle> for Problem {
    fn from(puzzle: Puzzle) -> Self {
        puzzle.0
    }
}

/// A problem with regions is a puzzle, unless it excludes diagonals.
impl TryFrom<Problem> for Puzzle {
    type Error = Error;

    fn try_from(problem: Problem) -> Result<Self, Error> {
        let refused = |message: &str, advice: &str| Error::new(ErrorKind::Invalid, message, advice);
        if problem.regions().is_none() {
            let advice = "give the regions, a line `regions AABB` for each row";
            return Err(refused("the board has no regions", advice));
        }
        if problem.excluded_diags().next().is_some() || problem.excluded_antis().next().is_some() {
            let advice = "cross the squares out one by one";
            return Err(refused("a puzzle does not exclude diagonals", advice));
        }
        Ok(Self(problem))
    }
}
