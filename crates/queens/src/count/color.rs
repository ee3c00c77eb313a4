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

mod cost;
pub(crate) mod half_turn;
pub(crate) mod lanes;
pub(crate) mod lists;
pub(crate) mod matrix;
mod pattern;
#[cfg(test)]
mod reference;
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
use cost::{Costs, Samples};
use pattern::{Family, Lines, Pruning};
pub use white_rows::{WhiteRows, WhiteRowsCount};
use worker::{Count, PatternCount, Tile, Worker};

/// The largest n of the method: the diagonals of a color fit 64 bits.
pub const MAX_N: u32 = search::MAX_N;

/// The worker of a kernel, which this machine must have.
fn worker(all: &Patterns, costs: Costs, kernel: Kernel) -> Box<dyn Count + '_> {
    match kernel {
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2 if simd::has_avx2() => {
            Box::new(Worker::<simd::avx2::Bytes32>::new(all, costs))
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if simd::has_avx512_bitalg() => {
            Box::new(Worker::<simd::avx512::CountingBytes64>::new(all, costs))
        }
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx512 if simd::has_avx512() => {
            Box::new(Worker::<simd::avx512::Bytes64>::new(all, costs))
        }
        _ => Box::new(Worker::<EveryMachine>::new(all, costs)),
    }
}

/// The vectors that every machine of the architecture has.
#[cfg(target_arch = "aarch64")]
type EveryMachine = simd::neon::Bytes16;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type EveryMachine = simd::wasm::Bytes16;
#[cfg(not(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128"))))]
type EveryMachine = simd::portable::Bytes32;

/// All row patterns of a size that are their own class, by number: family by family, set of odd rows by
/// set of odd rows, and for each of those the sets of even rows in ascending order. The numbers depend on n
/// alone.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    n: u32,
    families: Vec<Family>,
    samples: Samples,
    /// The forecast, the same on every machine.
    forecast: Costs,
    odd: Vec<OddRows>,
    len: u64,
    /// The most sets of odd and of even rows in a tile.
    tile: (usize, usize),
}

/// The most sets of odd and of even rows in a tile. Programs serve all odd rows, lists and what is filtered all even
/// ones. Where a pattern takes long there is less to share, and the memory counts.
const fn tile(n: u32) -> (usize, usize) {
    match n {
        ..19 => (32, 64),
        19..22 => (32, 1024),
        22..25 => (8, 1024),
        _ => (1, 256),
    }
}

/// A set of odd rows with its patterns.
#[derive(Clone, Debug)]
struct OddRows {
    family: usize,
    /// Its place in the family.
    place: usize,
    /// The number of its first pattern.
    first: u64,
    /// The work of all patterns before.
    work: f64,
}

impl Patterns {
    /// For n from 2 to [`MAX_N`].
    pub(crate) fn new(n: u32) -> Self {
        assert!((2..=MAX_N).contains(&n), "n = {n}");
        let families = Family::all(n);
        let samples = Samples::new(n, &families);
        let forecast = Costs::new(&samples, Kernel::Avx2);
        let tile = tile(n);
        let mut all = Self { n, families, samples, forecast, odd: Vec::new(), len: 0, tile };
        let mut work = 0.0;
        for (family, sets) in all.families.iter().enumerate() {
            for (place, &odd) in sets.odd.iter().enumerate() {
                all.odd.push(OddRows { family, place, first: all.len, work });
                all.len += sets.partners(odd).len() as u64;
                work += all.forecast.of(family).pattern * sets.shares(odd, 0..usize::MAX);
            }
        }
        // Where all end.
        all.odd.push(OddRows { family: usize::MAX, place: 0, first: all.len, work });
        all
    }

    /// The number of patterns.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// An upper estimate of the bytes that a thread needs.
    pub(crate) fn memory(&self) -> u64 {
        self.samples.memory()
    }

    /// The index of the set of odd rows that a pattern has, and the pattern's place among its partners. The
    /// number past the last one is the first of the set past the last one.
    fn place(&self, pattern: u64) -> (usize, usize) {
        let set = self.odd.partition_point(|set| set.first <= pattern) - 1;
        (set, (pattern - self.odd[set].first) as usize)
    }

    fn partners(&self, set: &OddRows) -> (u32, &[u32]) {
        let family = &self.families[set.family];
        let odd = family.odd[set.place];
        (odd, family.partners(odd))
    }

