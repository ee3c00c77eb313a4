//! Counts row patterns: lists and programs for many of them at once, two matrices for each, and their product; or one
//! matrix, and a search that reads it.

use std::marker::PhantomData;

use super::backtrack::Queues;
use super::choice::Choice;
use super::lanes::{Fill, Scratch, To, VECTORS};
use super::lists::Lists;
use super::lookup::{Line, Table, Waiting, search};
use super::matrix::{Entry, Matrix, Product, product};
use super::pattern::Pattern;
use super::patterns::{Patterns, Tile};
use super::shared::{Batch, FamilyColor, LaneSets, Set, lines_of};
use super::squares::full;
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
    /// Placements on even rows that were tried.
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
    matrices: [Vec<Matrix<u16>>; 2],
    wide: [Matrix<u64>; 2],
}

impl<'a, S: Bytes, L: Lanes> Worker<'a, S, L> {
    pub(crate) fn new(all: &'a Patterns) -> Self {
        Self {
            all,
            family: 0,
            scratch: Scratch::new(),
            queues: Queues::new(),
            matrices: Default::default(),
            wide: Default::default(),
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

impl<S: Bytes, L: Lanes> Count for Worker<'_, S, L>
where
    L::Word: Into<u32>,
{
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
        let Choice { ways, searched, at_once, .. } = *choice;
        let is_walked = |color: usize| searched != Some(color);
        let colors = &[0, 1].map(|color| FamilyColor::new(board, family, color == 0, ways[color]));
        // The partners A1 of one set A2 are among those of any other with more.
        let a2s = &family.odd[tile.a2.clone()];
        let mut patterns = Vec::new();
        for &a2 in a2s {
            let partners = tile.of(family.partners(a2));
            if !partners.is_empty() {
                let mut lists = [Lists::default(), Lists::default()];
                for color in (0..2).filter(|&color| is_walked(color)) {
                    let FamilyColor { white, color: squares, packed, packed_ranks, .. } =
                        &colors[color];
                    let rows = lines_of(*white, a2, squares.packed.rows);
                    lists[color] =
                        Lists::new(squares.packed, rows, packed_ranks, packed.len(), stop)?;
                }
                patterns.push((a2, partners, lists));
            }
        }
        let Some(&(some_a2, longest, _)) = patterns.iter().max_by_key(|of_a2| of_a2.1.len()) else {
            return Ok(());
        };
        let key_of_rows = |a1: u32| pruning.key_of_rows(Pattern { even: a1, odd: some_a2 });
        let first = |a1: u32| {
            [0, 1].map(|color| if is_walked(color) { colors[color].rows(a1).0 } else { Vec::new() })
        };
        let mut sets: Vec<u32> = longest.to_vec();
        match searched {
            // Neighbors share the rows of the prefixes, or the first ones of the search.
            None => sets.sort_by_cached_key(|&a1| (first(a1), a1)),
            Some(color) => sets.sort_by_cached_key(|&a1| {
                let rows = colors[color].color.tried.rows;
                let own = lines_of(colors[color].white, a1, rows);
                colors[color].color.tried.central_first(own)
            }),
        }
        let mut waiting: Vec<Waiting<u16>> = Vec::new();
        let mut bytes = 0.0;
        let batches: Vec<&[u32]> = sets
            .chunk_by(|&a, &b| first(a) == first(b))
            .flat_map(|same| same.chunks(at_once))
            .collect();
        let batches: Vec<&[u32]> = match searched {
            // What is done then tells how long the rest will take.
            None => (0..batches.len()).map(mixed(batches.len())).map(|i| batches[i]).collect(),
            // A search needs neighbors.
            Some(_) => batches,
        };
        for a1s in batches {
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
                    let of_color = &colors[color];
                    let all = 0..of_color.packed.len() as u16;
                    let ranks: &mut dyn Iterator<Item = u16> = if is_walked(color) {
                        &mut lists[color].longest_first.iter().copied()
                    } else {
                        &mut { all }
                    };
                    LaneSets::new(of_color, ranks, smallest_key)
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
                    let mut left = 1.0;
                    let mut worked = |share: f64| {
                        for &i in &some {
                            worked(Pattern { even: a1s[i], odd: a2 }, share / 2.0);
                        }
                    };
                    let noted = &mut |share: f64| {
                        left -= share;
                        worked(share);
                    };
                    self.fill(job, &some, false, noted)?;
                    worked(left);
                    for (tried, &i) in tried.iter_mut().zip(&some) {
                        *tried += job.batch.programs[i].placements;
                    }
                }
                for (place, &i) in some.iter().enumerate() {
                    let (rows, tried) = (Pattern { even: a1s[i], odd: a2 }, tried[place]);
                    if let [Some(white), Some(black)] = &jobs {
                        let solutions = self.product([white, black], i, place, rows)?;
                        let solutions = solutions * u128::from(pruning.orbit(rows));
                        found(PatternCount { rows, solutions, tried });
                    } else if let (Some(job), Some(other)) =
                        (jobs.iter().flatten().next(), searched)
                    {
                        let weights = Weights::new(pruning, rows);
                        if self.is_narrow(job.color, place, &weights) {
                            let table = job.table(&weights, &self.matrices[job.color][place]);
                            bytes += table.bytes() as f64;
                            waiting.push(Waiting { rows, table, tried, sum: 0 });
                        } else {
                            self.fill(job, &[i], true, &mut |_| ())?;
                            let table = job.table(&weights, &self.wide[job.color]);
                            let alone = &mut vec![Waiting { rows, table, tried, sum: 0 }];
                            self.search(alone, &colors[other], stop, found, worked)?;
                        }
                    }
                }
                if let Some(other) = searched
                    && bytes > tables(pruning.n)
                {
                    bytes = 0.0;
                    self.search(&mut waiting, &colors[other], stop, found, worked)?;
                }
            }
        }
        if let Some(other) = searched {
            self.search(&mut waiting, &colors[other], stop, found, worked)?;
        }
        Ok(())
    }
}

