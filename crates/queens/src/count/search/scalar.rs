//! The scalar kernel for plain boards: the reference that every other kernel is compared with.

use super::subproblem::Subproblem;
use crate::count::tally::Tally;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::from_the_middle;

/// A row as the kernel needs it.
#[derive(Clone, Copy)]
struct Row {
    allowed: u32,
    /// Where the row's squares begin in `anti`.
    anti: u32,
    /// Where they begin in `diag`.
    diag: u32,
}

impl Row {
    /// The allowed columns of the row that no queen attacks.
    fn free(self, cols: u32, anti: u64, diag: u64) -> u32 {
        // Both shifts are below n, so that wrapping only spares a check.
        let (anti, diag) = (anti.wrapping_shr(self.anti), diag.wrapping_shr(self.diag));
        self.allowed & !(cols | anti as u32 | diag as u32)
    }
}

/// The stop flag is checked where this many rows are left: a few times a millisecond.
const LOOK_UP: usize = 10;

/// Counts a sub-problem of a board with n rows by plain recursion, in safe Rust, on any machine.
///
/// Diagonals are numbered by `row + column` and `column - row + n - 1`, not relative to a row. So going to another row costs
/// two shifts and no upkeep, whatever the order of the rows.
pub(super) fn count(n: u32, part: &Subproblem, stop: &StopFlag) -> Result<Tally, Stopped> {
    if stop.is_raised() {
        return Err(Stopped);
    }
    let row = |row: u32| Row { allowed: part.open[row as usize], anti: row, diag: n - 1 - row };
    // Queens stand in the middle already.
    let rows: Vec<Row> = from_the_middle(n, part.rows).into_iter().map(row).collect();
    let mut search = Search { stop, nodes: 0 };
    let solutions = match rows.split_first() {
        Some((row, below)) => search.fill(*row, below, row.allowed, part.cols, 0, 0)?,
        None => 1,
    };
    Ok(Tally { solutions: solutions.into(), nodes: search.nodes.into() })
}

struct Search<'a> {
    stop: &'a StopFlag,
    nodes: u64,
}

impl Search<'_> {
    /// Counts the ways to fill `row`, whose free columns are known, and the rows below.
    fn fill(
        &mut self,
        row: Row,
        below: &[Row],
        mut free: u32,
        cols: u32,
        anti: u64,
        diag: u64,
    ) -> Result<u64, Stopped> {
        let Some((next, rest)) = below.split_first() else {
            // The last row: one column is left, so at most one square is free.
            debug_assert!(free.count_ones() <= 1);
            self.nodes += u64::from(free != 0);
            return Ok(u64::from(free != 0));
        };
        if rest.len() == LOOK_UP && self.stop.is_raised() {
            return Err(Stopped);
        }
        let mut solutions = 0;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.nodes += 1;
            let wide = u64::from(bit);
            let cols = cols | bit;
            let anti = anti | wide.wrapping_shl(row.anti);
            let diag = diag | wide.wrapping_shl(row.diag);
            // Many nodes have no free square on their next row; a call would be wasted.
            let free_below = next.free(cols, anti, diag);
            if free_below != 0 {
                solutions += self.fill(*next, rest, free_below, cols, anti, diag)?;
            }
        }
        Ok(solutions)
    }
}
