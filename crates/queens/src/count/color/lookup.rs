//! A color that is searched: each placement found reads the other color's matrix at the columns that it leaves, and adds
//! what is there.

use super::backtrack::Queues;
use super::matrix::Matrix;
use super::pattern::Pattern;
use super::shared::{ColumnSet, FamilyColor, LaneSets};
use super::squares::Color;
use super::trie::{PatternRows, from_the_middle};
use super::weights::Weights;
use crate::parallel::{StopFlag, Stopped};
use crate::sets::Word;
use crate::simd::{Lanes, prefetch};

/// The entries of a matrix that count, times their weights.
pub(crate) struct Table {
    entries: Vec<u16>,
    /// Entries of a row.
    stride: usize,
    /// By the columns of a placement on even rows and on odd ones: the place in a row, and the row. Both are 0 for
    /// columns that do not count; entries of that row and of that place are 0.
    by_columns: [Vec<u16>; 2],
}

impl Table {
    /// Of the matrix of a color; its largest entry times the usual weight fits 16 bits.
    pub(crate) fn new(
        matrix: &Matrix,
        color: usize,
        colors: &[FamilyColor; 2],
        lanes: &[LaneSets; 2],
        weights: &Weights,
    ) -> Self {
        // The places are the packed sets of the color, which are odd columns if it is white; the rows are those that it tries.
        let is_white = color == 0;
        let counting = |color: usize, even: bool| -> Vec<(usize, &ColumnSet, bool)> {
            let sets = lanes[color].sets.iter().enumerate();
            let sets = sets.filter(|(_, set)| weights.can_count(set));
            sets.map(|(number, set)| (number, set, weights.is_special(set, even))).collect()
        };
        let (places, rows) = (counting(color, !is_white), counting(1 - color, is_white));
        let widths = [color, 1 - color].map(|color| colors[color].color.packed.columns);
        let mut by_columns = widths.map(|width| vec![0; 1 << width]);
        for (number, (_, place, _)) in (1..).zip(&places) {
            by_columns[0][(u32::ones(widths[0]) & !place.columns) as usize] = number;
        }
        let stride = places.len() + 1;
        let mut entries = vec![0; (rows.len() + 1) * stride];
        let entries_by_row = entries[stride..].chunks_exact_mut(stride);
        for ((number, &(at, row, is_special)), entries) in (1..).zip(&rows).zip(entries_by_row) {
            by_columns[1][row.columns as usize] = number;
            for (&(place_at, place, special_place), to) in places.iter().zip(&mut entries[1..]) {
                let entry = matrix.entry(at, place_at);
                if entry > 0 {
                    let weight = match is_special || special_place {
                        true if is_white => weights.weight(row, place),
                        true => weights.weight(place, row),
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

    /// What these placements read, all together.
    fn sum(&self, placements: &[u32]) -> u128 {
        let [places, rows] = &self.by_columns;
        let mut sum = 0u64;
        // Most entries are far from the caches: many are on their way at a time.
        let mut at = [0; 64];
        for placements in placements.chunks(at.len()) {
            for (at, &placement) in at.iter_mut().zip(placements) {
                let place = usize::from(places[placement as usize & 0xffff]);
                *at = usize::from(rows[placement as usize >> 16]) * self.stride + place;
                prefetch(&self.entries[*at]);
            }
            for &at in &at[..placements.len()] {
                sum += u64::from(self.entries[at]);
            }
        }
        sum.into()
    }
}

/// A pattern whose one color is to be searched.
pub(crate) struct Waiting {
    pub(crate) rows: Pattern,
    pub(crate) table: Table,
    /// Placements that were tried for it.
    pub(crate) tried: u64,
    /// What was found.
    pub(crate) sum: u128,
}

/// Placements of a pattern that read its table together, so that it stays in the caches meanwhile.
const TOGETHER: usize = 1 << 11;

/// Searches the color of all patterns, whose queens stand in the rows that white ones leave or in theirs.
pub(crate) fn search_color<L: Lanes>(
    color: &Color,
    white: bool,
    n: u32,
    patterns: &mut [Waiting],
    queues: &mut Queues<L>,
    stop: &StopFlag,
) -> Result<(), Stopped> {
    if patterns.is_empty() {
        return Ok(());
    }
    let rows_of = |rows: Pattern| {
        let white_rows = rows.together();
        from_the_middle(n, (0..n).filter(|row| (white_rows >> row & 1 == 1) == white))
    };
    let order = |row: u32| ((2 * row + 1).abs_diff(n), row);
    patterns.sort_by_cached_key(|one| -> Vec<(u32, u32)> {
        rows_of(one.rows).into_iter().map(order).collect()
    });
    let rows: Vec<Vec<u32>> = patterns.iter().map(|one| rows_of(one.rows)).collect();
    let tree = PatternRows { n, color: *color, rows: &rows }.tree::<L>();
    let widths = [color.tried.columns, color.packed.columns];
    let masks = widths.map(u32::ones);
    let room = || Vec::with_capacity(TOGETHER);
    let mut found: Vec<Vec<u32>> = patterns.iter().map(|_| room()).collect();
    let add = |one: &mut Waiting, found: &mut Vec<u32>| {
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
