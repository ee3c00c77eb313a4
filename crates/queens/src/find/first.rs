//! The lexicographically first solution, by proofs that every earlier prefix is dead.
//!
//! Plain backtracking finds it too, and takes 4.6 * 10^9 tests at n = 33 (A140450), because it learns
//! that the last rows cannot be filled only by trying them in order, again and again. Here every
//! prefix is put to an exact search that fills rows *and columns* in the order in which they get
//! short of squares. Either it completes the prefix, and what it found is an upper bound: as long as
//! the prefix follows it, nothing need be asked; or no completion exists, and the next column has
//! its turn.
//!
//! The search is cut by a sum of squares. Count rows and columns from the centre; then for every queen
//! (column + row)^2 + (column - row)^2 = 2 row^2 + 2 column^2, and summed over the m queens still
//! missing the right side is known, whoever stands where, because the open rows and columns are. So
//! are the sums of column + row and of column - row. But these are m different numbers each, of those
//! diagonals that are still free, so their squares cannot sum to less than a certain minimum. The first
//! queens of the lexicographic order crowd around the main diagonal, which leaves the missing ones only
//! the diagonals far from it, and often more than the sum allows.

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

/// The lines left free.
#[derive(Clone, Copy)]
struct Board {
    rows: u64,
    columns: u64,
    /// By `row + column`.
    anti: u128,
    /// By `column - row + n - 1`.
    diag: u128,
}

impl Board {
    fn empty(n: u32) -> Self {
        let lines = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        Self { rows: lines, columns: lines, anti: u128::MAX, diag: u128::MAX }
    }

    /// The free columns of an open row.
    #[inline]
    fn row(&self, row: u32, n: u32) -> u64 {
        self.columns & (self.anti >> row) as u64 & (self.diag >> (n - 1 - row)) as u64
    }

    #[inline]
    fn put(&self, row: u32, column: u32, n: u32) -> Self {
        Self {
            rows: self.rows & !(1 << row),
            columns: self.columns & !(1 << column),
            anti: self.anti & !(1 << (row + column)),
            diag: self.diag & !(1 << (column + n - 1 - row)),
        }
    }
}

/// Queens missing at which the sum of squares is worth its price: measured at n = 32 and 34.
const SQUEEZED: u32 = 16;

struct Search<'a> {
    n: u32,
    columns: Vec<u32>,
    nodes: u64,
    stop: &'a StopFlag,
}

