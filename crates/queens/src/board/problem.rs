//! A problem: a board with fixed queens, blocked squares and excluded diagonals.

#[cfg(feature = "serde")]
mod document;
mod text;

use std::collections::BTreeSet;

use crate::board::placement::Placement;
use crate::board::regions::Regions;
use crate::board::{Square, check_square};
use crate::error::Error;

/// How the edges of the board behave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Topology {
    /// Lines end at the edge.
    #[default]
    Plain,
    /// Diagonals continue at the opposite edge: A051906, solvable only if n is prime to 6.
    Torus,
}

/// What is placed on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Pieces {
    /// They attack along rows, columns and diagonals.
    #[default]
    Queens,
    /// Queens that also attack as knights, called amazons: A051223, without a solution for n from
    /// 2 to 9.
    Superqueens,
}

/// A board with, optionally, queens that stand already, blocked squares and excluded diagonals.
///
/// Blocked squares and excluded diagonals are squares where no queen may stand; they do not stop an
/// attack. A problem is valid by construction: its fixed queens do not attack each other and stand
/// on no blocked square.
///
/// It can be written as a text and read from one, and with the feature `serde` from JSON and its
/// like.
///
/// Of the ten solutions for n = 5, two have a queen in the corner a1.
///
/// ```
/// use queens::Problem;
///
/// let problem = Problem::new(5).with_queen("a1".parse()?)?;
/// assert_eq!(problem.solutions()?.count(), 2);
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "document::Document", into = "document::Document")
)]
pub struct Problem {
    n: u32,
    topology: Topology,
    pieces: Pieces,
    /// If there are any, queens do not attack along diagonals, but what they touch, and their region.
    regions: Option<Regions>,
    queens: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
    /// `row - column` of each excluded `\` line.
    diags: BTreeSet<i32>,
    /// `row + column` of each excluded `/` line.
    antis: BTreeSet<u32>,
}

impl Problem {
    /// The empty board, with any n: each verb has its own limit.
    pub const fn new(n: u32) -> Self {
        Self {
            n,
            topology: Topology::Plain,
            pieces: Pieces::Queens,
            regions: None,
            queens: BTreeSet::new(),
            blocked: BTreeSet::new(),
            diags: BTreeSet::new(),
            antis: BTreeSet::new(),
        }
    }

    /// The empty torus, with any n.
    pub const fn torus(n: u32) -> Self {
        let mut problem = Self::new(n);
        problem.topology = Topology::Torus;
        problem
    }

    /// Lets every queen also attack as a knight.
    ///
    /// # Errors
    ///
    /// If two fixed queens then attack each other, or if the board has regions.
    ///
    /// ```
    /// use queens::{Completer, Problem};
    ///
    /// let superqueens = Problem::new(10).with_superqueens()?;
    /// assert_eq!(Completer::new(&superqueens).count()?.total, 4); // A051223
    /// let first = superqueens.solutions()?.next().expect("there are four");
    /// assert_eq!(first.to_string(), "3 6 9 1 4 7 10 2 5 8");
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn with_superqueens(mut self) -> Result<Self, Error> {
        if self.regions.is_some() {
            return Err(alone("superqueens"));
        }
        self.pieces = Pieces::Superqueens;
        let queens = std::mem::take(&mut self.queens);
        queens.into_iter().try_fold(self, Self::with_queen)
    }

    /// Fixes a queen. One that is fixed already stays where it is.
    ///
    /// # Errors
    ///
    /// If the square is outside the board, blocked or excluded, or attacked by a
    /// queen fixed before.
    pub fn with_queen(mut self, square: Square) -> Result<Self, Error> {
        check_square(square, self.n)?;
        if self.queens.contains(&square) {
            return Ok(self);
        }
        if let Some(&queen) = self.queens.iter().find(|queen| self.attacks(**queen, square)) {
            let message = format!("the fixed queens at {queen} and {square} attack each other");
            return Err(Error::invalid(message, "remove or move one of the two"));
        }
        if !self.is_open(square) {
            return Err(occupied(square));
        }
        self.queens.insert(square);
        Ok(self)
    }

    /// Blocks a square: no queen may stand on it.
    ///
    /// # Errors
    ///
    /// If the square is outside the board or holds a fixed queen.
    pub fn with_blocked(mut self, square: Square) -> Result<Self, Error> {
        check_square(square, self.n)?;
        if self.queens.contains(&square) {
            return Err(occupied(square));
        }
        self.blocked.insert(square);
        Ok(self)
    }

