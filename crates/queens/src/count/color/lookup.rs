//! A color that is searched: each placement found reads the other color's matrix at the columns that it leaves, and adds
//! what is there.

use super::backtrack::Queues;
use super::matrix::Matrix;
use super::pattern::Pattern;
use super::squares::Color;
use super::trie::{PatternRows, from_the_middle};
use crate::count::sets::ones;
use crate::parallel::{StopFlag, Stopped};
use crate::simd::{Lanes, fetch};

/// A line of a matrix that counts: which one, the columns of the searched color that belong to it, and whether its
/// entries have weights of their own.
pub(crate) struct AxisEntry {
    pub(crate) number: usize,
    pub(crate) columns: u32,
    pub(crate) special: bool,
}

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
    /// Of these places and rows; an entry of special lines has the weight that `weigh` tells of its row and place, the
    /// others have the usual one, with which the largest entry fits 16 bits.
    pub(crate) fn new(
        matrix: &Matrix,
        [places, rows]: [&[AxisEntry]; 2],
        widths: [u32; 2],
        usual: u32,
        mut weigh: impl FnMut(usize, usize) -> u32,
    ) -> Self {
        let stride = places.len() + 1;
        let mut entries = vec![0; (rows.len() + 1) * stride];
        for (row, entries) in rows.iter().zip(entries[stride..].chunks_exact_mut(stride)) {
            for (place, to) in places.iter().zip(&mut entries[1..]) {
                let entry = matrix.entry(row.number, place.number);
                if entry > 0 {
                    let special = row.special || place.special;
                    let weight = if special { weigh(row.number, place.number) } else { usual };
                    *to = entry * weight as u16;
                }
            }
        }
        let by_columns = |lines: &[AxisEntry], width: u32| {
            let mut by_columns = vec![0; 1 << width];
            for (number, line) in (1..).zip(lines) {
                by_columns[line.columns as usize] = number;
            }
            by_columns
        };
        let by_columns = [by_columns(places, widths[0]), by_columns(rows, widths[1])];
        Self { entries, stride, by_columns }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
            + self.by_columns.iter().map(|by| size_of_val(&by[..])).sum::<usize>()
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
                fetch(&self.entries[*at]);
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
const TOGETHER: usize = 1 << 13;

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
    let masks = widths.map(ones);
    let mut found: Vec<Vec<u32>> = patterns.iter().map(|_| Vec::new()).collect();
    let add = |one: &mut Waiting, found: &mut Vec<u32>| {
        one.sum += one.table.sum(found);
        one.tried += found.len() as u64;
        found.clear();
    };
    queues.search(&tree, masks.map(|mask| !mask), stop, &mut |pattern, [even, odd]| {
        let found = &mut found[pattern];
        found.extend(even.iter().zip(odd).map(|(&even, &odd)| {
            let (even, odd): (u32, u32) = (even.into(), odd.into());
            even & masks[0] | (odd & masks[1]) << 16
        }));
        if found.len() >= TOGETHER {
            add(&mut patterns[pattern], found);
        }
    })?;
    for (one, found) in patterns.iter_mut().zip(&mut found) {
        add(one, found);
    }
    Ok(())
}
