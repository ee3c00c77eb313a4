//! The lexicographically first solution, by proofs that every earlier prefix is dead.
//!
//! Plain backtracking finds it too, and takes 4.6 * 10^9 tests at n = 33 (A140450), because it learns
//! that the last rows cannot be filled only by trying them in order, again and again. Here every
//! prefix is put to an exact search that fills rows *and columns* in the order in which they get
//! short of squares. Either it completes the prefix, and what it found is an upper bound: as long as
//! the prefix follows it, nothing need be asked; or no completion exists, and the next column has
//! its turn.

use std::fmt;

use crate::backend::{StopFlag, Stopped};
use crate::board::BoardSize;
use crate::placement::Placement;

/// The largest n of [`first`]: a row's columns fit a word.
pub const FIRST_MAX_N: u32 = 64;

/// The lexicographically first solution (A141843); none for n = 2 and n = 3.
///
/// The time grows exponentially and unevenly.
///
/// # Errors
///
/// [`FirstError::TooLarge`] past [`FIRST_MAX_N`], [`FirstError::Stopped`] when `stop` was raised.
///
/// # Examples
///
/// ```
/// use queens::BoardSize;
/// use queens::find::first;
///
/// let placement = first(BoardSize::new(12)?, &Default::default())?.expect("12 has solutions");
/// assert_eq!(placement.to_string(), "1 3 5 8 10 12 6 11 2 7 9 4");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn first(size: BoardSize, stop: &StopFlag) -> Result<Option<Placement>, FirstError> {
    let n = size.get();
    if n > FIRST_MAX_N {
        return Err(FirstError::TooLarge { size });
    }
    let mut search = Search { n, columns: vec![0; n as usize], nodes: 0, stop };
    let mut board = Board::empty(n);
    if !search.complete(&board)? {
        return Ok(None);
    }
    // Invariant: `known` is a solution that begins with the queens on `board`.
    let mut known = search.columns.clone();
    for row in 0..n {
        let mut earlier = board.row(row, n) & ((1 << known[row as usize]) - 1);
        while earlier != 0 {
            let column = earlier.trailing_zeros();
            earlier &= earlier - 1;
            search.columns[..row as usize].copy_from_slice(&known[..row as usize]);
            search.columns[row as usize] = column;
            if search.complete(&board.put(row, column, n))? {
                known.copy_from_slice(&search.columns);
                break;
            }
        }
        board = board.put(row, known[row as usize], n);
    }
    Ok(Some(Placement::proved(size, known)))
}

/// Why the first solution was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FirstError {
    /// The size is beyond the method.
    TooLarge {
        /// The size.
        size: BoardSize,
    },
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for FirstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { size } => {
                write!(f, "n = {size} is too large for the search for the first solution")
            }
            Self::Stopped => Stopped.fmt(f),
        }
    }
}

impl std::error::Error for FirstError {}

impl FirstError {
    /// What to do about it.
    pub fn advice(&self) -> String {
        match self {
            Self::TooLarge { .. } => {
                format!("ask for n up to {FIRST_MAX_N}, or for another solution")
            }
            Self::Stopped => "start it again; it begins from nothing".to_owned(),
        }
    }
}

impl From<Stopped> for FirstError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// The lines left free. Both diagonals are kept in both directions, so that the free squares of a
/// row and of a column are each a window of the words.
#[derive(Clone, Copy)]
struct Board {
    rows: u64,
    columns: u64,
    /// By `row + column`.
    anti: u128,
    /// By `column - row + n - 1`.
    diag: u128,
    /// By `row - column + n - 1`.
    diag_reversed: u128,
}

impl Board {
    fn empty(n: u32) -> Self {
        let lines = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        Self {
            rows: lines,
            columns: lines,
            anti: u128::MAX,
            diag: u128::MAX,
            diag_reversed: u128::MAX,
        }
    }

    /// The free columns of an open row.
    #[inline]
    fn row(&self, row: u32, n: u32) -> u64 {
        self.columns & (self.anti >> row) as u64 & (self.diag >> (n - 1 - row)) as u64
    }

    /// The free rows of an open column.
    #[inline]
    fn column(&self, column: u32, n: u32) -> u64 {
        self.rows & (self.anti >> column) as u64 & (self.diag_reversed >> (n - 1 - column)) as u64
    }

    #[inline]
    fn put(&self, row: u32, column: u32, n: u32) -> Self {
        Self {
            rows: self.rows & !(1 << row),
            columns: self.columns & !(1 << column),
            anti: self.anti & !(1 << (row + column)),
            diag: self.diag & !(1 << (column + n - 1 - row)),
            diag_reversed: self.diag_reversed & !(1 << (row + n - 1 - column)),
        }
    }
}

struct Search<'a> {
    n: u32,
    columns: Vec<u32>,
    nodes: u64,
    stop: &'a StopFlag,
}

/// A row or column to be filled next.
enum Line {
    Row(u32, u64),
    Column(u32, u64),
}

impl Search<'_> {
    /// Completes the board, if that is possible, and writes the columns of the queens it adds.
    fn complete(&mut self, board: &Board) -> Result<bool, Stopped> {
        if board.rows == 0 {
            return Ok(true);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 14) && self.stop.is_raised() {
            return Err(Stopped);
        }
        let n = self.n;
        let (line, squares) = match self.shortest(board) {
            Line::Row(row, free) => (Line::Row(row, free), free),
            Line::Column(column, free) => (Line::Column(column, free), free),
        };
        let mut squares = squares;
        while squares != 0 {
            let other = squares.trailing_zeros();
            squares &= squares - 1;
            let (row, column) = match line {
                Line::Row(row, _) => (row, other),
                Line::Column(column, _) => (other, column),
            };
            if self.complete(&board.put(row, column, n))? {
                self.columns[row as usize] = column;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The open row or column with the fewest free squares.
    fn shortest(&self, board: &Board) -> Line {
        let n = self.n;
        let mut best = Line::Row(0, 0);
        let mut fewest = u32::MAX;
        let mut rows = board.rows;
        while rows != 0 {
            let row = rows.trailing_zeros();
            rows &= rows - 1;
            let free = board.row(row, n);
            let count = free.count_ones();
            if count < fewest {
                (best, fewest) = (Line::Row(row, free), count);
                if count == 0 {
                    return best;
                }
            }
        }
        let mut columns = board.columns;
        while columns != 0 {
            let column = columns.trailing_zeros();
            columns &= columns - 1;
            let free = board.column(column, n);
            let count = free.count_ones();
            if count < fewest {
                (best, fewest) = (Line::Column(column, free), count);
                if count == 0 {
                    return best;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known;
    use crate::{Problem, list};

    fn found(n: u32) -> Option<Placement> {
        first(BoardSize::new(n).unwrap(), &StopFlag::new()).unwrap()
    }

    #[test]
    fn it_is_the_first_of_the_list() {
        for n in 0..=if cfg!(debug_assertions) { 18 } else { 24 } {
            let all = list(&Problem::plain(BoardSize::new(n).unwrap())).unwrap();
            assert_eq!(found(n), all.into_iter().next(), "n = {n}");
        }
    }

    #[test]
    fn it_is_the_known_one() {
        for (n, known) in known::FIRST.iter() {
            assert_eq!(found(n).unwrap().to_string(), known, "n = {n}");
        }
    }

    #[test]
    fn sizes_beyond_the_words_are_refused() {
        let error = first(BoardSize::new(65).unwrap(), &StopFlag::new()).unwrap_err();
        assert_eq!(error.to_string(), "n = 65 is too large for the search for the first solution");
    }
}
