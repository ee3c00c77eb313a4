//! Method 2: counting by color.
//!
//! A queen on a white square never shares a diagonal with one on a black square, because every
//! diagonal has squares of one color only. Let W(R, C) be the number of ways to put queens on white
//! squares so that they occupy exactly the rows R and the columns C, one in each, no two on a
//! diagonal, and B(R, C) the same for black squares. Then
//!
//! Q(n) = sum over all R, C of W(R, C) B(rows without R, columns without C).
//!
//! A solution determines R and C, the rows and columns of its white queens; and any two placements
//! counted there together make a solution.
//!
//! W is itself a count of pairs: white squares on even rows and columns, and those on odd rows and
//! columns, have no row or column in common, so a white placement is one of each that share no
//! diagonal. The lists of those are short; for one row pattern R the whole matrix of W over all columns
//! is computed at once. All eight symmetries are used.
//!
//! A row pattern is a unit of work that anybody can check: [`WhiteRows`] asks how many solutions have
//! their white queens in exactly these rows, by this method and by a plain search.
//!
//! Sources: none that we know of. `docs/color.md` derives the method.

#![allow(
    clippy::inline_always,
    reason = "vectors stay in registers only if what works on them is inlined"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "closures would not be inlined into a function with the instructions enabled"
)]

mod board;
mod cost;
pub(crate) mod half_turn;
pub(crate) mod lanes;
pub(crate) mod lists;
pub(crate) mod matrix;
mod pattern;
mod squares;
#[cfg(test)]
mod tests;
pub(crate) mod walk;
mod white_rows;
mod worker;

use std::fmt;
use std::ops::Range;

use crate::count::method::Kernel;
use crate::count::search;
use crate::count::tally::Tally;
use crate::error::Error;
use crate::parallel::StopFlag;
use crate::simd;
pub(crate) use board::Board;
use cost::{Cost, Samples};
use pattern::{Family, Pattern};
pub use white_rows::{WhiteRows, WhiteRowsCount};
use worker::{Count, PatternCount, Tile, Worker};

/// The largest n of the method: the diagonals of a color fit 64 bits.
pub const MAX_N: u32 = search::MAX_N;

/// The worker of a kernel, which this machine must have.
fn worker(all: &Patterns, kernel: Kernel) -> Box<dyn Count + '_> {
    #[cfg(target_arch = "x86_64")]
    use simd::{avx2, avx512, has_avx2, has_avx512, has_avx512_bitalg};
    match kernel {
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 if has_avx2() => Box::new(Worker::<avx2::Bytes32>::new(all)),
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512_bitalg() => {
            Box::new(Worker::<avx512::CountingBytes64>::new(all))
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if has_avx512() => Box::new(Worker::<avx512::Bytes64>::new(all)),
        _ => Box::new(Worker::<EveryMachine>::new(all)),
    }
}

/// The vectors that every machine of the architecture has.
#[cfg(target_arch = "aarch64")]
type EveryMachine = simd::neon::Bytes16;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type EveryMachine = simd::wasm::Bytes16;
#[cfg(not(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type EveryMachine = simd::portable::Bytes32;

/// All row patterns of a board, of the plain one those that are their own class. By number: family by family, set A2
/// by set A2, and for each of those the sets A1 in ascending order. For the plain board
/// the numbers depend on n alone.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    board: Board,
    families: Vec<Family>,
    samples: Samples,
    /// The forecast, the same on every machine.
    forecast: Vec<Cost>,
    a2s: Vec<A2>,
    tile: (usize, usize),
    /// With a sum or an entry of this size, wider ones count again: the largest ones, except in a test.
    full: (u8, u16),
}

/// The most sets A2 and A1 in a tile. Programs serve all A2, lists and what is filtered all A1. Where lists are long there is
/// less to share, and the memory counts.
const fn tile(n: u32) -> (usize, usize) {
    match n {
        ..19 => (256, 1024),
        19..22 => (128, 1024),
        22 => (64, 1024),
        23 => (16, 1024),
        24 => (8, 1024),
        25..27 => (4, 256),
        _ => (1, 256),
    }
}

/// A set A2 with its patterns.
#[derive(Clone, Debug)]
struct A2 {
    family: usize,
    place: usize,
    /// The number of its first pattern.
    first: u64,
    /// The work of all patterns before.
    work: f64,
}

impl Patterns {
    /// Those of the plain board; for n from 2 to [`MAX_N`].
    pub(crate) fn new(n: u32) -> Self {
        assert!((2..=MAX_N).contains(&n), "n = {n}");
        Self::of(Board::plain(n))
    }

    pub(crate) fn of(board: Board) -> Self {
        let families = Family::all(board.pruning, board.rows);
        let samples = Samples::new(&board, &families);
        let forecast = samples.costs(Kernel::Avx2);
        let tile = tile(board.pruning.n);
        let (mut a2s, mut first, mut work) = (Vec::new(), 0, 0.0);
        for (family, sets) in families.iter().enumerate() {
            for (place, &a2) in sets.odd.iter().enumerate() {
                a2s.push(A2 { family, place, first, work });
                first += sets.partners(a2).len() as u64;
                work += forecast[family].pattern * sets.shares(a2, usize::MAX);
            }
        }
        // Where all end.
        a2s.push(A2 { family: usize::MAX, place: 0, first, work });
        let full = (u8::MAX, u16::MAX);
        Self { board, families, samples, forecast, a2s, tile, full }
    }

    pub(crate) const fn n(&self) -> u32 {
        self.board.pruning.n
    }

    pub(crate) fn len(&self) -> u64 {
        self.a2s[self.a2s.len() - 1].first
    }

    /// An upper estimate of the bytes that a thread needs.
    pub(crate) fn memory(&self) -> u64 {
        self.samples.memory()
    }

