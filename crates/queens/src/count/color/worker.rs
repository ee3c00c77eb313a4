//! Counts row patterns: lists and programs for many of them at once, two matrices for each, and their product; or one
//! matrix, and a search that reads it.

use std::marker::PhantomData;

use super::backtrack::Queues;
use super::choice::Choice;
use super::fill::{Fill, Scratch, VECTORS};
use super::lists::Lists;
use super::lookup::{Lookup, Table, search_color};
use super::matrix::{Matrix, Product};
use super::pairs;
use super::pattern::{Pattern, Pruning};
use super::patterns::{Patterns, Tile};
use super::shared::{Batch, FamilyColor, LaneSets};
use super::walk::Program;
use super::weights::Weights;
use crate::error::Error;
use crate::parallel::{StopFlag, Stopped, mixed};
use crate::simd::{Bytes, Lanes};
use crate::tuning::color::tables;

/// A pattern's number: the solutions whose white queens stand in exactly these rows, each counted by the
/// weight of its white columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PatternCount {
    pub(crate) rows: Pattern,
    /// The weighted number of solutions; of a canonical pattern, times the orbit of its rows.
    pub(crate) solutions: u128,
    /// Tried placements of the colors that were walked, and placements that a search found.
    pub(crate) tried: u64,
}

/// What a worker of any instruction set does.
pub(crate) trait Count {
    /// Counts all patterns of a tile, each by itself, in this way. `worked` is told the fraction of a pattern's work
    /// that was just done.
    fn count(
        &mut self,
        tile: &Tile,
        choice: &Choice,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Error>;
}

/// Counts patterns of one board with one instruction set.
pub(crate) struct Worker<'a, S: Bytes, L: Lanes> {
    all: &'a Patterns,
    /// The last family.
    family: usize,
    scratch: Scratch<S>,
    queues: Queues<L>,
    /// By color and pattern of a batch.
    matrices: [Vec<Matrix>; 2],
}

impl<'a, S: Bytes, L: Lanes> Worker<'a, S, L> {
    pub(crate) fn new(all: &'a Patterns) -> Self {
        Self {
            all,
            family: 0,
            scratch: Scratch::new(),
            queues: Queues::new(),
            matrices: Default::default(),
        }
    }
}

/// A tile that is being counted.
struct TileCount<'a> {
    choice: &'a Choice,
    pruning: Pruning,
    colors: [FamilyColor; 2],
    /// The patterns that wait for the search of a color, and the bytes of their tables.
    lookups: Vec<Lookup>,
    bytes: f64,
    stop: &'a StopFlag,
    found: &'a mut dyn FnMut(PatternCount),
    worked: &'a mut dyn FnMut(Pattern, f64),
}

impl TileCount<'_> {
    fn found(&mut self, rows: Pattern, sum: u128, tried: u64) {
        let solutions = sum * u128::from(self.pruning.orbit(rows));
        (self.found)(PatternCount { rows, solutions, tried });
    }
}

/// A set A2 of a tile: its partners there, and the lists of the colors that have matrices.
struct OddRows<'a> {
    a2: u32,
    partners: &'a [u32],
    lists: [Lists; 2],
}

impl<S: Bytes, L: Lanes> Count for Worker<'_, S, L> {
    fn count(
        &mut self,
        tile: &Tile,
        choice: &Choice,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Error> {
        let board = &self.all.board;
        let family = &self.all.families[tile.family];
        let pruning = board.pruning;
        if self.family != tile.family {
            // A thread takes as much memory as its largest family, not some of each.
            *self = Self { family: tile.family, ..Self::new(self.all) };
        }
        let colors = [0, 1]
            .map(|color| FamilyColor::new(board, family, board.colors[color], choice.ways[color]));
        let (lookups, bytes) = (Vec::new(), 0.0);
        let mut count = TileCount { choice, pruning, colors, lookups, bytes, stop, found, worked };
        let has_matrix = |color: usize| choice.searched != Some(color);
        let mut sets = Vec::new();
        for &a2 in &family.odd[tile.a2.clone()] {
            let partners = tile.slice(family.partners(a2));
            let lists = |color: usize| {
                if partners.is_empty() || !has_matrix(color) {
                    return Ok(Lists::default());
                }
                count.colors[color].lists(a2, stop)
            };
            sets.push(OddRows { a2, partners, lists: [lists(0)?, lists(1)?] });
        }
        // The partners A1 of one set A2 are among those of any other with more.
        let Some(longest) = sets.iter().max_by_key(|set| set.partners.len()) else {
            return Ok(());
        };
        let key_of_rows = |a1: u32| pruning.key_of_rows(Pattern { even: a1, odd: longest.a2 });
        for a1s in &batches(longest.partners, &count.colors, choice) {
            let batch = |color: usize| {
                let batch = || Batch::new(&count.colors[color], a1s, &key_of_rows, stop);
                has_matrix(color).then(batch).transpose()
            };
            let batches = [batch(0)?, batch(1)?];
            let smallest_key = a1s.iter().map(|&a1| key_of_rows(a1)).min().unwrap_or(0);
            for set in &sets {
                self.count_batch(&mut count, &batches, a1s, set, smallest_key)?;
                if count.bytes > tables(pruning.n) {
                    self.search(&mut count)?;
                }
            }
        }
        Ok(self.search(&mut count)?)
    }
}