/// A row or column to be filled next, with its free squares.
#[derive(Clone, Copy)]
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
        let mut board = *board;
        // Nearer the leaves a node costs less than the bound.
        if board.rows.count_ones() >= SQUEEZED && !self.squeeze(&mut board) {
            return Ok(false);
        }
        let line = self.shortest(&board);
        let (Line::Row(_, mut squares) | Line::Column(_, mut squares)) = line;
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

    /// Takes away the diagonals that a sum of squares forbids; false if it forbids all.
    fn squeeze(&self, board: &mut Board) -> bool {
        let n = self.n;
        let edge = i64::from(n) - 1;
        let (mut anti, mut diag) = (0_u128, 0_u128);
        // Sums over the open rows and columns, both counted from 0.
        let (mut row_sum, mut column_sum, mut squares) = (0_i64, 0_i64, 0_i64);
        for row in bits(board.rows) {
            let free = board.row(row, n);
            if free == 0 {
                return false;
            }
            anti |= u128::from(free) << row;
            diag |= u128::from(free) << (n - 1 - row);
            let row = i64::from(row);
            row_sum += row;
            squares += row * row;
        }
        for column in bits(board.columns) {
            let column = i64::from(column);
            column_sum += column;
            squares += column * column;
        }
        let m = i64::from(board.rows.count_ones());
        // The sum of (row + column - edge)^2 + (column - row)^2.
        let sum = 2 * squares - 2 * edge * (row_sum + column_sum) + m * edge * edge;
        let anti_sum = row_sum + column_sum - m * edge;
        let diag_sum = column_sum - row_sum;
        let Some(a) = least(anti, edge, m, anti_sum) else { return false };
        let Some(d) = least(diag, edge, m, diag_sum) else { return false };
        let slack = sum * m * m - a.bound - d.bound;
        if slack < 0 {
            return false;
        }
        board.anti = anti & a.within(slack, edge, m);
        board.diag = diag & d.within(slack, edge, m);
        true
    }

    /// The open row or column with the fewest free squares.
    fn shortest(&self, board: &Board) -> Line {
        let n = self.n;
        let mut best = Line::Row(0, 0);
        let mut fewest = u32::MAX;
        for row in bits(board.rows) {
            let free = board.row(row, n);
            let count = free.count_ones();
            if count < fewest {
                (best, fewest) = (Line::Row(row, free), count);
                if count == 0 {
                    return best;
                }
            }
        }
        // By `row - column + n - 1`, so that the squares of a column are a window too.
        let reversed = board.diag.reverse_bits() >> (129 - 2 * n);
        for column in bits(board.columns) {
            let free =
                board.rows & (board.anti >> column) as u64 & (reversed >> (n - 1 - column)) as u64;
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

/// The least sum of squares of m different values, bounded from below. All is scaled by m, or m^2
/// where it is a square, to stay in whole numbers.
struct Least {
    bound: i64,
    /// The values chosen are those nearest to it.
    centre: i64,
    /// The square of the distance of the farthest value chosen.
    farthest: i64,
}

impl Least {
    /// The values that can be used if the sum of squares may exceed the bound by `slack`: to use one
    /// that lies farther out than those chosen costs the difference of the squares at least.
    fn within(&self, slack: i64, edge: i64, m: i64) -> u128 {
        let reach = (self.farthest + slack).isqrt();
        let low = -(reach - self.centre).div_euclid(m) + edge;
        let high = (self.centre + reach).div_euclid(m) + edge;
        (u128::MAX << low.clamp(0, 127)) & !(u128::MAX << (high.clamp(-1, 126) + 1))
    }
}

/// Steps towards the best centre.
const ROUNDS: u32 = 2;

/// The least sum of squares of m different values out of `lines` with the given sum. Bit i of `lines`
/// stands for the value i - `edge`. None if there are fewer than m.
///
/// For any centre z, the sum of d^2 is the sum of (d - z)^2, plus 2 z times the sum of d, which is
/// given, less m z^2; and the sum of (d - z)^2 is not less than that of the m values nearest to z. The
/// best z is where the values chosen have the sum that they should have.
fn least(lines: u128, edge: i64, m: i64, sum: i64) -> Option<Least> {
    let mut centre = sum;
    let mut best: Option<Least> = None;
    for _ in 0..ROUNDS {
        let start = (centre.div_euclid(m) + edge).clamp(-1, 126);
        let mut above = lines & (u128::MAX << (start + 1));
        let mut below = lines ^ above;
        let mut chosen = 0;
        let mut bound = 2 * centre * sum * m - m * centre * centre;
        let mut farthest = 0;
        for _ in 0..m {
            let (next, last) = (above.trailing_zeros(), below.leading_zeros());
            let up = (i64::from(next) - edge) * m - centre;
            let down = centre - (127 - i64::from(last) - edge) * m;
            let distance = if next < 128 && (last == 128 || up < down) {
                above &= above - 1;
                chosen += centre + up;
                up
            } else if last < 128 {
                below ^= 1 << (127 - last);
                chosen += centre - down;
                down
            } else {
                return None;
            };
            farthest = distance * distance;
            bound += farthest;
        }
        if best.as_ref().is_none_or(|best| bound > best.bound) {
            best = Some(Least { bound, centre, farthest });
        }
        centre += (sum * m - chosen) / m;
    }
    best
}

/// The set bits of a mask, the lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
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
