//! The rows of one color of many patterns as a tree, and what a step to each of them shifts.
//!
//! The queens of a color are placed row by row from the middle of the board outwards. Patterns that have their first
//! rows in common share what is found there.
//!
//! A partial placement is six words: the columns of either class, with the bits beyond the board set; and for the upper
//! and the lower half of the board, what its queens attack in the *next row* of the half, the open one that is nearest to
//! the middle. Each half has two words of attacks: those that move towards the high bits from row to row outwards, and those
//! that move towards the low bits. So both halves are treated alike.

use std::ops::Range;

use super::squares::Color;
use crate::simd::Lanes;
use crate::tuning::color::LOOK;

/// How far attacks of the two words of a half move.
pub(crate) type Shifts<L> = [<L as Lanes>::Shift; 2];

/// A row that the patterns of a node fill after the same rows.
pub(crate) struct Node<L: Lanes> {
    /// Which patterns.
    pub(crate) patterns: Range<usize>,
    pub(crate) children: Vec<Node<L>>,
    /// The class of the row's squares, and the half it lies in.
    pub(crate) class: usize,
    pub(crate) half: usize,
    /// From the next row of its half, as it was before this node, to the row.
    pub(crate) to_row: Shifts<L>,
    /// For its own half and for the other one: how the words of attacks become those after its queen.
    pub(crate) advance: [Advance<L>; 2],
    /// For rows of its own class and of the other one, each first in its own half and then in the other one: from the next
    /// row of the half, as it is after this node, to each of the next rows that all of its patterns fill.
    pub(crate) look_ahead: [[Vec<Shifts<L>>; 2]; 2],
}

/// How far attacks move to the next row of a half.
#[derive(Clone, Copy)]
pub(crate) struct Advance<L: Lanes> {
    /// The attacks of the queens before, from the row that was the next one.
    pub(crate) attacks: Shifts<L>,
    /// The attacks of the new queen, from its row.
    pub(crate) queen: Shifts<L>,
}

/// A row of the board, as the diagonals see it.
#[derive(Clone, Copy, Default)]
struct Row {
    class: usize,
    half: usize,
    /// The diagonals of both kinds through its first square, those first that move towards the high bits outwards.
    diagonals: [u32; 2],
}

impl Row {
    /// How far attacks move from this row to another one, which lies in this half.
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

/// What the tree of some patterns is made from.
pub(crate) struct PatternRows<'a> {
    pub(crate) n: u32,
    pub(crate) color: Color,
    /// The rows of each pattern, from the middle outwards, as many of each. Patterns that share most are neighbors.
    pub(crate) rows: &'a [Vec<u32>],
}

impl PatternRows<'_> {
    /// The tree; its root has no row.
    pub(crate) fn tree<L: Lanes>(&self) -> Node<L> {
        self.node(0..self.rows.len(), 0, [None; 2])
    }

    fn row(&self, row: u32) -> Row {
        let index = row / 2;
        let class = self.color.class_of(row);
        let [anti, diag] = [class.anti(index, 0), class.diag(index, 0)];
        // Upwards, anti diagonals go to the right.
        let half = usize::from(2 * row >= self.n);
        let diagonals = if half == 0 { [anti, diag] } else { [diag, anti] };
        Row { class: row as usize % 2, half, diagonals }
    }

    /// The next row of each half for these patterns, of which this many rows are filled: it is open for one of them.
    fn next_rows(&self, patterns: &Range<usize>, filled: usize) -> [Option<Row>; 2] {
        let open = || self.rows[patterns.clone()].iter().flat_map(|rows| &rows[filled..]).copied();
        let is_upper = |row: &u32| 2 * row < self.n;
        let lower = open().filter(|row| !is_upper(row)).min();
        [open().filter(is_upper).max(), lower].map(|row| row.map(|row| self.row(row)))
    }

    /// The node of patterns that have their first `filled` rows in common; `before` are the next rows of its parent.
    fn node<L: Lanes>(
        &self,
        patterns: Range<usize>,
        filled: usize,
        before: [Option<Row>; 2],
    ) -> Node<L> {
        let after = self.next_rows(&patterns, filled);
        let rows = &self.rows[patterns.start];
        let next_row = |rows: &Vec<u32>| rows.get(filled).copied();
        let mut children = Vec::new();
        let mut first = patterns.start;
        let same_next = |a: &Vec<u32>, b: &Vec<u32>| next_row(a) == next_row(b);
        for same in self.rows[patterns.clone()].chunk_by(same_next) {
            if filled < rows.len() {
                children.push(self.node(first..first + same.len(), filled + 1, after));
            }
            first += same.len();
        }
        let row = filled.checked_sub(1).map_or(Row::default(), |last| self.row(rows[last]));
        let advance = [row.half, 1 - row.half].map(|half| Advance {
            attacks: before[half].unwrap_or_default().to::<L>(after[half], half),
            queen: row.to::<L>(after[half], half),
        });
        let to_row = before[row.half].unwrap_or_default().to::<L>(Some(row), row.half);
        let is_common = |row: &&u32| {
            self.rows[patterns.clone()].iter().all(|rows| rows[filled..].contains(*row))
        };
        let mut look_ahead: [[Vec<Shifts<L>>; 2]; 2] = Default::default();
        for &open in rows[filled..].iter().take(LOOK).filter(is_common) {
            let open = self.row(open);
            let from = after[open.half].expect("its half has an open row");
            let is_other = |a, b| usize::from(a != b);
            look_ahead[is_other(open.class, row.class)][is_other(open.half, row.half)]
                .push(from.to::<L>(Some(open), open.half));
        }
        Node { patterns, children, class: row.class, half: row.half, to_row, advance, look_ahead }
    }
}
