//! What patterns share: the column sets of a family, the programs of a batch, the lanes for a set of odd rows.

use super::board::Board;
use super::lists::{Lists, Ranks};
use super::pattern::{Allowed, Family, Pruning};
use super::sampling::Way;
use super::squares::Color;
use super::walk::{Builder, Prefixes, Program};
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;

/// One color of a family.
pub(crate) struct FamilyColor {
    pub(crate) color: Color,
    pub(crate) way: Way,
    /// The column sets of either class, by rank. The complements of one color's are the other's, in the opposite
    /// order.
    pub(crate) tried_sets: Vec<ColumnSet>,
    pub(crate) packed_sets: Vec<ColumnSet>,
    pub(crate) packed_ranks: Ranks,
}

/// A set of columns.
#[derive(Clone, Copy)]
pub(crate) struct ColumnSet {
    pub(crate) columns: u32,
    /// The columns of white queens: the same for white, the others of the class for black.
    pub(crate) white: u32,
    /// The key of the white columns.
    pub(crate) key: u32,
}

impl FamilyColor {
    pub(crate) fn new(board: &Board, family: &Family, color: Color, way: Way) -> Self {
        let Board { pruning, columns: [even, odd], .. } = *board;
        let sets = |allowed: Allowed, white_queens: u32, key: fn(Pruning, u32) -> u32| {
            let set = |white: u32| {
                let (columns, key) = (color.own(white, allowed.width), key(pruning, white));
                ColumnSet { columns, white, key }
            };
            let mut sets: Vec<ColumnSet> =
                allowed.sets(white_queens).into_iter().map(set).collect();
            sets.sort_unstable_by_key(|set| set.columns);
            sets
        };
        // EE has the columns B1, OO has B2, EO the complements of B2, and OE those of B1.
        let b1 = sets(even, family.on_even, Pruning::key_of_b1);
        let b2 = sets(odd, family.on_odd, Pruning::key_of_b2);
        let (tried_sets, packed_sets) = if color.is_white { (b1, b2) } else { (b2, b1) };
        let packed_ranks =
            Ranks::new(color.packed.columns, packed_sets.iter().map(|set| set.columns));
        Self { color, way, tried_sets, packed_sets, packed_ranks }
    }

    /// The packed placements where white queens stand on the odd rows `a2`.
    pub(crate) fn lists(&self, a2: u32, stop: &StopFlag) -> Result<Lists, Stopped> {
        let class = self.color.packed;
        let rows = self.color.own(a2, class.rows);
        Lists::new(class, rows, &self.packed_ranks, self.packed_sets.len(), stop)
    }

    /// The rows of the tried class where white queens stand on the even rows `a1`: those of the prefixes, and the others.
    pub(crate) fn rows(&self, a1: u32) -> (Vec<u32>, Vec<u32>) {
        let mut first = self.color.tried_rows(a1);
        let rest = first.split_off(self.way.first.min(first.len().saturating_sub(1)));
        (first, rest)
    }
}

/// One color of a batch: of some sets A1 that have the same rows in its prefixes.
pub(crate) struct Batch {
    pub(crate) prefixes: Prefixes,
    /// The rows that some program has open.
    pub(crate) open: u32,
    /// By set A1.
    pub(crate) programs: Vec<Program>,
}

impl Batch {
    pub(crate) fn new(
        of_color: &FamilyColor,
        a1s: &[u32],
        key_of_rows: &dyn Fn(u32) -> u32,
        stop: &StopFlag,
    ) -> Result<Self, Stopped> {
        let (first, _) = of_color.rows(a1s[0]);
        let shared = of_color.way.shared.min(first.len());
        let class = of_color.color.tried;
        let prefixes = Prefixes::new(class, &first, shared);
        let (mut open, mut programs) = (0, Vec::new());
        let mut builder = Builder::new(class, &prefixes);
        for &a1 in a1s {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let key_of_rows = key_of_rows(a1);
            let (_, rest) = of_color.rows(a1);
            open |= rest.iter().fold(0, |open, row| open | 1 << row);
            let counts = of_color.tried_sets.iter().filter(|set| set.key >= key_of_rows);
            let columns = counts.map(|set| set.columns);
            programs.push(builder.program(rest, columns));
        }
        Ok(Self { prefixes, open, programs })
    }
}

/// The packed column sets of one color that have lanes.
pub(crate) struct LaneSets {
    /// By lane, the column set and its rank.
    pub(crate) sets: Vec<ColumnSet>,
    pub(crate) ranks: Vec<u16>,
    /// By tried column set of the other color, its row in that color's matrix: the same number as the lane here of its
    /// complement, which the row meets in the product.
    pub(crate) rows_of_other: Ranks,
}

impl LaneSets {
    /// The column sets whose keys are large enough, of those that have lists or of all.
    pub(crate) fn new(
        of_color: &FamilyColor,
        longest_first: Option<&[u16]>,
        key_of_rows: u32,
    ) -> Self {
        let all: Vec<u16> = (0..of_color.packed_sets.len() as u16).collect();
        let ranks = longest_first.unwrap_or(&all).iter().copied();
        let set = |rank: u16| of_color.packed_sets[usize::from(rank)];
        let ranks: Vec<u16> = ranks.filter(|&rank| set(rank).key >= key_of_rows).collect();
        let sets: Vec<ColumnSet> = ranks.iter().map(|&rank| set(rank)).collect();
        let width = of_color.color.packed.columns;
        let rows_of_other =
            Ranks::new(width, sets.iter().map(|set| u32::ones(width) & !set.columns));
        Self { sets, ranks, rows_of_other }
    }
}
