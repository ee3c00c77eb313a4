//! A full solution, and the definition of one.

mod text;

use std::fmt;

use crate::board::{MAX_N, Square, describe};
use crate::error::{Error, ErrorKind};

const COLUMNS: &str = "give one column a row, counted from 1, as in \"2 4 1 3\"";

/// Tells whether `columns` is a solution: a queen in every row `i` at column `columns[i]`, both
/// counted from 0, all on the board and no two sharing a line.
///
/// This is the definition, checked pair by pair in O(n²) and without cleverness. Everything else in
/// the project is tested against it.
///
/// ```
/// use queens::is_solution;
///
/// assert!(is_solution(&[1, 3, 0, 2]));
/// assert!(!is_solution(&[0, 1, 2, 3]));
/// assert!(is_solution(&[]));
/// ```
// ANCHOR: definition
pub fn is_solution(columns: &[u32]) -> bool {
    let n = columns.len();
    let queens: Vec<Square> =
        (0..).zip(columns).map(|(row, &column)| Square { row, column }).collect();
    queens.iter().enumerate().all(|(row, queen)| {
        (queen.column as usize) < n && !queens[..row].iter().any(|above| above.attacks(*queen))
    })
}
// ANCHOR_END: definition

/// A solution: n queens on an n by n board, no two on one line.
///
/// It is valid by construction. A solution of a puzzle with [regions](crate::Regions) follows the rules of
/// that puzzle instead: its queens may share a diagonal, but do not touch
/// ([`Problem::placement`](crate::Problem::placement)). In text it is written as in OEIS, one column a row, counted from 1:
/// `1 5 8 6 3 7 2 4`. Other ways to write it are read, too: commas and brackets, columns from 0 (one of them is 0), up to
/// nine digits without spaces, rows with `Q` and `.` (also `_` or `-`), and a matrix of zeros and ones. Placements are
/// ordered lexicographically by their columns.
///
/// ```
/// use queens::Placement;
///
/// let placement: Placement = "1 5 8 6 3 7 2 4".parse()?;
/// assert_eq!(placement.columns()[1], 4);
/// assert_eq!(placement.to_string(), "1 5 8 6 3 7 2 4");
/// for text in ["15863724", "[0, 4, 7, 5, 2, 6, 1, 3]"] {
///     assert_eq!(text.parse(), Ok(placement.clone()));
/// }
/// assert_eq!("1 1 2 3".parse::<Placement>().unwrap_err().to_string(),
///            "the queens at a1 and a2 attack each other");
/// # Ok::<_, queens::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    n: u32,
    columns: Vec<u32>,
}

impl Placement {
    /// Makes a placement of the queen of every row `i` at column `columns[i]`, counted from 0.
    ///
    /// Takes O(n) time and memory.
    ///
    /// # Errors
    ///
    /// If a column is n or more, if two queens attack each other, or if there are more than
    /// [`MAX_N`] rows.
    #[allow(clippy::missing_panics_doc, reason = "a line that is taken was taken by a queen above")]
    pub fn new(columns: Vec<u32>) -> Result<Self, Error> {
        let rows = columns.len();
        let n = u32::try_from(rows).ok().filter(|n| *n <= MAX_N).ok_or_else(|| {
            let advice = format!("give at most {MAX_N} columns");
            let message = format!("a placement of {rows} rows is too long");
            Error::new(ErrorKind::TooLarge, message, advice)
        })?;
        // A bit for each line, so that ten million queens need megabytes: nearly all of the time goes into
        // waiting for memory. Who stands on a line that is taken is asked only when it happens.
        let [mut on_column, mut on_anti, mut on_diag] = [rows, 2 * rows, 2 * rows].map(Bits::new);
        for (row, &column) in (0..n).zip(&columns) {
            let queen = Square { row, column };
            if column >= n {
                let (row, column) = (row + 1, u64::from(column) + 1);
                let board = describe(n);
                let message =
                    format!("the queen of row {row} stands at column {column} of {board}");
                return Err(Error::invalid(message, COLUMNS));
            }
            let is_new = [
                on_column.insert(column as usize),
                on_anti.insert(queen.anti() as usize),
                on_diag.insert((row + (n - 1) - column) as usize),
            ];
            if is_new != [true; 3] {
                let mut above = (0..row).zip(&columns).map(|(row, &column)| Square { row, column });
                let first = above.find(|above| above.attacks(queen)).expect("a line is taken");
                return Err(Error::invalid(
                    format!("the queens at {first} and {queen} attack each other"),
                    "move one of the two; a placement has one queen on every row and column and at \
                     most one on every diagonal",
                ));
            }
        }
        Ok(Self { n, columns })
    }

    /// Takes columns that a search has just proved to be a solution of its problem. Whatever the problem, no
    /// two queens share a column or touch.
    pub(crate) fn proved(n: u32, columns: Vec<u32>) -> Self {
        debug_assert!(columns.len() == n as usize);
        debug_assert!(columns.windows(2).all(|two| two[0].abs_diff(two[1]) > 1));
        debug_assert!(n > 1000 || (0..n).all(|column| columns.contains(&column)));
        Self { n, columns }
    }

    /// The same of queens in any order.
    pub(crate) fn of_queens(n: u32, queens: impl IntoIterator<Item = Square>) -> Self {
        let mut columns = vec![0; n as usize];
        for queen in queens {
            columns[queen.row as usize] = queen.column;
        }
        Self::proved(n, columns)
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The column of each row's queen, counted from 0.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The squares of the queens, row by row.
    pub fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        (0..).zip(&self.columns).map(|(row, &column)| Square { row, column })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in self.columns.iter().enumerate() {
            let separator = if row == 0 { "" } else { " " };
            write!(f, "{separator}{}", column + 1)?;
        }
        Ok(())
    }
}

/// A bit for each index.
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets a bit. Returns `false` if it was set already.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        let is_new = !self.get(index);
        self.0[index / 64] |= 1 << (index % 64);
        is_new
    }

    pub(crate) fn clear(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }
}
