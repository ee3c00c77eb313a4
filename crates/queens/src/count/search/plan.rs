//! The rows of a sub-problem in their order, and what a step needs of each.

use super::subproblem::Subproblem;
use crate::sets::Word;

/// The last rows, which are decided without a queue for each.
pub(super) const LAST: usize = 3;

/// What a step does with its placements: a number, to be a parameter of the code.
pub(super) type Kind = u8;

/// The step hands its placements on to the next row.
pub(super) const PASS: Kind = 0;
/// The row before the last three: what is handed on must cover the columns left.
pub(super) const COVER: Kind = 1;
/// The third-last row: the step counts the ways to fill the last two.
pub(super) const CLOSE: Kind = 2;

/// A row, and the rows around it. Rows that hold a queen already are left out, so neighbors here may be several rows of the
/// board apart.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) n: u32,
    /// The row before, this one and the next three; where there is none, the nearest of them.
    pub(super) rows: [u32; 5],
    /// The open squares of the next three.
    pub(super) open: [u32; 3],
}

/// The rows of a sub-problem that has at least [`LAST`], from the first one on, all but the last two. Column `low` is the
/// first bit of a lane.
pub(super) fn plan(part: &Subproblem, n: u32, low: u32, plan: &mut Vec<Row>) {
    let rows: Vec<u32> = part.rows.members().collect();
    let end = rows.len() - LAST;
    let row = |i: usize| {
        let at = |i: usize| rows[i.min(rows.len() - 1)];
        let ahead = [at(i + 1), at(i + 2), at(i + 3)];
        Row {
            kind: [PASS, COVER, CLOSE][(i + 2).saturating_sub(end)],
            n,
            rows: [at(i.saturating_sub(1)), at(i), ahead[0], ahead[1], ahead[2]],
            open: ahead.map(|row| part.open[row as usize] >> low),
        }
    };
    plan.clear();
    plan.extend((0..=end).map(row));
}
