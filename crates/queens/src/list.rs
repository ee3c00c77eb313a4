//! Every solution, one after the other.

use std::ops::ControlFlow;

use crate::board::Square;
use crate::board::placement::Placement;
use crate::board::problem::{Pieces, Problem, Topology};
use crate::board::regions::Regions;
use crate::error::Error;

/// The largest n that can be listed: a row of the board is a word of 64 bits.
pub const MAX_N: u32 = 64;

/// Lists the solutions of the plain n by n board in lexicographic order.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
pub fn solutions(n: u32) -> Result<Solutions, Error> {
    list(&Problem::new(n))
}

/// Lists the solutions of a problem in lexicographic order, each found when you ask for it.
///
/// Takes O(n) memory. Filter by [`Placement::is_canonical`] for the fundamental solutions of the
/// plain board.
///
/// # Errors
///
/// [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) past [`MAX_N`].
///
/// # Examples
///
/// ```
/// use queens::{Placement, Problem};
///
/// let problem = Problem::new(8);
/// let first = queens::list(&problem)?.next().expect("8 queens have solutions");
/// assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
/// assert_eq!(queens::list(&problem)?.filter(Placement::is_canonical).count(), 12);
/// # Ok::<_, queens::Error>(())
/// ```
pub fn list(problem: &Problem) -> Result<Solutions, Error> {
    let n = problem.size();
    if n > MAX_N {
        let advice = format!("solutions are listed for n up to {MAX_N}");
        return Err(Error::too_large(n, "list", advice));
    }
    // A fixed queen leaves the others no square on its lines, and its row no square but its own.
    let queens: Vec<Square> = problem.queens().collect();
    let open = |square: Square| {
        problem.is_open(square)
            && queens.iter().all(|&queen| queen == square || !problem.attacks(queen, square))
    };
    let allowed = (0..n).map(|row| mask(n, |column| open(Square { row, column }))).collect();
    let mut solutions = Solutions {
        size: n,
        full: if n == 0 { 0 } else { u64::MAX >> (64 - n) },
        wraps: problem.topology() == Topology::Torus,
        leaps: problem.pieces() == Pieces::Superqueens,
        regions: problem.regions().cloned(),
        allowed,
        columns: Vec::with_capacity(n as usize),
        levels: Vec::with_capacity(n as usize),
        empty_board: n == 0,
    };
    if n > 0 {
        solutions.enter(0, 0, 0);
    }
    Ok(solutions)
}

/// A bit for each column that has a property.
fn mask(n: u32, holds: impl Fn(u32) -> bool) -> u64 {
    (0..n).fold(0, |mask, column| mask | u64::from(holds(column)) << column)
}

/// The solutions of a problem, in lexicographic order; made by [`list`].
#[derive(Clone, Debug)]
pub struct Solutions {
    size: u32,
    /// A bit for every column; bit c is column c.
    full: u64,
    /// Whether diagonals continue at the opposite edge.
    wraps: bool,
    /// Whether queens also attack as knights.
    leaps: bool,
    /// Regions that want a queen each; diagonals then end at their first square.
    regions: Option<Regions>,
    /// The open columns of each row.
    allowed: Vec<u64>,
    /// The column of each queen placed.
    columns: Vec<u32>,
    /// A level for each row entered.
    levels: Vec<Level>,
    /// The empty board, which has no row to enter, is still to be given.
    empty_board: bool,
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
        let mut free = self.allowed[self.levels.len()] & !(cols | diag | anti);
        if self.leaps {
            free &= !self.leapt_upon();
        }
        if let Some(regions) = &self.regions {
            free &= !self.in_regions(regions);
        }
        self.levels.push(Level { cols, diag, anti, free });
    }

    /// The squares of the next row that the queens above attack as knights.
    fn leapt_upon(&self) -> u64 {
        let (n, row) = (self.size, self.columns.len());
        let mut attacked = 0;
        for (rows, squares) in [(1, 2), (2, 1)] {
            let above = row.checked_sub(rows);
            // Around the edge, a row above lies below.
            let below = (row + rows).checked_sub(n as usize).filter(|_| self.wraps);
            for row in [above, below].into_iter().flatten() {
                let Some(&column) = self.columns.get(row) else { continue };
                let queen = 1_u64 << column;
                attacked |= queen << squares | queen >> squares;
                if self.wraps && n > squares {
                    attacked |= queen << (n - squares) | queen >> (n - squares);
                }
            }
        }
        attacked & self.full
    }

    /// The squares of the next row that lie in the regions of the queens above.
    fn in_regions(&self, regions: &Regions) -> u64 {
        let row = self.columns.len() as u32;
        let at = |row, column| 1_u64 << regions.at(Square { row, column });
        let held = (0..).zip(&self.columns).fold(0, |held, (row, &column)| held | at(row, column));
        mask(self.size, |column| at(row, column) & held != 0)
    }

    /// What marks the squares of the next row on a diagonal to the right (up in the bits).
    fn right(&self, mask: u64) -> u64 {
        let wrapped = if self.wraps { mask >> (self.size - 1) } else { 0 };
        (mask << 1 | wrapped) & self.full
    }

    /// The same to the left (down in the bits).
    fn left(&self, mask: u64) -> u64 {
        let wrapped = if self.wraps { mask << (self.size - 1) } else { 0 };
        (mask >> 1 | wrapped) & self.full
    }

    /// Looks for the next solution in at most `steps` steps, for callers that cannot wait: where
    /// solutions are rare, one may be hours away.
    ///
    /// `Break` has what [`next`](Iterator::next) would have given. `Continue` says that the steps were
    /// not enough; the search goes on from there at the next call of either.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use queens::Problem;
    ///
    /// let problem = Problem::new(64);
    /// let mut solutions = queens::list(&problem)?;
    /// assert_eq!(solutions.next_within(1000), ControlFlow::Continue(()));
    /// # Ok::<_, queens::Error>(())
    /// ```
    pub fn next_within(&mut self, steps: u64) -> ControlFlow<Option<Placement>> {
        if std::mem::take(&mut self.empty_board) {
            return ControlFlow::Break(Some(Placement::proved(self.size, Vec::new())));
        }
        for _ in 0..steps {
            let Some(level) = self.levels.last_mut() else { return ControlFlow::Break(None) };
            let bit = level.free & level.free.wrapping_neg();
            level.free ^= bit;
            let Level { cols, diag, anti, .. } = *level;
            let row = self.levels.len() - 1;
            self.columns.truncate(row);
            if bit == 0 {
                self.levels.pop();
                continue;
            }
            self.columns.push(bit.trailing_zeros());
            if self.columns.len() == self.size as usize {
                let found = Placement::proved(self.size, self.columns.clone());
                return ControlFlow::Break(Some(found));
            }
            let (diag, anti) = if self.regions.is_some() { (0, 0) } else { (diag, anti) };
            self.enter(cols | bit, self.right(diag | bit), self.left(anti | bit));
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
