//! A partial placement to be completed.

use crate::board::Square;

/// A partial placement to be completed: the lines that its queens hold.
///
/// Lines are numbered absolutely, not relative to a row, so that rows may be filled in any order:
/// `cols` by column, `anti` by `row + column`, `diag` by `column - row + n - 1`. All fit their
/// words up to n = 32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Subproblem {
    /// Bit c: column c holds a queen.
    pub cols: u32,
    /// Bit r + c: the `/` line holds a queen.
    pub anti: u64,
    /// Bit c - r + n - 1: the `\` line holds a queen.
    pub diag: u64,
}

impl Subproblem {
    /// The empty board.
    pub const EMPTY: Self = Self { cols: 0, anti: 0, diag: 0 };

    /// The free columns of a row: a bit for each square that no queen attacks. Whether the row
    /// itself holds a queen is the caller's to know.
    pub fn free(&self, row: u32, n: u32) -> u32 {
        let anti = (self.anti >> row) as u32;
        let diag = (self.diag >> (n - 1 - row)) as u32;
        !(self.cols | anti | diag) & full(n)
    }

    /// The sub-problem with one queen more; none if its column or a diagonal is taken.
    pub fn with_queen(&self, queen: Square, size: u32) -> Option<Self> {
        let free = self.free(queen.row, size) >> queen.column & 1 == 1;
        free.then(|| self.put(1 << queen.column, queen.row, size))
    }

    /// The sub-problem with a queen more at the column of `bit`, which must be free.
    pub(crate) fn put(&self, bit: u32, row: u32, size: u32) -> Self {
        let wide = u64::from(bit);
        Self {
            cols: self.cols | bit,
            anti: self.anti | wide << row,
            diag: self.diag | wide << (size - 1 - row),
        }
    }
}

/// A set bit for each of n columns, n <= 32.
pub(crate) fn full(n: u32) -> u32 {
    ((1_u64 << n) - 1) as u32
}

/// The set bits of a mask, the lowest first.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}
