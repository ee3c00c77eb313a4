//! Solutions that a turn maps to themselves, counted directly.
//!
//! They come in sets of queens that the turn maps to each other, two for the half turn and four for
//! the quarter turn, so the search is only half or a quarter as deep and never sees the rest.

use super::classes::{MAX_N, TooLarge};
use super::subproblem::{Subproblem, bits, full};
use crate::backend::{StopFlag, Stopped};
use crate::board::{BoardSize, Square};
use crate::symmetry::Symmetry;

/// The number of solutions that a half turn maps to themselves, those of a quarter turn included
/// (A032522).
///
/// # Errors
///
/// [`Stopped`] when `stop` was raised.
///
/// # Panics
///
/// Past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::StopFlag;
/// use queens::search::half_turn;
///
/// assert_eq!(half_turn(BoardSize::new(12)?, &StopFlag::new())?, 80);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn half_turn(size: BoardSize, stop: &StopFlag) -> Result<u64, Stopped> {
    let turns = &[Symmetry::HalfTurn];
    Turned { size, turns, stop }.count()
}

/// The number of solutions that a quarter turn maps to themselves (A033148).
///
/// # Errors
///
/// [`Stopped`] when `stop` was raised.
///
/// # Panics
///
/// Past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
/// use queens::backend::StopFlag;
/// use queens::search::quarter_turn;
///
/// assert_eq!(quarter_turn(BoardSize::new(12)?, &StopFlag::new())?, 8);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn quarter_turn(size: BoardSize, stop: &StopFlag) -> Result<u64, Stopped> {
    let turns = &[Symmetry::QuarterTurn, Symmetry::HalfTurn, Symmetry::ThreeQuarterTurn];
    Turned { size, turns, stop }.count()
}

struct Turned<'a> {
    size: BoardSize,
    /// The symmetries of the solutions sought, beside the identity.
    turns: &'a [Symmetry],
    stop: &'a StopFlag,
}

impl Turned<'_> {
    fn count(&self) -> Result<u64, Stopped> {
        let n = self.size.get();
        assert!(n <= MAX_N, "{}", TooLarge { size: self.size });
        if n.is_multiple_of(2) {
            return self.complete(Subproblem::EMPTY, full(n));
        }
        // A turn maps the middle row to itself or to the middle column, so the queen on it can only
        // stand in the centre.
        let centre = Square { row: n / 2, column: n / 2 };
        let start = Subproblem::EMPTY.put(1 << centre.column, centre.row, self.size);
        self.complete(start, full(n) ^ (1 << centre.row))
    }

    /// Counts the ways to fill the rows of `open`, the innermost ones first.
    fn complete(&self, queens: Subproblem, open: u32) -> Result<u64, Stopped> {
        let n = self.size.get();
        // A turn maps the upper half to the lower one, so an open row is left in the upper.
        let upper = open & full(n / 2);
        if upper == 0 {
            return Ok(1);
        }
        if self.stop.is_raised() {
            return Err(Stopped);
        }
        let row = upper.ilog2();
        let mut solutions = 0;
        for bit in bits(queens.free(row, self.size)) {
            let queen = Square { row, column: bit.trailing_zeros() };
            if let Some((queens, open)) = self.with_images(queens, open, queen) {
                solutions += self.complete(queens, open)?;
            }
        }
        Ok(solutions)
    }

    /// Puts down a queen and its images; none if one of them cannot stand.
    fn with_images(
        &self,
        queens: Subproblem,
        open: u32,
        queen: Square,
    ) -> Option<(Subproblem, u32)> {
        let mut queens = queens.with_queen(queen, self.size)?;
        let mut open = open ^ (1 << queen.row);
        for turn in self.turns {
            let image = turn.square(queen, self.size);
            if open >> image.row & 1 == 0 {
                return None;
            }
            queens = queens.with_queen(image, self.size)?;
            open ^= 1 << image.row;
        }
        Some((queens, open))
    }
}
