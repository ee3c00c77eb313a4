//! The rows of one color of many patterns as a tree, and what a step to each of them shifts.
//!
//! The queens of a color are placed row by row from the middle of the board outwards. Patterns that have their first
//! rows in common share what is found there.
//!
//! A partial placement is six words: the columns of either class, with the bits beyond the board set; and what its
//! queens attack in the next open row of the upper and of the lower half. Each half has two words: attacks that move
//! towards the high bits from row to row outwards, and those that move towards the low bits. So both halves are treated
//! alike.

use std::ops::Range;

use super::squares::{Color, Squares};
use crate::simd::Lanes;
use crate::tuning::color::LOOK;

/// Attacks along both kinds of diagonals move by these distances.
pub(crate) type Shifts<L> = [<L as Lanes>::Shift; 2];

/// A row that the patterns of a node fill after the same rows.
pub(crate) struct Node<L: Lanes> {
    /// Which patterns.
    pub(crate) patterns: Range<usize>,
    pub(crate) next: Vec<Node<L>>,
    /// The class of the row's squares, and the half it lies in.
    pub(crate) class: usize,
    pub(crate) half: usize,
    /// From the words of its half to the row.
    pub(crate) to_row: Shifts<L>,
    /// For its own half of the board and for the other one: how far the words of attacks move to the next reference row of
    /// that half, and how far the new queen's bit moves there.
    pub(crate) moves: [[Shifts<L>; 2]; 2],
    /// The next rows, as far as all patterns fill them: by class and half, each its own first and then the other one,
    /// from the words after.
    pub(crate) ahead: [[Vec<Shifts<L>>; 2]; 2],
}

/// A row of the board, as the diagonals see it.
#[derive(Clone, Copy)]
struct Row {
    class: usize,
    half: usize,
    /// The diagonals of both kinds through its first square, those first that move towards the high bits outwards.
    diagonals: [u32; 2],
}

impl Row {
    /// How far attacks move from this row to another of the same half, or from a queen here to any other row.
    fn to<L: Lanes>(self, other: Option<Self>, half: usize) -> Shifts<L> {
        let kinds = |row: Self| {
            let [a, b] = row.diagonals;
            if row.half == half { [a, b] } else { [b, a] }
        };
        // Nothing is read of a half without open rows.
        let other = other.map_or([u32::MAX; 2], kinds);
        let own = kinds(self);
        [0, 1].map(|kind| L::shift(own[kind].abs_diff(other[kind]).min(32)))
    }
}

/// The rows of a color's queens in the order in which they are filled.
pub(crate) fn from_the_middle(n: u32, rows: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut rows: Vec<u32> = rows.collect();
    rows.sort_unstable_by_key(|&row| ((2 * row + 1).abs_diff(n), row));
    rows
}

/// What the tree of some patterns is made from.
pub(crate) struct PatternRows<'a> {
    pub(crate) n: u32,
    pub(crate) color: Color,
    /// Of each pattern, as many [from the middle](from_the_middle): those that share most are neighbors.
    pub(crate) rows: &'a [Vec<u32>],
}

impl PatternRows<'_> {
    /// The tree; its root has no row.
    pub(crate) fn tree<L: Lanes>(&self) -> Node<L> {
        self.node(0..self.rows.len(), 0, None)
    }

    fn row(&self, row: u32) -> Row {
        let index = row / 2;
        let class: Squares =
            if row.is_multiple_of(2) { self.color.tried } else { self.color.packed };
        let [anti, diag] = [class.anti(index, 0), class.diag(index, 0)];
        // Upwards, anti diagonals go to the right.
        let half = usize::from(2 * row >= self.n);
        let diagonals = if half == 0 { [anti, diag] } else { [diag, anti] };
        Row { class: row as usize % 2, half, diagonals }
    }

    /// The open row of each half that is next for one of the patterns.
    fn nearest(&self, patterns: &Range<usize>, filled: usize) -> [Option<Row>; 2] {
        let open = || self.rows[patterns.clone()].iter().flat_map(|rows| &rows[filled..]).copied();
        let is_upper = |row: &u32| 2 * row < self.n;
        let lower = open().filter(|row| !is_upper(row)).min();
        [open().filter(is_upper).max(), lower].map(|row| row.map(|row| self.row(row)))
    }

    /// The node of patterns that have their first `filled` rows in common.
    fn node<L: Lanes>(
        &self,
        patterns: Range<usize>,
        filled: usize,
        before: Option<[Option<Row>; 2]>,
    ) -> Node<L> {
        let after = self.nearest(&patterns, filled);
        let rows = &self.rows[patterns.start];
        let next_row = |&pattern: &usize| self.rows[pattern].get(filled);
        let mut next = Vec::new();
        let mut first = patterns.start;
        while first < patterns.end && filled < rows.len() {
            let same =
                (first..patterns.end).take_while(|one| next_row(one) == next_row(&first)).count();
            next.push(self.node(first..first + same, filled + 1, Some(after)));
            first += same;
        }
        let no_row = Row { class: 0, half: 0, diagonals: [0; 2] };
        let row = filled.checked_sub(1).map_or(no_row, |last| self.row(rows[last]));
        let halves = [row.half, 1 - row.half];
        let before = before.unwrap_or_default();
        let moves = halves.map(|half| {
            let keep = before[half]
                .map_or(no_row.to::<L>(None, half), |before| before.to::<L>(after[half], half));
            [keep, row.to::<L>(after[half], half)]
        });
        let to_row = before[row.half].unwrap_or(no_row).to::<L>(Some(row), row.half);
        let is_common = |row: &&u32| {
            self.rows[patterns.clone()].iter().all(|rows| rows[filled..].contains(*row))
        };
        let mut ahead: [[Vec<Shifts<L>>; 2]; 2] = Default::default();
        for &open in rows[filled..].iter().take(LOOK).filter(is_common) {
            let open = self.row(open);
            let from = after[open.half].expect("its half has an open row");
            let other = |a, b| usize::from(a != b);
            ahead[other(open.class, row.class)][other(open.half, row.half)]
                .push(from.to::<L>(Some(open), open.half));
        }
        Node { patterns, next, class: row.class, half: row.half, to_row, moves, ahead }
    }
}
