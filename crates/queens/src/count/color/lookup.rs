//! A color that is searched: each placement found reads the other color's matrix at the columns that it leaves, and adds
//! what is there.

use super::backtrack::Queues;
use super::matrix::Matrix;
use super::pattern::Pattern;
use super::shared::{ColumnSet, FamilyColor, LaneSets};
use super::squares::Color;
use super::trie::PatternRows;
use super::weights::Weights;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::{Word, from_the_middle};
use crate::simd::{Lanes, prefetch};

/// The entries of a matrix that count, times their weights.
pub(crate) struct Table {
    entries: Vec<u16>,
    /// Entries of a row.
    stride: usize,
    /// By the columns of a placement on even rows and on odd ones: the lane, and the row. Both are 0 for columns that do not
    /// count; the entries of that row and of that lane are 0.
    by_columns: [Vec<u16>; 2],
}

impl Table {
    /// The table of a color's matrix, whose largest entry times the usual weight fits 16 bits.
    pub(crate) fn new(
        matrix: &Matrix,
        color: usize,
        colors: &[FamilyColor; 2],
        lanes: &[LaneSets; 2],
        weights: &Weights,
    ) -> Self {
        // Lanes are the packed sets of the color, which are odd columns if it is white; rows are the sets that it tries.
        let is_white = color == 0;
        let counting = |color: usize, even: bool| -> Vec<(usize, &ColumnSet, bool)> {
            let sets = lanes[color].sets.iter().enumerate();
            let sets = sets.filter(|(_, set)| weights.can_count(set));
            sets.map(|(number, set)| (number, set, weights.is_special(set, even))).collect()
        };
        let (lanes, rows) = (counting(color, !is_white), counting(1 - color, is_white));
        let widths = [color, 1 - color].map(|color| colors[color].color.packed.columns);
        let mut by_columns = widths.map(|width| vec![0; 1 << width]);
        for (number, (_, set, _)) in (1..).zip(&lanes) {
            by_columns[0][(u32::ones(widths[0]) & !set.columns) as usize] = number;
        }
        let stride = lanes.len() + 1;
        let mut entries = vec![0; (rows.len() + 1) * stride];
        let entries_by_row = entries[stride..].chunks_exact_mut(stride);
        for ((number, &(row, tried, special_row)), entries) in (1..).zip(&rows).zip(entries_by_row)
        {
            by_columns[1][tried.columns as usize] = number;
            for (&(lane, packed, special_lane), to) in lanes.iter().zip(&mut entries[1..]) {
                let entry = matrix.entry(row, lane);
                if entry > 0 {
                    let weight = match special_row || special_lane {
                        true if is_white => weights.weight(tried, packed),
                        true => weights.weight(packed, tried),
                        false => weights.usual(),
                    };
                    *to = entry * weight as u16;
                }
            }
        }
        Self { entries, stride, by_columns }
    }

    /// The memory that a pattern takes while it waits: the table, and what was found for it.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
            + self.by_columns.iter().map(|by| size_of_val(&by[..])).sum::<usize>()
            + 4 * TOGETHER
    }

    /// The sum of the entries that these placements read.
    fn sum(&self, placements: &[u32]) -> u128 {
        let [lanes, rows] = &self.by_columns;
        let mut sum = 0u64;
        // Most entries are far from the caches: many are on their way at a time.
        let mut at = [0; 64];
        for placements in placements.chunks(at.len()) {
            for (at, &placement) in at.iter_mut().zip(placements) {
                let lane = usize::from(lanes[placement as usize & 0xffff]);
                *at = usize::from(rows[placement as usize >> 16]) * self.stride + lane;
                prefetch(&self.entries[*at]);
            }
            for &at in &at[..placements.len()] {
                sum += u64::from(self.entries[at]);
            }
        }
        sum.into()
    }
}

/// A pattern of which one color is to be searched.
pub(crate) struct Lookup {
    pub(crate) rows: Pattern,
    pub(crate) table: Table,
    /// Placements that were tried for the table, and placements found.
    pub(crate) tried: u64,
    /// The sum of the entries that the placements read.
    pub(crate) sum: u128,
}

/// Placements of a pattern that read its table together, so that it stays in the caches meanwhile.
const TOGETHER: usize = 1 << 11;

/// Searches a color of all these patterns.
pub(crate) fn search_color<L: Lanes>(
    color: &Color,
    n: u32,
    patterns: &mut [Lookup],
    queues: &mut Queues<L>,
    stop: &StopFlag,
) -> Result<(), Stopped> {
    if patterns.is_empty() {
        return Ok(());
    }
    let rows_of = |one: &Lookup| from_the_middle(n, color.own(one.rows.bits(), n));
    patterns.sort_by_cached_key(rows_of);
    let rows: Vec<Vec<u32>> = patterns.iter().map(rows_of).collect();
    let tree = PatternRows { n, color: *color, rows: &rows }.tree::<L>();
    let widths = [color.tried.columns, color.packed.columns];
    let masks = widths.map(u32::ones);
    let mut found: Vec<Vec<u32>> = patterns.iter().map(|_| Vec::with_capacity(TOGETHER)).collect();
    let add = |one: &mut Lookup, found: &mut Vec<u32>| {
        one.sum += one.table.sum(found);
        one.tried += found.len() as u64;
        found.clear();
    };
    queues.search(&tree, masks.map(|mask| !mask), stop, &mut |pattern, [even, odd]| {
        let found = &mut found[pattern];
        for (even, odd) in even.chunks(TOGETHER).zip(odd.chunks(TOGETHER)) {
            if found.len() + even.len() > TOGETHER {
                add(&mut patterns[pattern], found);
            }
            found.extend(even.iter().zip(odd).map(|(&even, &odd)| {
                let (even, odd): (u32, u32) = (even.into(), odd.into());
                even & masks[0] | (odd & masks[1]) << 16
            }));
        }
    })?;
    for (one, found) in patterns.iter_mut().zip(&mut found) {
        add(one, found);
    }
    Ok(())
}