    /// Excludes the `\` line through a square: no queen may stand on it.
    ///
    /// # Errors
    ///
    /// If the square is outside the board or a fixed queen stands on the line.
    ///
    /// ```
    /// use queens::Problem;
    ///
    /// let problem = Problem::new(8).with_excluded_diag("a1".parse()?)?;
    /// assert!(!problem.is_open("c3".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_excluded_diag(mut self, square: Square) -> Result<Self, Error> {
        check_square(square, self.n)?;
        self.diags.insert(square.diag());
        self.check_queens()
    }

    /// Excludes the `/` line through a square: no queen may stand on it.
    ///
    /// # Errors
    ///
    /// If the square is outside the board or a fixed queen stands on the line.
    pub fn with_excluded_anti(mut self, square: Square) -> Result<Self, Error> {
        check_square(square, self.n)?;
        self.antis.insert(square.anti());
        self.check_queens()
    }

    fn check_queens(self) -> Result<Self, Error> {
        match self.queens.iter().find(|queen| !self.is_open(**queen)) {
            Some(&square) => Err(occupied(square)),
            None => Ok(self),
        }
    }

    /// The size of the board.
    pub const fn n(&self) -> u32 {
        self.n
    }

    /// How the edges behave.
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// What is placed on the board.
    pub const fn pieces(&self) -> Pieces {
        self.pieces
    }

    /// The regions, if each of them wants a queen.
    pub const fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// The fixed queens, row by row.
    pub fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        self.queens.iter().copied()
    }

    /// The blocked squares, row by row.
    pub fn blocked(&self) -> impl Iterator<Item = Square> + '_ {
        self.blocked.iter().copied()
    }

    /// A square of each excluded `\` line: the first one on the board, from the upper right corner
    /// to the lower left.
    pub fn excluded_diags(&self) -> impl Iterator<Item = Square> + '_ {
        self.diags.iter().map(|&diag| Square {
            row: diag.max(0).unsigned_abs(),
            column: diag.min(0).unsigned_abs(),
        })
    }

    /// A square of each excluded `/` line: the first one on the board, from the upper left corner to
    /// the lower right.
    pub fn excluded_antis(&self) -> impl Iterator<Item = Square> + '_ {
        let last = self.n.saturating_sub(1);
        self.antis.iter().map(move |&anti| {
            let column = anti.min(last);
            Square { row: anti - column, column }
        })
    }

    /// Tells whether nothing stands in the way: no queen is fixed, no square blocked, no diagonal
    /// excluded.
    pub fn is_bare(&self) -> bool {
        self.queens.is_empty()
            && self.blocked.is_empty()
            && self.diags.is_empty()
            && self.antis.is_empty()
    }

    /// Tells whether this is the plain empty board of queens, for which the fast counting methods hold.
    pub fn is_plain(&self) -> bool {
        self.topology == Topology::Plain
            && self.pieces == Pieces::Queens
            && self.regions.is_none()
            && self.is_bare()
    }

    /// Tells whether the problem lets a queen stand on a square of the board, attacks aside: it is
    /// neither blocked nor on an excluded diagonal. On a torus, a diagonal comprises its
    /// continuation.
    pub fn is_open(&self, square: Square) -> bool {
        let n = self.n as i32;
        let excluded = match self.topology {
            Topology::Plain => {
                self.diags.contains(&square.diag()) || self.antis.contains(&square.anti())
            }
            Topology::Torus => {
                let anti = square.anti() as i32;
                self.diags.iter().any(|diag| (diag - square.diag()) % n == 0)
                    || self.antis.iter().any(|&line| (line as i32 - anti) % n == 0)
            }
        };
        !excluded && !self.blocked.contains(&square)
    }

    /// Tells whether queens on the two squares attack each other: by the definition, with the
    /// problem's topology and pieces.
    ///
    /// ```
    /// use queens::Problem;
    ///
    /// let n = 5;
    /// let (b1, a5) = ("b1".parse()?, "a5".parse()?);
    /// assert!(!Problem::new(n).attacks(b1, a5));
    /// assert!(Problem::torus(n).attacks(b1, a5)); // around the edge
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn attacks(&self, first: Square, second: Square) -> bool {
        let rows = i64::from(first.row) - i64::from(second.row);
        let columns = i64::from(first.column) - i64::from(second.column);
        if let Some(regions) = &self.regions {
            let they_touch = rows.abs() <= 1 && columns.abs() <= 1;
            let same_region = || regions.at(first) == regions.at(second);
            return rows == 0 || columns == 0 || they_touch || same_region();
        }
        // Around the edges of a torus, a distance can be n more or less.
        let wraps = self.topology == Topology::Torus;
        let is = |a: i64, b: i64| a == b || wraps && (a - b) % i64::from(self.n) == 0;
        let is_either = |a, b| is(a, b) || is(a, -b);
        first.attacks(second)
            || is_either(rows, columns)
            || self.pieces == Pieces::Superqueens
                && (is_either(rows, 1) && is_either(columns, 2)
                    || is_either(rows, 2) && is_either(columns, 1))
    }

    /// The placement with these columns, one for each row and counted from 0. Queen by queen, by the definition.
    ///
    /// # Errors
    ///
    /// If it does not solve the problem.
    ///
    /// ```
    /// use queens::{Problem, Regions};
    ///
    /// // Two queens on one diagonal: no solution of the plain board, but one of this puzzle.
    /// let rows = Regions::new((0..25).map(|square| square / 5).collect())?;
    /// assert!(Problem::from(rows).placement(vec![2, 4, 0, 3, 1]).is_ok());
    /// assert!(Problem::new(5).placement(vec![2, 4, 0, 3, 1]).is_err());
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn placement(&self, columns: Vec<u32>) -> Result<Placement, Error> {
        let mut queens = (0..).zip(&columns).map(|(row, &column)| Square { row, column });
        let full = queens.try_fold(self.clone(), Self::with_queen)?;
        if full.queens.len() != columns.len() || columns.len() != self.n as usize {
            let message = format!("{} queens do not fill {} rows", columns.len(), self.n);
            return Err(Error::invalid(message, "give a column for each row"));
        }
        Ok(Placement::proved(self.n, columns))
    }

    /// Tells whether a placement solves the problem.
    ///
    /// ```
    /// # use queens::Problem;
    /// let problem = Problem::new(4).with_queen("b1".parse()?)?;
    /// assert!(problem.admits(&"2 4 1 3".parse()?));
    /// assert!(!problem.admits(&"3 1 4 2".parse()?));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn admits(&self, placement: &Placement) -> bool {
        self.placement(placement.columns().to_vec()).is_ok()
    }
}