impl<S: Bytes, L: Lanes> Worker<'_, S, L>
where
    L::Word: Into<u32>,
{
    /// Fills the matrices of one color for some patterns of a batch, or the wide one for one of them.
    fn fill(
        &mut self,
        job: &Job<'_>,
        some: &[usize],
        wide: bool,
        worked: &mut dyn FnMut(f64),
    ) -> Result<(), Stopped> {
        let Job { colors, color, batch, lists, lanes, stop } = *job;
        let programs: Vec<&Program> = some.iter().map(|&i| &batch.programs[i]).collect();
        let (rows, places) = (lanes[1 - color].ranks.len(), lanes[color].ranks.len());
        let (lane_count, width) = (S::LANES, VECTORS * S::LANES);
        let to = if wide {
            self.wide[color].clear(rows, places, lane_count, width);
            To::Wide(&mut self.wide[color])
        } else {
            let matrices = &mut self.matrices[color];
            matrices.resize_with(some.len().max(matrices.len()), Matrix::default);
            let matrices = &mut matrices[..some.len()];
            for matrix in matrices.iter_mut() {
                matrix.clear(rows, places, lane_count, width);
            }
            To::Narrow(matrices)
        };
        S::run(Fill {
            color: colors[color].color,
            prefixes: &batch.prefixes,
            open: batch.open,
            programs: &programs,
            lists,
            lanes: &lanes[color].ranks,
            row_of: &lanes[1 - color].row_of,
            full: self.all.full.0,
            to,
            scratch: &mut self.scratch,
            stop,
            worked,
        })
    }

    /// The weighted sum of products of the matrices of pattern `i` of a batch, which are in this place.
    fn product(
        &mut self,
        jobs: [&Job<'_>; 2],
        i: usize,
        place: usize,
        rows: Pattern,
    ) -> Result<u128, Stopped> {
        let (white, black) = (&self.matrices[0][place], &self.matrices[1][place]);
        let (most, sum) = S::run(Product::<S> { white, black, vectors: PhantomData });
        let weights = Weights::new(self.all.board.pruning, rows);
        let lanes = jobs[0].lanes;
        if most.iter().all(|&most| most < self.all.full.1) {
            return Ok(weights.of_products(lanes, sum, white, black));
        }
        for job in jobs {
            self.fill(job, &[i], true, &mut |_| ())?;
        }
        let [white, black] = &self.wide;
        Ok(weights.of_products(lanes, product(white, black), white, black))
    }

    /// Whether the matrix in this place has entries that 16 bits hold, with their weights.
    fn is_narrow(&self, color: usize, place: usize, weights: &Weights) -> bool {
        let most = self.matrices[color][place].max();
        most < self.all.full.1 && u32::from(most) * weights.usual() <= u32::from(u16::MAX)
    }

    /// Searches the color of these patterns that has no matrices, and has no more of them.
    fn search<T: Entry>(
        &mut self,
        waiting: &mut Vec<Waiting<T>>,
        of_color: &FamilyColor,
        stop: &StopFlag,
        found: &mut dyn FnMut(PatternCount),
        worked: &mut dyn FnMut(Pattern, f64),
    ) -> Result<(), Stopped> {
        let pruning = self.all.board.pruning;
        let FamilyColor { color, white, .. } = of_color;
        search(color, *white, pruning.n, waiting, &mut self.queues, stop)?;
        for Waiting { rows, sum, tried, .. } in waiting.drain(..) {
            let solutions = sum * u128::from(pruning.orbit(rows));
            found(PatternCount { rows, solutions, tried });
            worked(rows, 0.5);
        }
        Ok(())
    }
}

impl Job<'_> {
    /// The entries of a matrix that count, by the columns that they leave to the other color.
    fn table<T: Entry>(&self, weights: &Weights, matrix: &Matrix<T>) -> Table<T> {
        let [packed, tried] = [self.color, 1 - self.color].map(|color| &self.lanes[color].sets[..]);
        // White packed columns are odd.
        let is_even = self.color == 1;
        let lines = |sets: &[Set], own: bool, even: bool| -> Vec<Line> {
            let width = self.colors[self.color].color.packed.columns;
            let counts = sets.iter().enumerate().filter(|(_, set)| weights.counts(set));
            let line = |(number, set): (usize, &Set)| Line {
                number,
                columns: if own { full(width) & !set.columns } else { set.columns },
                special: weights.is_special(set, even),
            };
            counts.map(line).collect()
        };
        let [places, rows] = [lines(packed, true, is_even), lines(tried, false, !is_even)];
        let widths =
            [self.color, 1 - self.color].map(|color| self.colors[color].color.packed.columns);
        Table::new(matrix, [&places, &rows], widths, weights.usual(), |row, place| {
            let (row, place) = (&tried[row], &packed[place]);
            if is_even { weights.of(place, row) } else { weights.of(row, place) }
        })
    }
}
