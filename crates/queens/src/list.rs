//! Every solution of the plain board, one after the other.

use std::ops::ControlFlow;

use crate::board::placement::Placement;
use crate::error::Error;
use crate::solve::word::Word;

/// The largest n that [`solutions`] lists: a row of the board is a word of 64 bits.
pub const MAX_N: u32 = 64;

/// Lists the solutions of the plain n by n board in lexicographic order, each found when you ask for it.
///
/// Takes O(n) memory. Filter by [`Placement::is_canonical`] for the fundamental solutions. Other boards, and the first
/// solutions of large ones, are those of [`Problem::solutions`](crate::Problem::solutions).
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::Placement;
///
/// let first = queens::solutions(8)?.next().expect("8 queens have solutions");
/// assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
/// assert_eq!(queens::solutions(8)?.filter(Placement::is_canonical).count(), 12);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn solutions(n: u32) -> Result<Solutions, Error> {
    if n > MAX_N {
        let advice = format!("solutions are listed for n up to {MAX_N}");
        return Err(Error::too_large(n, "list", advice));
    }
    let mut solutions = Solutions {
        size: n,
        full: u64::full(n),
        columns: Vec::with_capacity(n as usize),
        levels: Vec::with_capacity(n as usize + 1),
    };
    solutions.enter(0, 0, 0);
    Ok(solutions)
}

/// The solutions of the plain board, in lexicographic order; made by [`solutions`].
#[derive(Clone, Debug)]
pub struct Solutions {
    size: u32,
    /// A bit for every column; bit c is column c.
    full: u64,
    /// The column of each queen placed.
    columns: Vec<u32>,
    /// A level for each row entered, and one below the last row when it is filled.
    levels: Vec<Level>,
}

/// A row being filled: the lines held above it, as they meet it, and its columns still to be tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    cols: u64,
    /// Diagonals that run down to the right.
    diag: u64,
    /// Diagonals that run down to the left.
    anti: u64,
    free: u64,
}

impl Solutions {
    fn enter(&mut self, cols: u64, diag: u64, anti: u64) {
        let free = self.full & !(cols | diag | anti);
        self.levels.push(Level { cols, diag, anti, free });
    }

    /// Looks for the next solution in at most `steps` steps, for callers that cannot wait: where
    /// solutions are rare, one may be hours away.
    ///
    /// `Break` has what [`next`](Iterator::next) would have given. `Continue` says that the steps were
    /// not enough; the search goes on from there at the next call of either.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let mut solutions = queens::solutions(64)?;
    /// assert_eq!(solutions.next_within(1000), ControlFlow::Continue(()));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn next_within(&mut self, steps: u64) -> ControlFlow<Option<Placement>> {
        for _ in 0..steps {
            let Some(level) = self.levels.last_mut() else { return ControlFlow::Break(None) };
            let bit = level.free & level.free.wrapping_neg();
            level.free ^= bit;
            let Level { cols, diag, anti, .. } = *level;
            let row = self.levels.len() - 1;
            self.columns.truncate(row);
            if row == self.size as usize {
                self.levels.pop();
                let found = Placement::proved(self.size, self.columns.clone());
                return ControlFlow::Break(Some(found));
            }
            if bit == 0 {
                self.levels.pop();
                continue;
            }
            self.columns.push(bit.trailing_zeros());
            self.enter(cols | bit, (diag | bit) << 1, (anti | bit) >> 1);
        }
        ControlFlow::Continue(())
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        loop {
            if let ControlFlow::Break(end) = self.next_within(u64::MAX) {
                return end;
            }
        }
    }
}