/// The problem of a region puzzle: every row, column and region needs one queen, and queens may not touch;
/// along diagonals they do not attack each other.
///
/// ```
/// use queens::{Problem, Regions};
///
/// let regions: Regions = "AAAB ACBB CCDD CCDD".replace(' ', "\n").parse()?;
/// let puzzle = Problem::from(regions).with_blocked("a3".parse()?)?;
/// assert!(puzzle.attacks("a1".parse()?, "b2".parse()?)); // they touch
/// assert!(!puzzle.attacks("a1".parse()?, "c3".parse()?)); // a diagonal at a distance
/// assert!(puzzle.attacks("c1".parse()?, "a2".parse()?)); // both in region A
/// assert_eq!(puzzle.solve()?, None);
/// # Ok::<_, queens::Error>(())
/// ```
impl From<Regions> for Problem {
    fn from(regions: Regions) -> Self {
        let plain = Self::new(regions.n());
        Self { regions: Some(regions), ..plain }
    }
}

/// The problem that a text or a document states, with the queens, the blocked squares, and squares of the excluded
/// `\` and `/` lines.
fn stated(
    n: u32,
    topology: Topology,
    pieces: Pieces,
    regions: Option<Regions>,
    [queens, blocked, diags, antis]: [Vec<Square>; 4],
) -> Result<Problem, Error> {
    let board = match (regions, topology) {
        (None, _) => Problem { topology, ..Problem::new(n) },
        (Some(_), Topology::Torus) => return Err(alone("torus")),
        (Some(regions), Topology::Plain) => Problem::from(regions),
    };
    if board.n != n {
        let message = format!("the regions have {} rows, and the board has {n}", board.n);
        return Err(Error::invalid(message, "give a row of regions for each row of the board"));
    }
    let mut problem = if pieces == Pieces::Superqueens { board.with_superqueens()? } else { board };
    problem = queens.into_iter().try_fold(problem, Problem::with_queen)?;
    problem = blocked.into_iter().try_fold(problem, Problem::with_blocked)?;
    problem = diags.into_iter().try_fold(problem, Problem::with_excluded_diag)?;
    antis.into_iter().try_fold(problem, Problem::with_excluded_anti)
}

/// The error of a rule that does not go with regions.
fn alone(rule: &str) -> Error {
    Error::invalid(
        format!("a board with regions cannot have {rule}"),
        format!("leave out the regions, or `{rule}`"),
    )
}

fn occupied(square: Square) -> Error {
    Error::invalid(
        format!("a queen is fixed at {square}, which is blocked or excluded"),
        "move the queen, or leave the square open",
    )
}