    /// The index of the set A2 that a pattern has, and the pattern's place among its partners. The
    /// number past the last one is the first of the set past the last one.
    fn place(&self, pattern: u64) -> (usize, usize) {
        let set = self.a2s.partition_point(|set| set.first <= pattern) - 1;
        (set, (pattern - self.a2s[set].first) as usize)
    }

    /// The white rows of these patterns.
    pub(crate) fn rows(&self, patterns: Range<u64>) -> impl Iterator<Item = Pattern> {
        let (first, _) = self.place(patterns.start);
        let sets = self.a2s[first..].iter().take_while(move |set| set.first < patterns.end);
        sets.flat_map(move |set| {
            let family = &self.families[set.family];
            let a2 = family.odd[set.place];
            let partners = family.partners(a2);
            let place =
                |number: u64| (number.saturating_sub(set.first) as usize).min(partners.len());
            let some = &partners[place(patterns.start)..place(patterns.end)];
            some.iter().map(move |&a1| Pattern { even: a1, odd: a2 })
        })
    }

    /// The nanoseconds that these patterns are expected to take.
    pub(crate) fn work(&self, patterns: &Range<u64>) -> f64 {
        let before = |pattern: u64| {
            let (index, place) = self.place(pattern);
            let set = &self.a2s[index];
            if place == 0 {
                return set.work;
            }
            let family = &self.families[set.family];
            let share = family.shares(family.odd[set.place], place);
            set.work + self.forecast[set.family].pattern * share
        };
        before(patterns.end) - before(patterns.start)
    }

    /// The nanoseconds that all patterns take with this kernel, on the processor that its prices are from.
    pub(crate) fn expected(&self, kernel: Kernel) -> f64 {
        let costs = self.samples.costs(kernel);
        let of_set = |two: &[A2]| {
            let family = two[0].family;
            (two[1].work - two[0].work) / self.forecast[family].pattern * costs[family].pattern
        };
        self.a2s.windows(2).map(of_set).sum()
    }

    fn expected_of(&self, family: usize, rows: Pattern) -> f64 {
        self.forecast[family].pattern * self.board.pruning.share(rows.even)
    }

    /// Where ranges of about this work may end: after neighboring sets A2 that share their lists, or
    /// after some of the partners of one.
    pub(crate) fn ends(&self, work: f64) -> impl Iterator<Item = u64> {
        let last = self.a2s.len() - 1;
        let (most_a2, most_a1) = self.tile;
        let mut at = 0;
        std::iter::from_fn(move || {
            let (index, _) = self.place(at);
            if index == last {
                return None;
            }
            let set = &self.a2s[index];
            // Of smaller pieces there are enough for all threads, but they share less.
            let ends = index + 1..=last.min(index + most_a2);
            let fit = ends.take_while(|&end| {
                self.a2s[end - 1].family == set.family && self.a2s[end].work - set.work <= work
            });
            at = if let Some(end) = fit.last() {
                self.a2s[end].first
            } else {
                let next = &self.a2s[index + 1];
                let (of_set, patterns) = (next.work - set.work, next.first - set.first);
                let tiles = (work / of_set * patterns as f64) as u64 / most_a1 as u64;
                (at + tiles.max(1) * most_a1 as u64).min(next.first)
            };
            Some(at)
        })
    }

    fn tiles(&self, patterns: Range<u64>) -> impl Iterator<Item = Tile> {
        let mut at = patterns.start;
        let rectangles = std::iter::from_fn(move || {
            if at >= patterns.end {
                return None;
            }
            let (first, from) = self.place(at);
            let A2 { family, place, .. } = self.a2s[first];
            // Sets of which all patterns belong to the range, or a part of one.
            let whole = |set: &usize| {
                self.a2s[*set].family == family && self.a2s[*set + 1].first <= patterns.end
            };
            let most = if from == 0 { self.tile.0 } else { 1 };
            let sets = (first..).take(most).take_while(whole).count().max(1);
            let to_end = |two: &[A2]| two[1].first.min(patterns.end) - two[0].first;
            let to = self.a2s[first..=first + sets].windows(2).map(to_end).max();
            at = self.a2s[first + sets].first.min(patterns.end);
            let to = to.expect("one set at least") as usize;
            Some((family, place..place + sets, from..to))
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

    /// A counter with this kernel, which this machine must have.
    pub(crate) fn counter(&self, kernel: Kernel) -> PatternCounter<'_> {
        PatternCounter {
            all: self,
            costs: self.samples.costs(kernel),
            worker: worker(self, kernel),
        }
    }
}

/// Counts patterns on one thread; keeps its memory between calls.
pub(crate) struct PatternCounter<'a> {
    all: &'a Patterns,
    /// By family.
    costs: Vec<Cost>,
    worker: Box<dyn Count + 'a>,
}

impl fmt::Debug for PatternCounter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternCounter").field("n", &self.all.n()).finish_non_exhaustive()
    }
}

impl PatternCounter<'_> {
    /// Counts these patterns. `worked` is told the part of their [work](Patterns::work) that was just done.
    pub(crate) fn count(
        &mut self,
        patterns: Range<u64>,
        stop: &StopFlag,
        worked: &mut dyn FnMut(f64),
    ) -> Result<Tally, Error> {
        let all = self.all;
        let mut sum = Tally::ZERO;
        for tile in all.tiles(patterns) {
            let mut found = |pattern: PatternCount| {
                sum += Tally { solutions: pattern.solutions, nodes: u128::from(pattern.tried) };
            };
            let mut worked = |rows, share| worked(all.expected_of(tile.family, rows) * share);
            let cost = &self.costs[tile.family];
            self.worker.count(&tile, cost, stop, &mut found, &mut worked)?;
        }
        Ok(sum)
    }
}
