//! The row patterns of a board by number, and how they are divided: into tiles that share work, and into ranges.

use std::ops::Range;

use super::board::Board;
use super::choice::{Choice, sample};
use super::memory::memory;
use super::pattern::{Family, Pattern};
use super::prices::prices;
use super::sampling::FamilySample;
use crate::count::method::Kernel;
use crate::count::search::MAX_N;
use crate::tuning::color::tile;

/// All row patterns of a board, of the plain one the canonical ones. By number: family by family, set A2 by set A2, and for
/// each of these the partners A1 in ascending order. For the plain board the numbers depend on n alone.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    pub(crate) board: Board,
    pub(crate) families: Vec<Family>,
    pub(crate) samples: Vec<FamilySample>,
    /// By family, the choice that the forecast is made for, the same on every machine.
    pub(crate) forecast: Vec<Choice>,
    /// All sets A2 in their order, and one past the last.
    pub(crate) odd_sets: Vec<OddSet>,
    pub(crate) tile: (usize, usize),
    /// A sum and an entry of this size are counted again with more bits: the largest ones, except in a test.
    pub(crate) limits: (u8, u16),
}

/// A set A2 of odd rows with its patterns.
#[derive(Clone, Debug)]
pub(crate) struct OddSet {
    pub(crate) family: usize,
    index_in_family: usize,
    /// The number of its first pattern.
    first: u64,
    /// The work of all patterns before it.
    pub(crate) work: f64,
}

impl Patterns {
    /// The patterns of the plain board; for n from 2 to [`MAX_N`].
    pub(crate) fn new(n: u32) -> Self {
        assert!((2..=MAX_N).contains(&n), "n = {n}");
        Self::from_board(Board::plain(n))
    }

    pub(crate) fn from_board(board: Board) -> Self {
        let families = Family::all(board.pruning, board.rows);
        let samples = sample(&board, &families);
        let forecast = choices(&samples, Kernel::Avx2);
        let tile = tile(board.pruning.n);
        let (mut odd_sets, mut first, mut work) = (Vec::new(), 0, 0.0);
        for (family, sets) in families.iter().enumerate() {
            for (index_in_family, &a2) in sets.odd.iter().enumerate() {
                odd_sets.push(OddSet { family, index_in_family, first, work });
                first += sets.partners(a2).len() as u64;
                work += forecast[family].nanoseconds_per_pattern * sets.work_before(a2, usize::MAX);
            }
        }
        odd_sets.push(OddSet { family: usize::MAX, index_in_family: 0, first, work });
        let limits = (u8::MAX, u16::MAX);
        Self { board, families, samples, forecast, odd_sets, tile, limits }
    }

    pub(crate) const fn n(&self) -> u32 {
        self.board.pruning.n
    }

    pub(crate) fn len(&self) -> u64 {
        self.odd_sets[self.odd_sets.len() - 1].first
    }

    /// How the patterns of each family are counted with a kernel.
    pub(crate) fn choices(&self, kernel: Kernel) -> Vec<Choice> {
        choices(&self.samples, kernel)
    }

    /// An upper estimate of the bytes that a thread needs.
    pub(crate) fn memory(&self) -> u64 {
        memory(self.n(), &self.samples)
    }

    /// The index of the set A2 that a pattern has, and that of its A1 among the partners. The number past the last one is the
    /// first of the set past the last one.
    pub(crate) fn locate(&self, pattern: u64) -> (usize, usize) {
        let set = self.odd_sets.partition_point(|set| set.first <= pattern) - 1;
        (set, (pattern - self.odd_sets[set].first) as usize)
    }

    /// The white rows of these patterns.
    pub(crate) fn rows(&self, patterns: Range<u64>) -> impl Iterator<Item = Pattern> {
        let (first, _) = self.locate(patterns.start);
        let sets = self.odd_sets[first..].iter().take_while(move |set| set.first < patterns.end);
        sets.flat_map(move |set| {
            let family = &self.families[set.family];
            let a2 = family.odd[set.index_in_family];
            let partners = family.partners(a2);
            let index =
                |number: u64| (number.saturating_sub(set.first) as usize).min(partners.len());
            let some = &partners[index(patterns.start)..index(patterns.end)];
            some.iter().map(move |&a1| Pattern { even: a1, odd: a2 })
        })
    }

