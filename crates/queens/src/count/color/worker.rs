//! Counts row patterns: lists and programs for many of them at once, two matrices for each, and their product; or one
//! matrix, and a search that reads it.

use std::marker::PhantomData;

use super::backtrack::Queues;
use super::choice::Choice;
use super::fill::{Fill, Scratch, VECTORS};
use super::lists::Lists;
use super::lookup::{Table, Waiting, search_color};
use super::matrix::{Matrix, Product};
use super::pairs;
use super::pattern::Pattern;
use super::patterns::{Patterns, Tile};
use super::shared::{Batch, FamilyColor, LaneSets, lines_of};
use super::squares::Color;
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

/// A color of a batch, and its lists for a set A2.
struct Job<'a> {
    colors: &'a [FamilyColor; 2],
    color: usize,
    batch: &'a Batch,
    lists: &'a Lists,
    lanes: &'a [LaneSets; 2],
    stop: &'a StopFlag,
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

/// What a worker of any instruction set does.
pub(crate) trait Count {
    /// Counts all patterns of a tile, each by itself, in this way. `worked` is told the share of a
    /// pattern that was just done.
    fn count(
        &mut self,
        tile: &Tile,
        choice: &Choice,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Error>;
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
        let Choice { ways, searched, search, at_once, .. } = *choice;
        // Of a matrix, in the work of a pattern.
        let of_matrix = if searched.is_some() { 1.0 - search } else { 0.5 };
        let is_walked = |color: usize| searched != Some(color);
        let colors = &[0, 1].map(|color| FamilyColor::new(board, family, color == 0, ways[color]));
        let partners = |a2: u32| tile.slice(family.partners(a2));
        let mut patterns = Vec::new();
        for &a2 in family.odd[tile.a2.clone()].iter().filter(|&&a2| !partners(a2).is_empty()) {
            let lists = |color: usize| {
                if is_walked(color) { colors[color].lists(a2, stop) } else { Ok(Lists::default()) }
            };
            patterns.push((a2, partners(a2), [lists(0)?, lists(1)?]));
        }
        // The partners A1 of one set A2 are among those of any other with more.
        let Some(&(some_a2, longest, _)) = patterns.iter().max_by_key(|of_a2| of_a2.1.len()) else {
            return Ok(());
        };
        let key_of_rows = |a1: u32| pruning.key_of_rows(Pattern { even: a1, odd: some_a2 });
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut bytes = 0.0;
        for a1s in &batches(longest, colors, searched, at_once) {
            let mut both = [None, None];
            for color in (0..2).filter(|&color| is_walked(color)) {
                both[color] = Some(Batch::new(&colors[color], a1s, &key_of_rows, stop)?);
            }
            let smallest_key = a1s.iter().map(|&a1| key_of_rows(a1)).min().unwrap_or(0);
            for &(a2, partners, ref lists) in &patterns {
                let some: Vec<usize> =
                    (0..a1s.len()).filter(|&i| partners.contains(&a1s[i])).collect();
                if some.is_empty() {
                    continue;
                }
                let lanes = &[0, 1].map(|color| {
                    let longest_first = is_walked(color).then_some(&lists[color].longest_first[..]);
                    LaneSets::new(&colors[color], longest_first, smallest_key)
                });
                let mut tried = vec![0; some.len()];
                let job = |color: usize| {
                    let batch = both[color].as_ref();
                    batch.map(|batch| Job {
                        colors,
                        color,
                        batch,
                        lists: &lists[color],
                        lanes,
                        stop,
                    })
                };
                let jobs = [job(0), job(1)];
                for job in jobs.iter().flatten() {
                    self.fill(job, &some, &mut |share| {
                        for &i in &some {
                            worked(Pattern { even: a1s[i], odd: a2 }, share * of_matrix);
                        }
                    })?;
                    for (tried, &i) in tried.iter_mut().zip(&some) {
                        *tried += job.batch.programs[i].placements;
                    }
                }
                for (place, &i) in some.iter().enumerate() {
                    let (rows, tried) = (Pattern { even: a1s[i], odd: a2 }, tried[place]);
                    let weights = Weights::new(pruning, rows);
                    let counted = match &jobs {
                        [Some(_), Some(_)] => self.product(place, lanes, &weights),
                        [Some(job), _] | [_, Some(job)] => {
                            if let Some(table) = self.table(place, job, &weights) {
                                bytes += table.bytes() as f64;
                                waiting.push(Waiting { rows, table, tried, sum: 0 });
                                continue;
                            }
                            worked(rows, search);
                            None
                        }
                        [None, None] => unreachable!("one color is walked at least"),
                    };
                    let solutions = match counted {
                        Some(solutions) => solutions,
                        None => pairs::count(pruning, colors, rows, stop)?,
                    };
                    let solutions = solutions * u128::from(pruning.orbit(rows));
                    found(PatternCount { rows, solutions, tried });
                }
                if let Some(other) = searched
                    && bytes > tables(pruning.n)
                {
                    bytes = 0.0;
                    self.search(&mut waiting, &colors[other], search, stop, found, worked)?;
                }
            }
        }
        if let Some(other) = searched {
            self.search(&mut waiting, &colors[other], search, stop, found, worked)?;
        }
        Ok(())
    }
}

