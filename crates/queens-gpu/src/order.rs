//! The order in which a card fills the rows of a class, and what its kernels need of each.

use queens::engine::search::{Class, Subproblem};

/// The largest number of columns beside which a distance fits the words of [`Order::table`].
const APART_N: u32 = 30;
/// The largest distance between neighbors that fits them.
const FARTHEST: u32 = 3;

/// A row and the columns allowed on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) row: u32,
    pub(crate) allowed: u32,
}

/// A row that is filled for many placements at once, with the two rows on which the children must have a
/// free square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Expansion {
    pub(crate) row: Row,
    pub(crate) next: Row,
    pub(crate) after: Row,
}

/// Which way the rows go that each lane fills by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Down,
    Up,
}

/// First the open rows of the shorter side of the middle, from the inside out: breadth first, with all lines
/// of the placement at hand. Then those of the other side, each lane depth first: from there on only three
/// words matter, the columns and the two kinds of diagonals as they meet the row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    pub(crate) n: u32,
    /// At least one.
    pub(crate) expansions: Vec<Expansion>,
    pub(crate) side: Side,
    /// The rows that lanes fill, at least two.
    pub(crate) rows: Vec<Row>,
    /// Whether there are filled rows between those.
    pub(crate) apart: bool,
}

impl Order {
    /// The order for a class; none if too few rows are open, or rows or distances do not fit the kernels'
    /// words: such sub-problems are small, or beyond any count.
    pub(crate) fn of(class: &Class) -> Option<Self> {
        let n = class.size();
        let row = |row: u32| Row { row, allowed: class.allowed(row) };
        let of_side = |is_upper: bool| -> Vec<Row> {
            let mut rows: Vec<u32> =
                class.rows().iter().copied().filter(|row| (*row < n / 2) == is_upper).collect();
            rows.sort_unstable();
            if is_upper {
                rows.reverse();
            }
            rows.into_iter().map(row).collect()
        };
        let (upper, lower) = (of_side(true), of_side(false));
        let (mut first, mut rows, side) = if upper.len() > lower.len() {
            (lower, upper, Side::Up)
        } else {
            (upper, lower, Side::Down)
        };
        if first.is_empty() && !rows.is_empty() {
            first.push(rows.remove(0));
        }
        if rows.len() < 2 {
            return None;
        }
        let distances = rows.windows(2).map(|two| two[0].row.abs_diff(two[1].row));
        let farthest = distances.max().unwrap_or(1);
        let apart = farthest > 1;
        if apart && (n > APART_N || farthest > FARTHEST) {
            return None;
        }
        let expansion = |i: usize| match first.get(i + 1) {
            Some(&next) => Expansion { row: first[i], next, after: rows[0] },
            None => Expansion { row: first[i], next: rows[0], after: rows[1] },
        };
        let expansions = (0..first.len()).map(expansion).collect();
        Some(Self { n, expansions, side, rows, apart })
    }

    /// Whether the words of the lanes hold every line of the sub-problem that they will meet. A queen further
    /// out on the lanes' side may hold a diagonal that comes onto the board only on the way to it.
    pub(crate) fn holds(&self, subproblem: &Subproblem) -> bool {
        let first = self.rows[0].row;
        let from = |lines: u64, line: u32| lines.checked_shr(line).unwrap_or(0);
        let below = |lines: u64, line: u32| lines & ((1 << line) - 1);
        let (anti, diag) = (subproblem.anti, subproblem.diag);
        let first_diag = self.n - 1 - first;
        match self.side {
            Side::Down => from(anti, first + 32) == 0 && below(diag, first_diag) == 0,
            Side::Up => below(anti, first) == 0 && from(diag, first_diag + 32) == 0,
        }
    }

    /// Frames on a lane's stack: each row leaves one at most, if the queen on it leaves two columns or more.
    pub(crate) fn frames(&self) -> u32 {
        self.rows.len() as u32 - 1
    }

    /// For each number of columns that a queen leaves: what is allowed on the next row and on the one after
    /// it, with the distances in the high bits if rows are apart.
    pub(crate) fn table(&self) -> [[u32; 2]; TABLE] {
        let mut table = [[0; 2]; TABLE];
        let entry = |i: usize| {
            let distance = self.rows[i].row.abs_diff(self.rows[i - 1].row);
            self.rows[i].allowed | if self.apart { distance << APART_N } else { 0 }
        };
        let count = self.rows.len();
        for (left, [next, after]) in table.iter_mut().enumerate().take(count).skip(1) {
            *next = entry(count - left);
            if left > 1 {
                *after = entry(count - left + 1);
            }
        }
        table
    }
}

/// Entries of the table: a queen leaves none to 32 columns.
pub(crate) const TABLE: usize = 33;

#[cfg(test)]
mod tests {
    use super::*;
    use queens::engine::search::classes;

    #[test]
    fn every_class_of_a_counted_size_has_an_order_and_fits() {
        for n in 9..=28 {
            let size = n;
            for (class, subproblems) in classes(size).expect("not too large") {
                let order = Order::of(&class).expect("an order");
                assert_eq!(order.expansions.len() + order.rows.len(), class.rows().len());
                assert!(order.expansions.len() <= order.rows.len());
                assert!(subproblems.iter().all(|subproblem| order.holds(subproblem)), "{class:?}");
            }
        }
    }

    #[test]
    fn a_line_that_comes_in_from_outside_is_noticed() {
        let size = 12;
        let n = size;
        // Rows 3 to 7 and 11 are filled; the queen of row 11 stands at the left edge, so its `\` line
        // meets no row of the lower side above it, and its `/` line all of them.
        let rows = [2, 1, 0, 8, 9, 10];
        let whole = Class::whole(size).expect("small");
        let order = Order {
            n,
            expansions: vec![],
            side: Side::Down,
            rows: rows[3..].iter().map(|&row| Row { row, allowed: whole.allowed(row) }).collect(),
            apart: false,
        };
        let queen = |row, column| {
            let square = queens::Square { row, column };
            Subproblem::EMPTY.with_queen(square, size).expect("the board is empty")
        };
        assert!(order.holds(&queen(5, 11)));
        assert!(order.holds(&queen(11, 5)));
        assert!(!order.holds(&queen(11, 2)));
    }
}
