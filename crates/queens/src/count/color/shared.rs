//! What patterns share: the column sets of a family, the programs of a batch, the lanes for a set of odd rows.

use super::board::Board;
use super::lists::{Lists, Ranks};
use super::pattern::{Allowed, Family, Pruning};
use super::sampling::Way;
use super::squares::Color;
use super::walk::{Prefixes, Program, Room};
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;

/// What is the same for all patterns of a family, of one color.
pub(crate) struct FamilyColor {
    pub(crate) white: bool,
    pub(crate) color: Color,
    pub(crate) way: Way,
    /// The column sets of either class, by rank. The complements of one color's are the other's, in the opposite
    /// order.
    pub(crate) tried: Vec<ColumnSet>,
    pub(crate) packed: Vec<ColumnSet>,
    pub(crate) packed_ranks: Ranks,
}

/// A set of columns.
#[derive(Clone, Copy)]
pub(crate) struct ColumnSet {
    pub(crate) columns: u32,
    /// The columns of white queens: these for white, the others of the class for black.
    pub(crate) white: u32,
    /// The key of the white columns.
    pub(crate) key: u32,
}

impl FamilyColor {
    pub(crate) fn new(board: &Board, family: &Family, white: bool, way: Way) -> Self {
        let Board { pruning, columns: [even, odd], .. } = *board;
        let sets = |choice: Allowed, white_queens: u32, key: fn(Pruning, u32) -> u32| {
            let set = |white_columns: u32| ColumnSet {
                columns: lines_of(white, white_columns, choice.width),
                white: white_columns,
                key: key(pruning, white_columns),
            };
            let mut sets: Vec<ColumnSet> = choice.sets(white_queens).into_iter().map(set).collect();
            sets.sort_unstable_by_key(|set| set.columns);
            sets
        };
        // EE has the columns B1, OO has B2, EO the complements of B2, and OE those of B1.
        let b1 = sets(even, family.on_even, Pruning::key_of_b1);
        let b2 = sets(odd, family.on_odd, Pruning::key_of_b2);
        let (tried, packed) = if white { (b1, b2) } else { (b2, b1) };
        let color = board.colors[usize::from(!white)];
        let packed_ranks = Ranks::new(color.packed.columns, packed.iter().map(|set| set.columns));
        Self { white, color, way, tried, packed, packed_ranks }
    }

    /// The packed placements where white queens stand on the odd rows `a2`.
    pub(crate) fn lists(&self, a2: u32, stop: &StopFlag) -> Result<Lists, Stopped> {
        let class = self.color.packed;
        let rows = lines_of(self.white, a2, class.rows);
        Lists::new(class, rows, &self.packed_ranks, self.packed.len(), stop)
    }

    /// Where white queens stand on the even rows `a1`: the rows of the prefixes, and the others.
    pub(crate) fn rows(&self, a1: u32) -> (Vec<u32>, Vec<u32>) {
        let class = self.color.tried;
        let mut first = class.central_first(lines_of(self.white, a1, class.rows));
        let rest = first.split_off(self.way.first.min(first.len().saturating_sub(1)));
        (first, rest)
    }
}

/// The lines of a color, of which white queens have these.
pub(crate) fn lines_of(white: bool, lines: u32, width: u32) -> u32 {
    if white { lines } else { u32::ones(width) & !lines }
}

/// One color of some sets A1 that have the same rows in its prefixes.
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
        let mut room = Room::default();
        for &a1 in a1s {
            if stop.is_raised() {
                return Err(Stopped);
            }
            let key_of_rows = key_of_rows(a1);
            let (_, rest) = of_color.rows(a1);
            open |= rest.iter().fold(0, |open, row| open | 1 << row);
            let counts = of_color.tried.iter().filter(|set| set.key >= key_of_rows);
            let columns = counts.map(|set| set.columns);
            programs.push(Program::new(class, &prefixes, &rest, columns, &mut room));
        }
        Ok(Self { prefixes, open, programs })
    }
}

/// The packed column sets of one color that have lanes.
pub(crate) struct LaneSets {
    /// By lane, the column set and its rank.
    pub(crate) sets: Vec<ColumnSet>,
    pub(crate) ranks: Vec<u16>,
    /// For each tried column set of the other color, the lane here of its complement: a row of that color's matrix meets
    /// this lane in the product.
    pub(crate) row_in_other_matrix: Ranks,
}

impl LaneSets {
    /// Those whose keys are large enough, of those that have lists or of all.
    pub(crate) fn new(
        of_color: &FamilyColor,
        longest_first: Option<&[u16]>,
        key_of_rows: u32,
    ) -> Self {
        let all: Vec<u16> = (0..of_color.packed.len() as u16).collect();
        let ranks = longest_first.unwrap_or(&all).iter().copied();
        let set = |rank: u16| of_color.packed[usize::from(rank)];
        let ranks: Vec<u16> = ranks.filter(|&rank| set(rank).key >= key_of_rows).collect();
        let sets: Vec<ColumnSet> = ranks.iter().map(|&rank| set(rank)).collect();
        let width = of_color.color.packed.columns;
        let row_in_other_matrix =
            Ranks::new(width, sets.iter().map(|set| u32::ones(width) & !set.columns));
        Self { sets, ranks, row_in_other_matrix }
    }
}