    /// The white rows of these patterns.
    pub(crate) fn rows(&self, patterns: Range<u64>) -> impl Iterator<Item = Lines> {
        let (first, _) = self.place(patterns.start);
        let sets = self.odd[first..].iter().take_while(move |set| set.first < patterns.end);
        sets.flat_map(move |set| {
            let (odd, partners) = self.partners(set);
            let place =
                |number: u64| (number.saturating_sub(set.first) as usize).min(partners.len());
            let some = &partners[place(patterns.start)..place(patterns.end)];
            some.iter().map(move |&even| Lines { even, odd })
        })
    }

    /// The nanoseconds that these patterns are expected to take.
    pub(crate) fn work(&self, patterns: &Range<u64>) -> f64 {
        let before = |pattern: u64| {
            let (index, place) = self.place(pattern);
            let set = &self.odd[index];
            if place == 0 {
                return set.work;
            }
            let family = &self.families[set.family];
            let share = family.shares(family.odd[set.place], 0..place);
            set.work + self.forecast.of(set.family).pattern * share
        };
        before(patterns.end) - before(patterns.start)
    }

    fn expected_of(&self, family: usize, rows: Lines) -> f64 {
        self.forecast.of(family).pattern * Pruning::new(self.n).share(rows.even)
    }

    /// Where ranges of about this work may end: after neighboring sets of odd rows that share their lists, or
    /// after some of the partners of one.
    pub(crate) fn ends(&self, work: f64) -> impl Iterator<Item = u64> {
        let last = self.odd.len() - 1;
        let (most_odd, most_even) = self.tile;
        let mut at = 0;
        std::iter::from_fn(move || {
            let (index, _) = self.place(at);
            if index == last {
                return None;
            }
            let (set, next) = (&self.odd[index], &self.odd[index + 1]);
            let (of_set, patterns) = (next.work - set.work, next.first - set.first);
            at = if most_odd == 1 && of_set > work {
                let tiles = (work / of_set * patterns as f64) as u64 / most_even as u64;
                (at + tiles.max(1) * most_even as u64).min(next.first)
            } else {
                // Of smaller pieces there are enough for all threads, but they share less.
                let wanted = ((work / of_set).max(1.0) as usize).min(most_odd);
                let sets = (index..last).take(wanted);
                let end = sets.take_while(|&other| self.odd[other].family == set.family).last();
                self.odd[end.expect("the set itself") + 1].first
            };
            Some(at)
        })
    }

    /// The tiles that make up these patterns.
    fn tiles(&self, patterns: Range<u64>) -> impl Iterator<Item = Tile> {
        let mut at = patterns.start;
        let rectangles = std::iter::from_fn(move || {
            if at >= patterns.end {
                return None;
            }
            let (first, from) = self.place(at);
            let OddRows { family, place, .. } = self.odd[first];
            let whole = |set: &usize| {
                self.odd[*set].family == family && self.odd[*set + 1].first <= patterns.end
            };
            let sets =
                if from == 0 { (first..).take(self.tile.0).take_while(whole).count() } else { 0 };
            let to = if sets > 0 {
                at = self.odd[first + sets].first;
                let partners = self.odd[first..=first + sets].windows(2);
                partners.map(|two| (two[1].first - two[0].first) as usize).max().unwrap_or(0)
            } else {
                let end = self.odd[first + 1].first.min(patterns.end);
                at = end;
                (end - self.odd[first].first) as usize
            };
            Some((family, place..place + sets.max(1), from..to))
        });
        rectangles.flat_map(move |(family, odd, even)| {
            let Range { start, end } = even;
            (start..end).step_by(self.tile.1).map(move |from| Tile {
                family,
                odd: odd.clone(),
                even: from..(from + self.tile.1).min(end),
            })
        })
    }

    /// A counter with this kernel, which this machine must have.
    pub(crate) fn counter(&self, kernel: Kernel) -> PatternCounter<'_> {
        let costs = Costs::new(&self.samples, kernel);
        PatternCounter { all: self, worker: worker(self, costs, kernel) }
    }
}

/// Counts patterns on one thread; keeps its memory between calls.
pub(crate) struct PatternCounter<'a> {
    all: &'a Patterns,
    worker: Box<dyn Count + 'a>,
}

impl fmt::Debug for PatternCounter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternCounter").field("n", &self.all.n).finish_non_exhaustive()
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
            self.worker.count(&tile, stop, &mut found, &mut worked)?;
        }
        Ok(sum)
    }
}

/// An upper estimate of the bytes that a thread needs.
pub(crate) fn memory(n: u32) -> u64 {
    if n < 2 { 0 } else { Samples::new(n, &Family::all(n)).memory() }
}