/// Sets A1 as batches, which have the same rows in the prefixes of the colors that are walked.
fn batches(
    a1s: &[u32],
    colors: &[FamilyColor; 2],
    searched: Option<usize>,
    at_once: usize,
) -> Vec<Vec<u32>> {
    let first = |a1: u32| {
        let walked = colors.iter().enumerate().filter(|(color, _)| searched != Some(*color));
        walked.map(|(_, of_color)| of_color.rows(a1).0).collect::<Vec<_>>()
    };
    let mut sets = a1s.to_vec();
    if let Some(color) = searched {
        // Neighbors share the first rows of the search.
        let FamilyColor { white, color: Color { tried, .. }, .. } = colors[color];
        sets.sort_by_cached_key(|&a1| tried.central_first(lines_of(white, a1, tried.rows)));
    } else {
        sets.sort_by_cached_key(|&a1| (first(a1), a1));
    }
    let same = sets.chunk_by(|&a, &b| first(a) == first(b));
    let batches: Vec<Vec<u32>> =
        same.flat_map(|same| same.chunks(at_once)).map(<[u32]>::to_vec).collect();
    if searched.is_some() {
        return batches;
    }
    // What is done then tells how long the rest will take.
    (0..batches.len()).map(mixed(batches.len())).map(|i| batches[i].clone()).collect()
}

impl<S: Bytes, L: Lanes> Worker<'_, S, L> {
    /// Fills the matrices of one color for some patterns of a batch. `worked` is told shares that add up to 1.
    fn fill(
        &mut self,
        job: &Job<'_>,
        some: &[usize],
        worked: &mut dyn FnMut(f64),
    ) -> Result<(), Stopped> {
        let Job { colors, color, batch, lists, lanes, stop } = *job;
        let programs: Vec<&Program> = some.iter().map(|&i| &batch.programs[i]).collect();
        let (rows, places) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
        let matrices = &mut self.matrices[color];
        matrices.resize_with(some.len().max(matrices.len()), Matrix::default);
        let to = &mut matrices[..some.len()];
        for matrix in to.iter_mut() {
            matrix.clear(rows, places, S::LANES, VECTORS * S::LANES);
        }
        let mut left = 1.0;
        S::run(Fill {
            color: colors[color].color,
            prefixes: &batch.prefixes,
            open: batch.open,
            programs: &programs,
            lists,
            lanes: &lanes[color].ranks,
            row_in_other_matrix: &lanes[1 - color].row_in_other_matrix,
            limit: self.all.limits.0,
            to,
            scratch: &mut self.scratch,
            stop,
            worked: &mut |share| {
                left -= share;
                worked(share);
            },
        })?;
        worked(left);
        Ok(())
    }

    /// The weighted sum of products of the matrices in this place; none if an entry is at its limit.
    fn product(&self, place: usize, lanes: &[LaneSets; 2], weights: &Weights) -> Option<u128> {
        let [white, black] = self.matrices.each_ref().map(|of_color| &of_color[place]);
        let limit = self.all.limits.1;
        let sum = S::run(Product::<S> { white, black, limit, vectors: PhantomData })?;
        Some(weights.of_products(lanes, sum, white, black))
    }

    /// The table of the only matrix in this place; none if an entry, with its weight, is at its limit.
    fn table(&self, place: usize, job: &Job<'_>, weights: &Weights) -> Option<Table> {
        let matrix = &self.matrices[job.color][place];
        let most = matrix.max().saturating_mul(weights.usual() as u16);
        (most < self.all.limits.1)
            .then(|| Table::new(matrix, job.color, job.colors, job.lanes, weights))
    }

    /// Searches the color that has no matrices, for all the patterns that wait for it; tells their counts, and empties the list.
    /// The search is this share of their work.
    fn search(
        &mut self,
        waiting: &mut Vec<Waiting>,
        of_color: &FamilyColor,
        share: f64,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Stopped> {
        let pruning = self.all.board.pruning;
        let FamilyColor { color, white, .. } = of_color;
        search_color(color, *white, pruning.n, waiting, &mut self.queues, stop)?;
        for Waiting { rows, sum, tried, .. } in waiting.drain(..) {
            let solutions = sum * u128::from(pruning.orbit(rows));
            found(PatternCount { rows, solutions, tried });
            worked(rows, share);
        }
        Ok(())
    }
}