/// Sets A1 as batches, which have the same rows in the prefixes of the colors that have matrices.
fn batches(a1s: &[u32], colors: &[FamilyColor; 2], choice: &Choice) -> Vec<Vec<u32>> {
    let first = |a1: u32| {
        let with_matrix = (0..2).filter(|&color| choice.searched != Some(color));
        with_matrix.map(|color| colors[color].rows(a1).0).collect::<Vec<_>>()
    };
    let mut sets = a1s.to_vec();
    if let Some(color) = choice.searched {
        // Neighbors share the first rows of the search.
        sets.sort_by_cached_key(|&a1| colors[color].color.tried_rows(a1));
    } else {
        sets.sort_by_cached_key(|&a1| (first(a1), a1));
    }
    let same = sets.chunk_by(|&a, &b| first(a) == first(b));
    let batches: Vec<Vec<u32>> =
        same.flat_map(|same| same.chunks(choice.at_once)).map(<[u32]>::to_vec).collect();
    if choice.searched.is_some() {
        return batches;
    }
    // What is done then tells how long the rest will take.
    (0..batches.len()).map(mixed(batches.len())).map(|i| batches[i].clone()).collect()
}

impl<S: Bytes, L: Lanes> Worker<'_, S, L> {
    /// Counts the patterns of a batch that have this set A2, or makes the tables for their search.
    fn count_batch(
        &mut self,
        count: &mut TileCount<'_>,
        batches: &[Option<Batch>; 2],
        a1s: &[u32],
        set: &OddRows<'_>,
        smallest_key: u32,
    ) -> Result<(), Error> {
        let some: Vec<usize> = (0..a1s.len()).filter(|&i| set.partners.contains(&a1s[i])).collect();
        if some.is_empty() {
            return Ok(());
        }
        let rows = |i: usize| Pattern { even: a1s[i], odd: set.a2 };
        let lanes = &[0, 1].map(|color| {
            let with_lists = batches[color].is_some();
            let longest_first = with_lists.then_some(&set.lists[color].longest_first[..]);
            LaneSets::new(&count.colors[color], longest_first, smallest_key)
        });
        let Choice { searched, search_fraction, .. } = *count.choice;
        let for_matrix = if searched.is_some() { 1.0 - search_fraction } else { 0.5 };
        let mut tried = vec![0; some.len()];
        for (color, batch) in batches.iter().enumerate() {
            let Some(batch) = batch else { continue };
            let programs: Vec<&Program> = some.iter().map(|&i| &batch.programs[i]).collect();
            let mut worked = |fraction| {
                for &i in &some {
                    (count.worked)(rows(i), fraction * for_matrix);
                }
            };
            let mut rest = 1.0;
            let fill = Fill {
                color: count.colors[color].color,
                prefixes: &batch.prefixes,
                open: batch.open,
                programs: &programs,
                lists: &set.lists[color],
                lanes: &lanes[color].ranks,
                rows: &lanes[1 - color].rows_of_other,
                limit: self.all.limits.0,
                to: cleared::<S>(&mut self.matrices[color], lanes, color, some.len()),
                scratch: &mut self.scratch,
                stop: count.stop,
                worked: &mut |fraction| {
                    rest -= fraction;
                    worked(fraction);
                },
            };
            S::run(fill)?;
            worked(rest);
            tried.iter_mut().zip(programs).for_each(|(sum, program)| *sum += program.placements);
        }
        for (number, (&i, tried)) in some.iter().zip(tried).enumerate() {
            let rows = rows(i);
            let weights = Weights::new(count.pruning, rows);
            let sum = if let Some(searched) = searched {
                let color = 1 - searched;
                let matrix = &self.matrices[color][number];
                let most = matrix.max().saturating_mul(weights.usual() as u16);
                if most < self.all.limits.1 {
                    let table = Table::new(matrix, color, &count.colors, lanes, &weights);
                    count.bytes += table.bytes() as f64;
                    count.lookups.push(Lookup { rows, table, tried, sum: 0 });
                    continue;
                }
                (count.worked)(rows, search_fraction);
                None
            } else {
                let [white, black] = self.matrices.each_ref().map(|of_color| &of_color[number]);
                let limit = self.all.limits.1;
                let sum = S::run(Product::<S> { white, black, limit, vectors: PhantomData });
                sum.map(|sum| weights.of_products(lanes, sum, white, black))
            };
            let sum = match sum {
                Some(sum) => sum,
                None => pairs::count(count.pruning, &count.colors, rows, count.stop)?,
            };
            count.found(rows, sum, tried);
        }
        Ok(())
    }

    /// Searches the color that has no matrices, if there is one, for all the patterns that wait for it.
    fn search(&mut self, count: &mut TileCount<'_>) -> Result<(), Stopped> {
        let Some(searched) = count.choice.searched else { return Ok(()) };
        let color = &count.colors[searched].color;
        search_color(color, count.pruning.n, &mut count.lookups, &mut self.queues, count.stop)?;
        count.bytes = 0.0;
        for Lookup { rows, sum, tried, .. } in std::mem::take(&mut count.lookups) {
            count.found(rows, sum, tried);
            (count.worked)(rows, count.choice.search_fraction);
        }
        Ok(())
    }
}

/// So many empty matrices of a color.
fn cleared<'a, S: Bytes>(
    matrices: &'a mut Vec<Matrix>,
    lanes: &[LaneSets; 2],
    color: usize,
    count: usize,
) -> &'a mut [Matrix] {
    matrices.resize_with(count.max(matrices.len()), Matrix::default);
    let (rows, lanes) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
    for matrix in &mut matrices[..count] {
        matrix.clear(rows, lanes, S::LANES, VECTORS * S::LANES);
    }
    &mut matrices[..count]
}
