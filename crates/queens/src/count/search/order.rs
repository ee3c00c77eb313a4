//! The order in which the lanes kernel fills the rows of a sub-problem, and what it needs of each.

use super::classes::MAX_N;
use super::subproblem::full;

/// Rows at the end that are decided without queues.
pub(super) const CLOSED: usize = 3;

/// Rows of the last side that are filled in turn with the other's, before that one is finished. More
/// prune earlier, but then more rows must keep words for both sides; see docs/lab/tried.md.
const ALTERNATE: u32 = 1;

/// How a level hands on placements: a number, to be a parameter of the code.
pub(super) type Kind = u8;

/// Both sides have open rows, and the next row is on the same side.
pub(super) const ALONG: Kind = 0;
/// Both sides have open rows, and the next row is on the other side.
pub(super) const ACROSS: Kind = 1;
/// The next row is on the other side, and this one has no more.
pub(super) const TURN: Kind = 2;
/// One side is left.
pub(super) const LONE: Kind = 3;
/// To the third-last row: what is handed on must cover the columns left.
pub(super) const COVER: Kind = 4;
/// The third-last row: nothing is handed on.
pub(super) const CLOSE: Kind = 5;

/// A row as the kernel needs it: the columns open on it and on those looked at with it, and the
/// distances between them.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) open: u32,
    /// The first row to look at: on the same side the next, at the turn the first of the other.
    pub(super) next: u32,
    /// The second: the first of the other side, and where one side is left the row after the next.
    pub(super) after: u32,
    /// For the placement before the last three rows: the last.
    pub(super) last: u32,
    pub(super) to_next: u32,
    pub(super) to_after: u32,
    pub(super) to_last: u32,
    /// To the first open row of the other side.
    pub(super) to_other: u32,
}

/// Whether one of the two sides of the board has this many of these rows.
pub(super) fn one_side_has(count: u32, rows: u32, n: u32) -> bool {
    sides(rows, n).into_iter().any(|side| side.count_ones() >= count)
}

const UPPER: usize = 0;
const LOWER: usize = 1;

/// The rows of the upper and of the lower half.
fn sides(rows: u32, n: u32) -> [u32; 2] {
    [rows & full(n / 2), rows & !full(n / 2)]
}

/// Puts these rows in order, the last two left out, with the columns `open` on each. On each side of
/// the middle they are filled from the inside out. The longer side has the last four rows, and
/// alternates with the other at first.
///
/// One side must have four rows.
pub(super) fn plan(rows: u32, n: u32, open: &[u32; MAX_N as usize], plan: &mut Vec<Row>) {
    let mut sides = sides(rows, n);
    let [upper, lower] = sides.map(u32::count_ones);
    let (first, last) = if upper > lower { (LOWER, UPPER) } else { (UPPER, LOWER) };
    let count = rows.count_ones() as usize;
    let mut alternate = ALTERNATE.min(sides[last].count_ones() - CLOSED as u32 - 1);
    let mut order = [(0, 0); MAX_N as usize];
    let mut side = first;
    for place in &mut order[..count] {
        if sides[first] == 0 {
            side = last;
        }
        let row = if side == UPPER { sides[side].ilog2() } else { sides[side].trailing_zeros() };
        sides[side] ^= 1 << row;
        *place = (row, side);
        if side == last {
            side = first;
        } else if alternate > 0 {
            alternate -= 1;
            side = last;
        }
    }
    let order = &order[..count];
    let end = count - CLOSED;
    let level = |i: usize| {
        let (row, side) = order[i];
        let same = (i + 1..count).find(|k| order[*k].1 == side);
        let other = (i + 1..count).find(|k| order[*k].1 != side);
        let (kind, next, after) = match (same, other) {
            _ if i == end => (CLOSE, i + 1, i + 2),
            _ if i + 1 == end => (COVER, i + 1, i + 2),
            (_, None) => (LONE, i + 1, i + 2),
            (None, Some(other)) => (TURN, other, other + 1),
            (Some(same), Some(other)) if same < other => (ALONG, same, other),
            (Some(same), Some(other)) => (ACROSS, same, other),
        };
        let row_at = |i: usize| order[i].0;
        let open_at = |i: usize| open[row_at(i) as usize];
        // Only looked at before the last three rows.
        let last = if i + 1 == end { i + 3 } else { after };
        Row {
            kind,
            open: open_at(i),
            next: open_at(next),
            after: open_at(after),
            last: open_at(last),
            to_next: row.abs_diff(row_at(next)),
            to_after: row_at(next).abs_diff(row_at(after)),
            to_last: row_at(after).abs_diff(row_at(last)),
            to_other: other.map_or(0, |other| row.abs_diff(row_at(other))),
        }
    };
    plan.clear();
    plan.extend((0..=end).map(level));
}