    /// The nanoseconds that these patterns are expected to take.
    pub(crate) fn work(&self, patterns: &Range<u64>) -> f64 {
        let before = |pattern: u64| {
            let (index, partners) = self.locate(pattern);
            let set = &self.odd_sets[index];
            if partners == 0 {
                return set.work;
            }
            let family = &self.families[set.family];
            let work = family.work_before(family.odd[set.index_in_family], partners);
            set.work + self.forecast[set.family].nanoseconds_per_pattern * work
        };
        before(patterns.end) - before(patterns.start)
    }

    /// The nanoseconds that all patterns take with this kernel, on the processor that its prices are from.
    pub(crate) fn expected(&self, kernel: Kernel) -> f64 {
        let costs = self.choices(kernel);
        let of_set = |two: &[OddSet]| {
            let family = two[0].family;
            (two[1].work - two[0].work) / self.forecast[family].nanoseconds_per_pattern
                * costs[family].nanoseconds_per_pattern
        };
        self.odd_sets.windows(2).map(of_set).sum()
    }

    /// The nanoseconds that a pattern of this family is expected to take.
    pub(crate) fn work_of(&self, family: usize, rows: Pattern) -> f64 {
        self.forecast[family].nanoseconds_per_pattern * self.board.pruning.work_fraction(rows.even)
    }

    /// Where ranges of about this work may end: after neighboring sets A2 that share their programs, or
    /// after some of the partners of one.
    pub(crate) fn ends(&self, work: f64) -> impl Iterator<Item = u64> {
        let last = self.odd_sets.len() - 1;
        let (most_a2, most_a1) = self.tile;
        let mut at = 0;
        std::iter::from_fn(move || {
            let (index, _) = self.locate(at);
            if index == last {
                return None;
            }
            let set = &self.odd_sets[index];
            // Smaller pieces are enough for all threads too, but share less.
            let ends = index + 1..=last.min(index + most_a2);
            let fit = ends.take_while(|&end| {
                self.odd_sets[end - 1].family == set.family
                    && self.odd_sets[end].work - set.work <= work
            });
            at = if let Some(end) = fit.last() {
                self.odd_sets[end].first
            } else {
                let next = &self.odd_sets[index + 1];
                let (of_set, patterns) = (next.work - set.work, next.first - set.first);
                let tiles = (work / of_set * patterns as f64) as u64 / most_a1 as u64;
                (at + tiles.max(1) * most_a1 as u64).min(next.first)
            };
            Some(at)
        })
    }

    /// Cuts these patterns into tiles.
    pub(crate) fn tiles(&self, patterns: Range<u64>) -> impl Iterator<Item = Tile> {
        let mut at = patterns.start;
        let rectangles = std::iter::from_fn(move || {
            if at >= patterns.end {
                return None;
            }
            let (first, from) = self.locate(at);
            let OddSet { family, index_in_family: a2, .. } = self.odd_sets[first];
            // Sets whose patterns all belong to the range, or a part of one set.
            let whole = |set: &usize| {
                self.odd_sets[*set].family == family
                    && self.odd_sets[*set + 1].first <= patterns.end
            };
            let most = if from == 0 { self.tile.0 } else { 1 };
            let sets = (first..).take(most).take_while(whole).count().max(1);
            let to_end = |two: &[OddSet]| two[1].first.min(patterns.end) - two[0].first;
            let to = self.odd_sets[first..=first + sets].windows(2).map(to_end).max();
            at = self.odd_sets[first + sets].first.min(patterns.end);
            let to = to.expect("one set at least") as usize;
            Some((family, a2..a2 + sets, from..to))
        });
        rectangles.flat_map(move |(family, a2, a1)| {
            let Range { start, end } = a1;
            (start..end).step_by(self.tile.1).map(move |from| Tile {
                family,
                a2: a2.clone(),
                a1: from..(from + self.tile.1).min(end),
            })
        })
    }
}

fn choices(samples: &[FamilySample], kernel: Kernel) -> Vec<Choice> {
    samples.iter().map(|family| family.cheapest(prices(kernel))).collect()
}

/// Some patterns of a family: of each of some neighboring sets A2 the partners A1 with some indices.
pub(crate) struct Tile {
    pub(crate) family: usize,
    pub(crate) a2: Range<usize>,
    pub(crate) a1: Range<usize>,
}

impl Tile {
    /// The partners of a set A2 that belong to the tile, of all its partners.
    pub(crate) fn slice<'a>(&self, partners: &'a [u32]) -> &'a [u32] {
        &partners[self.a1.start.min(partners.len())..self.a1.end.min(partners.len())]
    }
}
